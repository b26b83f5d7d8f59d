import type { Flow } from './flow.ts'
import type { Tag } from './tag.ts'

/** A cell set at its column's width. */
export interface SetCell {
  row: number
  column: number
  rowSpan: number
  columnSpan: number
  flows: readonly Flow[]
  background?: string | undefined
  /** What the cell and its row are in the paper's structure; none in a table that only puts things side by side. */
  tags?: { row: Tag; cell: Tag } | undefined
}

export interface TableLook {
  padX: number
  padY: number
  /** No frames when absent. */
  border?: string
  /** A line below each row. */
  line?: string
  /** Columns from right to left. */
  rtl: boolean
  before: number
  after: number
}

/** A table set at its width, before it is divided. */
export interface SetTable {
  columns: readonly number[]
  rowCount: number
  /** Rows at the top that are repeated on each further page. */
  headRows: number
  cells: readonly SetCell[]
  tag: Tag
  /** The head was told on an earlier page already. */
  isContinued?: boolean
  look: TableLook
}
