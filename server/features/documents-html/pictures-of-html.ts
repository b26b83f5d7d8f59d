import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

/** Pictures that are drawn by other means than a file's address; what stands inside is part of them. */
const DRAWN = new Set(['svg', 'object', 'canvas', 'embed'])

/**
 * The addresses of the pictures of a text, in their order, and how many pictures it has of whatever kind. They are read
 * from the tree that the text is cleaned by, so that both know a picture by the same address.
 */
export function picturesOfHtml(html: string): { sources: string[]; count: number } {
  const sources: string[] = []
  let count = 0
  // A stack and no recursion: a million open tags would cost the stack of whoever walks them.
  const todo: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html).childNodes].reverse()
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (!('tagName' in node)) continue
    const isDrawn = DRAWN.has(node.tagName)
    if (isDrawn || node.tagName === 'img') count += 1
    const source = node.tagName === 'img' && node.attrs.find(({ name }) => name === 'src')?.value
    if (source) sources.push(source)
    if (!isDrawn) for (const child of node.childNodes.toReversed()) todo.push(child)
  }
  return { sources, count }
}
