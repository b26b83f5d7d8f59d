import type { ReactNode } from 'react'

/** One column of a grid: its heading, width, and cell content. */
export interface GridColumn<Row> {
  id: string
  header: string
  /** Shown instead of `header`, which then only names the column. */
  heading?: ReactNode
  /** A track of a CSS grid, e.g. `120px` or `minmax(160px, 2fr)`. */
  width: string
  /** Numbers are aligned to the end of their column. */
  align?: 'start' | 'end'
  /** Hidden while the grid is narrower than this, in pixels. */
  fromWidth?: number
  /** Hidden once the grid is as wide as this, in pixels: the compact variant of another column. */
  belowWidth?: number
  /** Its heading sorts the list. */
  isSortable?: boolean
  /** Rendered in an element that is reused for other rows: key anything with state by its row. */
  cell: (row: Row) => ReactNode
}

/** The column that the list is sorted by. */
export interface GridSort {
  id: string
  direction: 'ascending' | 'descending'
}
