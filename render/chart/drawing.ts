import type { Ink } from './tones.ts'

/** A chart as geometry: screens convert it to SVG, papers to PDF. Units are pixels or points, y downwards. */
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

/** A rectangle, given by its upper left corner and its size. */
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

/**
 * The positions of the values, for a pointer and for arrow keys. Computed on request, because a series may
 * have 100,000 values.
 */
export interface Cells {
  columns: number
  rows: number
  /** Whether rows are separate places below each other: a list. Absent: rows are series of a place. */
  isList?: boolean
  /** Returns the box to mark for a value. */
  boxOf: (cell: Cell) => Box
  /** Returns the end of a value, to which its tooltip points; absent means the middle of its box's upper edge. */
  endOf?: (cell: Cell) => { x: number; y: number }
  /** Returns the value at the pointer's position. */
  nearest: (x: number, y: number) => Cell
}

export const NO_CELLS: Cells = {
  columns: 0,
  rows: 0,
  boxOf: () => ({ x: 0, y: 0, width: 0, height: 0 }),
  nearest: () => ({ column: 0, row: 0 }),
}

/** Returns a number for a path: two decimals are a fiftieth of a printed point. */
export const at = (value: number): string => String(Math.round(value * 100) / 100)

/** Returns the outline of a rectangle. */
export const boxPath = ({ x, y, width, height }: Box): string =>
  `M${at(x)} ${at(y)}H${at(x + width)}V${at(y + height)}H${at(x)}Z`
