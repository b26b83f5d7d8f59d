import type { FiguresPart } from '#render/figures-paper.ts'
import type { PageInput } from '../sales/paging.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** More rows of one table than these belong into a CSV file: they would be hundreds of sheets. */
const ROWS_MAX = 3_000

/** The rows of a table of a paper, in the order of a book: the oldest first. */
export const PAPER_PAGE: PageInput = { p: 1, ps: ROWS_MAX, order_by: 'date_asc' }

/** Said above a table that does not hold all rows of its figures, where a table has `most` of them at most. */
export function cutPart(printed: number, all: number, most = ROWS_MAX): FiguresPart[] {
  if (printed < most || all <= printed) return []
  return [{ kind: 'text', text: WORDS.cut(printed, all.toLocaleString('en-US')) }]
}
