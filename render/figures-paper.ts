import type { ChartSpec } from './chart/chart-spec.ts'
import type { DeskFact } from './desk-paper.ts'
import type { PaperLanguage } from './fonts/paper-letters.ts'

/**
 * A paper of figures: sums, long tables and charts on A4. All texts are ready to print, so that the same input gives
 * the same bytes on every machine.
 */
export interface FiguresPaper extends PaperLanguage {
  /** Title of the document and the first words of the paper; no patient data is in it. */
  title: string
  /** Creation date written into the file; the clock is never read. */
  createdAt: Date
  isLandscape: boolean
  /** Keys into `RenderAssets.images`, printed across the first sheet. */
  letterhead?: { headerImageId?: string | undefined; footerImageId?: string | undefined } | undefined
  /** The issuer, if there is no letterhead: the first line is large. */
  issuer: readonly string[]
  /** The text at the head of each further sheet. */
  running: string
  /** Lines at the foot of each sheet: the time of the figures, the hash of the rows. */
  foot: readonly string[]
  parts: readonly FiguresPart[]
}

export type FiguresPart =
  | { kind: 'section'; title: string; note: string }
  /** Labels with their values, in two columns; empty ones are omitted. */
  | { kind: 'facts'; facts: readonly DeskFact[] }
  | FiguresTable
  | { kind: 'text'; text: string }
  | { kind: 'chart'; title: string; chart: ChartSpec; height: number }
  /** Signature lines side by side, each with the signer's name below it. */
  | { kind: 'signatures'; places: readonly string[] }

/** A table whose head is repeated on each sheet. */
export interface FiguresTable {
  kind: 'table'
  columns: readonly FiguresColumn[]
  rows: readonly (readonly string[])[]
  /** The last row, in bold. */
  total?: readonly string[] | undefined
  /** Share of the width that a table of few columns takes; absent means all of it. */
  width?: number
  /** Printed if there are no rows. */
  empty: string
}

export interface FiguresColumn {
  label: string
  /** Share of the width. */
  share: number
  isNumber?: boolean
}

/** Returns the keys that `RenderAssets.images` needs for a paper. */
export function figuresImageIdsOf({ letterhead }: FiguresPaper): string[] {
  return [letterhead?.headerImageId, letterhead?.footerImageId].filter((id) => id !== undefined)
}
