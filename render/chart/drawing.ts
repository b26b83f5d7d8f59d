import type { Ink } from './tones.ts'

/** A chart as geometry: a screen makes SVG of it and a paper makes PDF of it. Units are pixels or points, y downwards. */
export interface Drawing {
  width: number
  height: number
  marks: readonly Mark[]
  cells: Cells
}

export type Mark = ShapeMark | LineMark | TextMark

/** A filled outline in SVG path syntax. */
export interface ShapeMark {
  kind: 'shape'
  d: string
  ink: Ink
  /** Strength of the colour, 0 to 1; absent means full. */
  share?: number
}

/** A stroked outline in SVG path syntax. */
export interface LineMark {
  kind: 'line'
  d: string
  ink: Ink
  width: number
  dash?: readonly number[]
}

export interface TextMark {
  kind: 'text'
  x: number
  /** The baseline. */
  y: number
  text: string
  anchor: 'start' | 'middle' | 'end'
  ink: 'text' | 'quiet'
  size: number
  isBold?: boolean
}

/** A rectangle from its upper left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** One value of a chart: `column` is its place along the chart, `row` the series within the place. */
export interface Cell {
  column: number
  row: number
}

/** Where the values stand, for a pointer and for arrow keys. Computed when asked: a series may have 100,000 values. */
export interface Cells {
  columns: number
  rows: number
  /** Rows that are places of their own, below each other: a list. Absent: rows are series of a place. */
  isList?: boolean
  /** The box to mark for a value. */
  boxOf: (cell: Cell) => Box
  /** Where the value ends, which what is said of it points at; absent means the middle of its box's upper edge. */
  endOf?: (cell: Cell) => { x: number; y: number }
  /** The value that a pointer at this place means. */
  nearest: (x: number, y: number) => Cell
}

export const NO_CELLS: Cells = {
  columns: 0,
  rows: 0,
  boxOf: () => ({ x: 0, y: 0, width: 0, height: 0 }),
  nearest: () => ({ column: 0, row: 0 }),
}

/** A number in a path: two decimals are a fiftieth of a printed point. */
export const at = (value: number): string => String(Math.round(value * 100) / 100)

/** The outline of a rectangle. */
export const boxPath = ({ x, y, width, height }: Box): string =>
  `M${at(x)} ${at(y)}H${at(x + width)}V${at(y + height)}H${at(x)}Z`
