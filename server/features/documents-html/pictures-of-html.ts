import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

/** Elements that draw a picture without a file address; their children belong to the picture. */
const DRAWN = new Set(['svg', 'object', 'canvas', 'embed'])

/**
 * Returns the picture addresses of a text, in order, and the number of all its pictures. Parses in the same way as
 * the cleaning, so that both use the same address for a picture.
 */
export function picturesOfHtml(html: string): { sources: string[]; count: number } {
  const sources: string[] = []
  let count = 0
  // Uses a stack instead of recursion: a million open tags would overflow the call stack.
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
