import type { ChartSpec } from '../chart/chart-spec.ts'
import type { WritingDirection } from '../text/bidi.ts'
import type { Inline } from '../text/inline.ts'

/** `start` and `end` follow the writing direction. */
export type Align = 'start' | 'end' | 'left' | 'center' | 'right' | 'justify'

/** What a paper is made of before it is set: data only, no widths of lines, no pages. Points. */
export type Block =
  | ParagraphBlock
  | ListItemBlock
  | QuoteBlock
  | RuleBlock
  | TableBlock
  | GroupBlock
  | CodeBlock
  | StrokesBlock
  | ChartBlock

export interface ParagraphBlock {
  kind: 'paragraph'
  inlines: readonly Inline[]
  align: Align
  /** Undefined: the first strong letter decides. */
  direction?: WritingDirection | undefined
  /** Type size of an empty line. */
  size: number
  before: number
  after: number
  keepWithNext?: boolean
  /** Its level, for a heading. */
  heading?: 1 | 2 | 3 | 4 | 5
}

/** One item of a list; nested lists stand among its blocks. */
export interface ListItemBlock {
  kind: 'item'
  /** The first of a list that follows another one. */
  startsList?: boolean
  marker: string
  direction: WritingDirection
  blocks: readonly Block[]
}

export interface QuoteBlock {
  kind: 'quote'
  direction: WritingDirection
  blocks: readonly Block[]
}

export interface RuleBlock {
  kind: 'rule'
}

export interface TableBlock {
  kind: 'table'
  rows: readonly TableBlockRow[]
  /** Widths that a person dragged, by column; undefined where untouched. */
  columns: readonly (number | undefined)[]
  /** Part of the measure or points; undefined: the whole measure. */
  width?: { points: number } | { share: number } | undefined
  rtl: boolean
  /** Frames around all cells, none at all, or a line below each row. */
  look: 'ruled' | 'plain' | 'lined'
}

export interface TableBlockRow {
  isHead: boolean
  cells: readonly TableBlockCell[]
}

export interface TableBlockCell {
  blocks: readonly Block[]
  columnSpan: number
  rowSpan: number
  background?: string | undefined
}

/** Blocks that are never divided between pages. */
export interface GroupBlock {
  kind: 'group'
  blocks: readonly Block[]
  before: number
}

/** A QR code that holds `text`. */
export interface CodeBlock {
  kind: 'code'
  text: string
  /** Length of a side. */
  size: number
}

/** Lines of a pen, in units of their own; they are made to fit the room. */
export interface StrokesBlock {
  kind: 'strokes'
  strokes: readonly (readonly { x: number; y: number }[])[]
  width: number
  height: number
}

/** A chart across the measure; never divided between pages. */
export interface ChartBlock {
  kind: 'chart'
  /** What it shows, in words. */
  title: string
  chart: ChartSpec
  /** A list of bars takes what its rows need instead. */
  height: number
}
