import type { FiguresColumn, FiguresTable } from '#render/figures-paper.ts'
import type { SalesTexts } from './texts.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** A column of a paper's table, and what stands in it for a row and for the sums of all rows. */
export interface PaperColumn<Row, Totals> extends FiguresColumn {
  text: (row: Row, texts: SalesTexts) => string
  total?: (totals: Totals, texts: SalesTexts) => string
  /** Left out where this does not hold. */
  isShown?: (texts: SalesTexts) => boolean
}

/** Rows as a table of those columns that are shown; `totals` makes its last row. */
export function tableOf<Row, Totals>(
  columns: readonly PaperColumn<Row, Totals>[],
  rows: readonly Row[],
  totals: Totals | undefined,
  texts: SalesTexts,
): FiguresTable {
  const shown = columns.filter(({ isShown }) => isShown?.(texts) ?? true)
  return {
    kind: 'table',
    columns: shown.map(({ label, share, isNumber = false }) => ({ label, share, isNumber })),
    rows: rows.map((row) => shown.map(({ text }) => text(row, texts))),
    empty: WORDS.noRows,
    ...(totals !== undefined && {
      total: shown.map(({ total }, index) => total?.(totals, texts) ?? (index === 0 ? WORDS.total : '')),
    }),
  }
}

/** A column of amounts, the same of a row and of the sums. */
export function amountColumn<Key extends string>(
  label: string,
  share: number,
  key: Key,
): PaperColumn<Record<Key, number>, Record<Key, number>> {
  return {
    label,
    share,
    isNumber: true,
    text: (row, { money }) => money(row[key]),
    total: (totals, { money }) => money(totals[key]),
  }
}

/** Names of people and things in lines of a cell. */
export const linesOf = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')
