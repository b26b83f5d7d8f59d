import type { FiguresColumn, FiguresTable } from '#render/figures-paper.ts'
import type { SalesTexts } from './texts.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** A column of a paper's table, with its texts for a row and for the sums of all rows. */
export interface PaperColumn<Row, Totals> extends FiguresColumn {
  text: (row: Row, texts: SalesTexts) => string
  total?: (totals: Totals, texts: SalesTexts) => string
  /** The column is left out if this returns false. */
  isShown?: (texts: SalesTexts) => boolean
}

/** Returns rows as a table of the shown columns; `totals` becomes its last row. */
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

/** Returns a column of amounts, with the same key in rows and sums. */
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

/** Joins the non-empty texts of a cell, one per line. */
export const linesOf = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')
