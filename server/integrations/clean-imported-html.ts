import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { parseMarkup } from '#domain/report/markup.ts'
import { encodeAttribute, encodeText } from '#domain/report/markup-entities.ts'
import { LIST_NUMBERINGS, MARKUP_TAGS, type MarkupTag } from '#domain/report/markup-node.ts'
import { CONTENT_RULES, isInline, TAG_RULES, type TagRule } from '#domain/report/markup-rules.ts'
import { readStyleProperty, STYLE_PROPERTIES, writeStyle } from '#domain/report/markup-style.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

/** Deeper than any report nests; deeper levels are reduced to their text. */
const DEPTH_MAX = 30

/** Removed with all content, which is not text. */
const DROPPED = new Set(
  'script style head title meta link base iframe frame object embed applet svg math template noscript canvas audio video input select textarea button option'.split(
    ' ',
  ),
)

/** Tags with the same meaning as one of ours. */
const SAME_AS: Readonly<Record<string, MarkupTag>> = {
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  strike: 's',
  del: 's',
  ins: 'u',
  cite: 'em',
  address: 'p',
  pre: 'p',
  dt: 'p',
  dd: 'p',
  center: 'p',
  tfoot: 'tbody',
}
const BOXES = new Set('div section article main header footer aside figure figcaption'.split(' '))

/**
 * Cleans the HTML of another program for a report: keeps what a report may contain (domain/report/markup-rules.ts),
 * replaces other tags by their content, and removes scripts and external pictures. `storedImages` maps a picture's
 * address to its stored file. The result passes `parseMarkup`; if even that fails, the text is kept as paragraphs.
 */
export function cleanImportedHtml(
  html: string,
  storedImages: ReadonlyMap<string, string> = new Map(),
): string {
  const { childNodes } = parseFragment(html)
  const cleaned = new Cleaner(storedImages).contentOf(childNodes, 'root', 0)
  return parseMarkup(cleaned).ok ? cleaned : paragraphsOf(wordsOf(childNodes))
}

/** Converts plain text to a report's markup: one paragraph per line. */
export function paragraphsOf(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${encodeText(line)}</p>`)
    .join('')
}

class Cleaner {
  readonly #storedImages: ReadonlyMap<string, string>
  constructor(storedImages: ReadonlyMap<string, string>) {
    this.#storedImages = storedImages
  }

  /** Returns the children in a form allowed inside `parent`. */
  contentOf(nodes: readonly Node[], parent: MarkupTag | 'root', depth: number): string {
    return nodes.map((node) => this.#write(node, parent, depth)).join('')
  }

  #write(node: Node, parent: MarkupTag | 'root', depth: number): string {
    const rule = CONTENT_RULES[parent]
    if (node.nodeName === '#text' && 'value' in node) {
      if (rule.hasText) return encodeText(node.value)
      return node.value.trim() === '' ? '' : this.#wrapped(encodeText(node.value), parent)
    }
    if (!('tagName' in node) || DROPPED.has(node.tagName)) return ''
    if (depth > DEPTH_MAX) {
      const words = encodeText(wordsOf(node.childNodes))
      return rule.hasText ? words : this.#wrapped(words, parent)
    }
    const tag = tagOf(node)
    if (tag === undefined) return this.contentOf(node.childNodes, parent, depth + 1)
    // A line cannot contain a block, nor can inline markup: keeps the text, separated by line breaks.
    if (!rule.tags.includes(tag)) return this.#misplaced(node, tag, parent, depth)
    return this.#element(node, tag, depth)
  }

  #misplaced(node: Element, tag: MarkupTag, parent: MarkupTag | 'root', depth: number): string {
    if (!CONTENT_RULES[parent].hasText) return this.#wrapped(this.#element(node, tag, depth), parent)
    const inner = this.contentOf(node.childNodes, parent, depth + 1)
    return isInline(tag) || inner === '' ? inner : `${inner}<br>`
  }

  // Wraps text and blocks between the rows of a table or the items of a list in their own row or item.
  #wrapped(inner: string, parent: MarkupTag | 'root'): string {
    if (inner === '') return ''
    if (parent === 'ul' || parent === 'ol') return `<li>${inner}</li>`
    if (parent === 'tr') return `<td>${inner}</td>`
    if (parent === 'table' || parent === 'tbody' || parent === 'thead') return `<tr><td>${inner}</td></tr>`
    return ''
  }

  #element(node: Element, tag: MarkupTag, depth: number): string {
    if (tag === 'img') return this.#image(node)
    if (tag === 'br' || tag === 'hr') return `<${tag}>`
    const inner = this.contentOf(node.childNodes, tag, depth + 1)
    if (inner === '' && (isInline(tag) || tag === 'ul' || tag === 'ol')) return ''
    const style = styleOf(node, tag)
    // A span without a style has no effect.
    if (tag === 'span' && style === '') return inner
    const attributes = [...attributesOf(node, tag), ...(style === '' ? [] : [['style', style] as const])]
    const written = attributes.map(([name, value]) => ` ${name}="${encodeAttribute(value)}"`).join('')
    return `<${tag}${written}>${inner}</${tag}>`
  }

  #image(node: Element): string {
    const fileId = this.#storedImages.get(attributeOf(node, 'src'))
    return fileId === undefined ? '' : `<img src="/api/file/${fileId}">`
  }
}

const isMarkupTag = (name: string): name is MarkupTag => (MARKUP_TAGS as readonly string[]).includes(name)

function tagOf(node: Element): MarkupTag | undefined {
  const name = node.tagName
  if (BOXES.has(name)) return hasBlocks(node) ? undefined : 'p'
  // Column widths belong to the other program's page.
  if (name === 'col' || name === 'colgroup') return undefined
  return SAME_AS[name] ?? (isMarkupTag(name) ? name : undefined)
}

const hasBlocks = (node: Element): boolean =>
  node.childNodes.some(
    (child) =>
      'tagName' in child &&
      (BOXES.has(child.tagName) || (isMarkupTag(child.tagName) && !isInline(child.tagName))),
  )

function styleOf(node: Element, tag: MarkupTag): string {
  const { styles = [] } = TAG_RULES[tag]
  const given = new Map(
    attributeOf(node, 'style')
      .split(';')
      .map((part) => part.split(':', 2).map((word) => word.trim().toLowerCase()) as [string, string]),
  )
  const align = attributeOf(node, 'align').toLowerCase()
  if (align !== '' && !given.has('text-align')) given.set('text-align', align)
  const kept = STYLE_PROPERTIES.filter(
    (name) => styles.includes(name) && name !== 'width' && name !== 'min-width',
  )
  return writeStyle(
    Object.assign({}, ...kept.map((name) => readStyleProperty(name, given.get(name) ?? '') ?? {})),
  )
}

/** The attributes besides the style that the tag may have, if their values are allowed. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  colspan: /^([2-9]|[1-9]\d)$/,
  rowspan: /^([2-9]|[1-9]\d)$/,
  colwidth: /^\d{1,5}(,\d{1,5}){0,99}$/,
  start: /^(0|[2-9]|[1-9]\d{1,4})$/,
  type: new RegExp(`^[${LIST_NUMBERINGS.filter((one) => one !== '1').join('')}]$`),
}

function attributesOf(node: Element, tag: MarkupTag): (readonly [string, string])[] {
  const { attributes = [], hasDir = false }: TagRule = TAG_RULES[tag]
  const dir = attributeOf(node, 'dir').toLowerCase()
  const kept = Object.entries(ATTRIBUTES).flatMap(([name, allowed]) => {
    const value = attributeOf(node, name)
    return attributes.includes(name) && allowed.test(value) ? [[name, value] as const] : []
  })
  return hasDir && /^(rtl|ltr|auto)$/.test(dir) ? [['dir', dir] as const, ...kept] : kept
}

const attributeOf = ({ attrs }: Element, name: string): string =>
  attrs.find((attribute) => attribute.name === name)?.value ?? ''

function wordsOf(nodes: readonly Node[]): string {
  const parts: string[] = []
  // A stack instead of recursion: a million open tags would overflow the call stack.
  const todo = [...nodes].reverse()
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.nodeName === '#text' && 'value' in node) parts.push(node.value)
    else if ('tagName' in node && !DROPPED.has(node.tagName)) {
      if (!isMarkupTag(node.tagName) || !isInline(node.tagName)) parts.push('\n')
      todo.push(...[...node.childNodes].reverse())
    }
  }
  return parts.join('')
}
