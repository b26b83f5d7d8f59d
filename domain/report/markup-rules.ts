import {
  BLOCK_TAGS,
  INLINE_TAGS,
  LIST_NUMBERINGS,
  MARKUP_TAGS,
  type MarkupDirection,
  type MarkupElement,
  type MarkupTag,
} from './markup-node.ts'
import { quote, readStyle, type StyleProperty } from './markup-style.ts'
import { type MarkupAttribute, MarkupFault } from './markup-tokens.ts'

const PARAGRAPH_STYLES = ['text-align', 'color', 'background-color'] as const
const CELL_STYLES = ['text-align', 'color', 'background-color', 'width', 'min-width'] as const
const WIDTHS = ['width', 'min-width'] as const

export interface TagRule {
  /** Allowed beside `style` and `dir`. */
  attributes?: readonly string[]
  styles?: readonly StyleProperty[]
  /** Marks have no direction of their own. */
  hasDir?: boolean
}

const block: TagRule = { styles: PARAGRAPH_STYLES, hasDir: true }
const group: TagRule = { hasDir: true }
const cell: TagRule = { attributes: ['colspan', 'rowspan', 'colwidth'], styles: CELL_STYLES, hasDir: true }
const mark: TagRule = {}

/** The attributes of each tag: exactly what the editor writes. A missing tag does not compile. */
export const TAG_RULES: Readonly<Record<MarkupTag, TagRule>> = {
  p: block,
  h1: block,
  h2: block,
  h3: block,
  strong: mark,
  b: mark,
  em: mark,
  i: mark,
  u: mark,
  s: mark,
  sub: mark,
  sup: mark,
  span: { styles: ['color', 'background-color'] },
  ul: group,
  ol: { attributes: ['start', 'type'], hasDir: true },
  li: block,
  blockquote: group,
  table: { styles: WIDTHS, hasDir: true },
  colgroup: mark,
  col: { styles: WIDTHS },
  thead: group,
  tbody: group,
  tr: group,
  td: cell,
  th: cell,
  img: { attributes: ['src', 'alt', 'width', 'height'], styles: ['width'], hasDir: true },
  br: group,
  hr: group,
}

const INLINE: readonly MarkupTag[] = [...INLINE_TAGS, 'br', 'img']
const FLOW: readonly MarkupTag[] = [...INLINE, ...BLOCK_TAGS, 'ul', 'ol', 'blockquote', 'table', 'hr']

/** Whether text is allowed directly inside, and which tags are. */
export interface ContentRule {
  hasText: boolean
  /** Whether spaces and line ends beside blocks directly inside only format the source. */
  isLaidOut: boolean
  tags: readonly MarkupTag[]
}

const inline: ContentRule = { hasText: true, isLaidOut: false, tags: INLINE }
const flow: ContentRule = { hasText: true, isLaidOut: true, tags: FLOW }
const only = (...tags: MarkupTag[]): ContentRule => ({ hasText: false, isLaidOut: true, tags })

/** What may be inside each tag, so that no browser moves or closes anything by itself. */
export const CONTENT_RULES: Readonly<Record<MarkupTag | 'root', ContentRule>> = {
  root: flow,
  p: inline,
  h1: inline,
  h2: inline,
  h3: inline,
  strong: inline,
  b: inline,
  em: inline,
  i: inline,
  u: inline,
  s: inline,
  sub: inline,
  sup: inline,
  span: inline,
  ul: only('li'),
  ol: only('li'),
  li: flow,
  blockquote: flow,
  table: only('colgroup', 'thead', 'tbody', 'tr'),
  colgroup: only('col'),
  thead: only('tr'),
  tbody: only('tr'),
  tr: only('td', 'th'),
  td: flow,
  th: flow,
  img: only(),
  br: only(),
  hr: only(),
  col: only(),
}

const isTag = (tag: string): tag is MarkupTag => (MARKUP_TAGS as readonly string[]).includes(tag)
/** True for tags that run within a line. */
export const isInline = (tag: MarkupTag) => INLINE.includes(tag)

const IMAGE_SRC = /^\/api\/file\/([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/
const MAX_ALT = 500

/** Reads one tag with its attributes; throws MarkupFault naming what is not allowed. */
export function readElement(tag: string, attributes: readonly MarkupAttribute[], at: number): MarkupElement {
  if (!isTag(tag)) throw new MarkupFault(`The tag ${quote(tag)} is not allowed.`, at)
  const rule: TagRule = TAG_RULES[tag]
  const values = new Map(attributes.map(({ name, value }) => [name, value]))
  for (const name of values.keys()) {
    const isAllowed =
      rule.attributes?.includes(name) || (name === 'style' && rule.styles) || (name === 'dir' && rule.hasDir)
    if (!isAllowed) throw new MarkupFault(`The attribute ${quote(name)} is not allowed on ${quote(tag)}.`, at)
  }
  const style = readStyle(values.get('style') ?? '', rule.styles ?? [])
  if (!style.ok) throw new MarkupFault(style.reason, at)
  const base = { kind: 'element' as const, style: style.style, ...readDirection(values.get('dir'), at) }
  if (tag === 'img') return { ...base, tag, ...readImage(values, at) }
  if (tag === 'ol') return { ...base, tag, ...readList(values, at), children: [] }
  if (tag === 'td' || tag === 'th') return { ...base, tag, ...readCell(values, at), children: [] }
  if (tag === 'br' || tag === 'hr' || tag === 'col') return { ...base, tag }
  return { ...base, tag, children: [] }
}

function readDirection(value: string | undefined, at: number): { dir?: MarkupDirection } {
  if (value === undefined) return {}
  if (value === 'ltr' || value === 'rtl' || value === 'auto') return { dir: value }
  throw new MarkupFault('The value of the attribute "dir" is not allowed.', at)
}

/** An attribute's whole number between two bounds, or `absent` if the attribute is missing. */
function readWhole<Absent>(
  values: ReadonlyMap<string, string>,
  name: string,
  [low, high]: readonly [number, number],
  absent: Absent,
  at: number,
): number | Absent {
  const value = values.get(name)
  if (value === undefined) return absent
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1
  if (number < low || number > high)
    throw new MarkupFault(`The value of the attribute ${quote(name)} is not allowed.`, at)
  return number
}

function readImage(values: ReadonlyMap<string, string>, at: number) {
  const fileId = IMAGE_SRC.exec(values.get('src') ?? '')?.[1]
  if (fileId === undefined)
    throw new MarkupFault('A picture must be one that was uploaded: its "src" is not allowed.', at)
  const alt = values.get('alt') ?? ''
  if (alt.length > MAX_ALT) throw new MarkupFault('The attribute "alt" is too long.', at)
  const width = readWhole(values, 'width', [1, 10_000], undefined, at)
  const height = readWhole(values, 'height', [1, 10_000], undefined, at)
  return { fileId, alt, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}

function readList(values: ReadonlyMap<string, string>, at: number) {
  const type = values.get('type') ?? '1'
  const numbering = LIST_NUMBERINGS.find((one) => one === type)
  if (!numbering) throw new MarkupFault('The value of the attribute "type" is not allowed.', at)
  return { start: readWhole(values, 'start', [0, 99_999], 1, at), numbering }
}

function readCell(values: ReadonlyMap<string, string>, at: number) {
  const colspan = readWhole(values, 'colspan', [1, 100], 1, at)
  const rowspan = readWhole(values, 'rowspan', [1, 1_000], 1, at)
  const colwidth = values.get('colwidth')
  if (colwidth === undefined) return { colspan, rowspan }
  if (!/^\d{1,5}(,\d{1,5}){0,99}$/.test(colwidth))
    throw new MarkupFault('The value of the attribute "colwidth" is not allowed.', at)
  return { colspan, rowspan, colwidth: colwidth.split(',').map(Number) }
}
