import type { ReactNode } from 'react'

/** One column of a grid: a heading, its share of the width, and what it shows of a row. */
export interface GridColumn<Row> {
  id: string
  header: string
  /** Stands in the place of `header`, which then only names the column. */
  heading?: ReactNode
  /** A track of a CSS grid, e.g. `120px` or `minmax(160px, 2fr)`. */
  width: string
  /** Numbers stand at the end of their column. */
  align?: 'start' | 'end'
  /** Left out while the grid is narrower than this, in pixels. */
  fromWidth?: number
  /** Left out once the grid is as wide as this, in pixels: the compact variant of another column. */
  belowWidth?: number
  /** Its heading sorts the list. */
  isSortable?: boolean
  /** Drawn by an element that draws another row by and by: what keeps a state of its own is keyed by its row. */
  cell: (row: Row) => ReactNode
}

/** Which column the list is sorted by. */
export interface GridSort {
  id: string
  direction: 'ascending' | 'descending'
}
