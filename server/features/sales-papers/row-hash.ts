import { createHash } from 'node:crypto'
import type { FiguresPart } from '#render/figures-paper.ts'

export interface RowsHash {
  rows: number
  /** SHA-256 in hexadecimal. */
  hash: string
}

/**
 * Returns the hash of a paper's rows as printed: cells separated by a tab, rows and tables by a line feed, in UTF-8,
 * without totals and headings. The same figures printed again give the same hash.
 */
export function hashRows(parts: readonly FiguresPart[]): RowsHash {
  const rows = parts.flatMap((part) => (part.kind === 'table' ? part.rows : []))
  const hash = createHash('sha256')
  for (const row of rows) hash.update(`${row.join('\t')}\n`, 'utf8')
  return { rows: rows.length, hash: hash.digest('hex') }
}
