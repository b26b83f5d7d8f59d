/**
 * The tree of a report's text. `parseMarkup` builds it from the stored HTML and refuses anything that the tree cannot
 * represent; the paper renderer builds its blocks from it. Colours are normalised to #rrggbb, sizes to numbers.
 */
export type MarkupNode = MarkupText | MarkupElement

export interface MarkupText {
  kind: 'text'
  /** Entities decoded; never empty. A no-break space is U+00A0. */
  text: string
}

export type MarkupElement = MarkupContainer | MarkupOrderedList | MarkupCell | MarkupImage | MarkupLeaf

/** Text direction: `auto` lets the first strong letter decide. */
export type MarkupDirection = 'ltr' | 'rtl' | 'auto'

/** `start` and `end` follow the direction. */
export const MARKUP_ALIGNMENTS = ['left', 'right', 'center', 'justify', 'start', 'end'] as const
export type MarkupAlignment = (typeof MARKUP_ALIGNMENTS)[number]

export interface MarkupLength {
  value: number
  unit: 'px' | '%'
}

/** The few properties that a style may have; absent ones inherit. */
export interface MarkupStyle {
  textAlign?: MarkupAlignment
  /** #rrggbb */
  color?: string
  /** #rrggbb */
  backgroundColor?: string
  width?: MarkupLength
  minWidth?: MarkupLength
}

interface MarkupBase {
  kind: 'element'
  style: MarkupStyle
  dir?: MarkupDirection
}

export const BLOCK_TAGS = ['p', 'h1', 'h2', 'h3'] as const
export const INLINE_TAGS = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span'] as const
export const GROUP_TAGS = ['ul', 'li', 'blockquote', 'table', 'colgroup', 'thead', 'tbody', 'tr'] as const

/** A tag that has only the attributes style and dir. */
export type ContainerTag =
  | (typeof BLOCK_TAGS)[number]
  | (typeof INLINE_TAGS)[number]
  | (typeof GROUP_TAGS)[number]

/** Paragraphs and headings, inline marks, and the groups that hold them. */
export interface MarkupContainer extends MarkupBase {
  tag: ContainerTag
  children: MarkupNode[]
}

/** Numbering of an ordered list in HTML's notation: digits, letters, roman numerals. */
export const LIST_NUMBERINGS = ['1', 'a', 'A', 'i', 'I'] as const
export type ListNumbering = (typeof LIST_NUMBERINGS)[number]

export interface MarkupOrderedList extends MarkupBase {
  tag: 'ol'
  /** Number of the first item. */
  start: number
  numbering: ListNumbering
  children: MarkupNode[]
}

export interface MarkupCell extends MarkupBase {
  tag: 'td' | 'th'
  colspan: number
  rowspan: number
  /** Widths in pixels of the spanned columns, as set by dragging; 0 if not set. */
  colwidth?: number[]
  children: MarkupNode[]
}

export interface MarkupImage extends MarkupBase {
  tag: 'img'
  /** The picture lies at /api/file/<fileId>. */
  fileId: string
  alt: string
  /** Pixels, if the person set a size. */
  width?: number
  height?: number
}

/** A line break, a rule or a table column: it has no content. */
export interface MarkupLeaf extends MarkupBase {
  tag: 'br' | 'hr' | 'col'
}

export type MarkupTag = MarkupElement['tag']

/** Every tag that a report may hold; the cleaner of pasted text allows exactly these. */
export const MARKUP_TAGS = [
  ...BLOCK_TAGS,
  ...INLINE_TAGS,
  ...GROUP_TAGS,
  'ol',
  'td',
  'th',
  'img',
  'br',
  'hr',
  'col',
] as const satisfies readonly MarkupTag[]

/** The address of a stored picture, the only kind of link to a picture that a report may hold. */
export const markupImageUrl = (fileId: string) => `/api/file/${fileId}`
