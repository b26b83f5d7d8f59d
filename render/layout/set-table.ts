import type { Flow } from './flow.ts'
import type { Tag } from './tag.ts'

/** A cell laid out at its column's width. */
export interface SetCell {
  row: number
  column: number
  rowSpan: number
  columnSpan: number
  flows: readonly Flow[]
  background?: string | undefined
  /**
   * The roles of the cell and its row in the paper's structure; none in a table that only places content side
   * by side.
   */
  tags?: { row: Tag; cell: Tag } | undefined
}

export interface TableLook {
  padX: number
  padY: number
  /** Absent: no frames. */
  border?: string
  /** A line below each row. */
  line?: string
  /** Columns from right to left. */
  rtl: boolean
  before: number
  after: number
}

/** A table laid out at its width, before it is divided. */
export interface SetTable {
  columns: readonly number[]
  rowCount: number
  /** Rows at the top that are repeated on each further page. */
  headRows: number
  cells: readonly SetCell[]
  tag: Tag
  /** Whether the head was part of the structure on an earlier page already. */
  isContinued?: boolean
  look: TableLook
}
