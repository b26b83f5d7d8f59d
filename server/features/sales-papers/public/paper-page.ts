import type { FiguresPart } from '#render/figures-paper.ts'
import type { PageInput } from '#server/features/sales/public/paging.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** Tables with more rows should be CSV files: they would take hundreds of sheets. */
const ROWS_MAX = 3_000

/** The page of a paper's table: all rows, oldest first. */
export const PAPER_PAGE: PageInput = { p: 1, ps: ROWS_MAX, order_by: 'date_asc' }

/**
 * Returns the note above a table that does not contain all rows of its figures, if a table has at most `most` rows.
 */
export function cutPart(printed: number, all: number, most = ROWS_MAX): FiguresPart[] {
  if (printed < most || all <= printed) return []
  return [{ kind: 'text', text: WORDS.cut(printed, all.toLocaleString('en-US')) }]
}
