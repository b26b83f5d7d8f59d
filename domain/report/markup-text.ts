import { parseMarkup } from './markup.ts'
import { encodeAttribute, encodeText } from './markup-entities.ts'
import { type MarkupElement, type MarkupNode, markupImageUrl } from './markup-node.ts'
import { isInline } from './markup-rules.ts'
import { writeStyle } from './markup-style.ts'

/** Writes a tree as the HTML that `parseMarkup` reads back to the same tree. */
export function serialiseMarkup(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? encodeText(node.text) : serialiseElement(node))).join('')
}

function serialiseElement(element: MarkupElement): string {
  const attributes = attributesOf(element)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${encodeAttribute(String(value))}"`)
    .join('')
  if (!('children' in element)) return `<${element.tag}${attributes}>`
  return `<${element.tag}${attributes}>${serialiseMarkup(element.children)}</${element.tag}>`
}

function attributesOf(element: MarkupElement): [string, string | number | undefined][] {
  const common: [string, string | undefined][] = [
    ['dir', element.dir],
    ['style', writeStyle(element.style)],
  ]
  if (element.tag === 'ol')
    return [
      ['start', element.start === 1 ? undefined : element.start],
      ['type', element.numbering === '1' ? undefined : element.numbering],
      ...common,
    ]
  if (element.tag === 'td' || element.tag === 'th')
    return [
      ['colspan', element.colspan],
      ['rowspan', element.rowspan],
      ['colwidth', element.colwidth?.join(',')],
      ...common,
    ]
  if (element.tag === 'img')
    return [
      ['src', markupImageUrl(element.fileId)],
      ['alt', element.alt],
      ['width', element.width],
      ['height', element.height],
      ...common,
    ]
  return common
}

const CELL_END = '\t'

/** The words alone: one line per paragraph, item and row, cells separated by tabs, pictures omitted. */
export function markupToText(nodes: readonly MarkupNode[]): string {
  return linesOf(nodes)
    .map((line) => line.replace(/[ \t\r\n\u00a0]+$/u, ''))
    .join('\n')
    .trim()
}

/** The words of a stored text, for a hint or a list; invalid markup is returned as is. */
export function markupText(html: string): string {
  const parsed = parseMarkup(html)
  return parsed.ok ? markupToText(parsed.nodes) : html
}

/** Lines of a list of nodes: inline neighbours are joined, every block has lines of its own. */
function linesOf(nodes: readonly MarkupNode[]): string[] {
  const lines: string[] = []
  let isLineOpen = false
  for (const node of nodes) {
    const isRun = node.kind === 'text' || isInline(node.tag)
    const [first = '', ...more] = linesOfNode(node)
    if (isRun && isLineOpen) lines.push(`${lines.pop() ?? ''}${first}`, ...more)
    else lines.push(first, ...more)
    isLineOpen = isRun
  }
  return lines
}

function linesOfNode(node: MarkupNode): string[] {
  if (node.kind === 'text') return [node.text]
  if (node.tag === 'br') return ['', '']
  if (!('children' in node)) return ['']
  if (node.tag === 'tr')
    return [node.children.map((cell) => markupToText([cell]).replaceAll('\n', ' ')).join(CELL_END)]
  return node.tag === 'colgroup' ? [''] : linesOf(node.children)
}

function hasContent(node: MarkupNode): boolean {
  if (node.kind === 'text') return /[^\s\u00a0]/u.test(node.text)
  if (node.tag === 'img') return true
  return 'children' in node && node.children.some(hasContent)
}

/**
 * True if a text is empty: no letter and no picture, whatever empty paragraphs and tables it has. Invalid markup
 * counts as not empty, so that it is refused by name instead of being treated as empty.
 */
export function isEmptyMarkup(html: string): boolean {
  const parsed = parseMarkup(html)
  return parsed.ok && !parsed.nodes.some(hasContent)
}
