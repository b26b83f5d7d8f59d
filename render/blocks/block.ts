import type { ChartSpec } from '../chart/chart-spec.ts'
import type { WritingDirection } from '../text/bidi.ts'
import type { Inline } from '../text/inline.ts'

/** `start` and `end` follow the writing direction. */
export type Align = 'start' | 'end' | 'left' | 'center' | 'right' | 'justify'

/** The parts of a paper before layout: data only, without line widths and pages. In points. */
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
  /** Undefined: decided by the first strong letter. */
  direction?: WritingDirection | undefined
  /** Type size of an empty line. */
  size: number
  before: number
  after: number
  keepWithNext?: boolean
  /** Its level, for a heading. */
  heading?: 1 | 2 | 3 | 4 | 5
}

/** One item of a list; nested lists are among its blocks. */
export interface ListItemBlock {
  kind: 'item'
  /** Whether it is the first item of a list that follows another list. */
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
  /** Column widths that a person dragged; undefined for an unchanged column. */
  columns: readonly (number | undefined)[]
  /** A share of the text width, or points; undefined: the whole text width. */
  width?: { points: number } | { share: number } | undefined
  rtl: boolean
  /** Frames around all cells, no lines, or a line below each row. */
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

/** A QR code that contains `text`. */
export interface CodeBlock {
  kind: 'code'
  text: string
  /** What it is, before its content, for people who cannot see it. */
  alt: string
  /** Length of a side. */
  size: number
}

/** Pen strokes in their own units; they are scaled to the available space. */
export interface StrokesBlock {
  kind: 'strokes'
  strokes: readonly (readonly { x: number; y: number }[])[]
  width: number
  height: number
}

/** A chart over the whole text width; never divided between pages. */
export interface ChartBlock {
  kind: 'chart'
  /** The content of the chart, in words. */
  title: string
  chart: ChartSpec
  /** A list of bars has the height of its rows instead. */
  height: number
}
