import type { PaperLanguage } from './fonts/paper-letters.ts'
import type { WritingDirection } from './text/bidi.ts'

/**
 * A paper of the front desk: receipt, refund, invoice, prescription, day close. All texts are ready to print, so that
 * the same input gives the same bytes on every machine.
 */
export interface DeskPaper extends PaperLanguage {
  /** Absent: English words from left to right, in a file whose language is found from its text. */
  language?: DeskLanguage | undefined
  /** Title of the document, shown by PDF viewers; no patient data is added to it. */
  title: string
  /** Creation date written into the file; the clock is never read. */
  createdAt: Date
  sheet: DeskSheet
  /** Blank strips of a pre-printed sheet, in millimetres; not used with a letterhead or on a roll. */
  strips: { top: number; bottom: number }
  /** Keys into `RenderAssets.images`, printed across the sheet; not on a roll. */
  letterhead?: { headerImageId?: string; footerImageId?: string } | undefined
  /** Its subject, at the foot of each sheet. */
  foot: string
  parts: readonly DeskPart[]
}

/** The language of a paper's own words, and what the renderer adds in it. */
export interface DeskLanguage {
  /** BCP 47. */
  tag: string
  /** From right to left the columns are mirrored; every text keeps its own direction. */
  direction: WritingDirection
  /** Contains `{page}` and `{pages}`. */
  pageOf: string
  /** Description of the logo, for people who cannot see it. */
  logo: string
  /** Description of the QR code, before its content. */
  code: string
}

export const DESK_SHEETS = ['A4', 'Thermal80'] as const
export type DeskSheet = (typeof DESK_SHEETS)[number]

/** A label and its value; empty ones are omitted. */
export interface DeskFact {
  label: string
  value: string
}

export interface DeskColumn {
  label: string
  /** Share of the width on a sheet, and on a roll; 0 omits the column there. */
  share: number
  rollShare: number
  isNumber?: boolean
}

/** The parts of the paper, from top to bottom. */
export type DeskPart =
  /** The issuer, centred: the first line is large. `unpictured` replaces it if the header has no picture. */
  | {
      kind: 'issuer'
      imageId?: string | undefined
      lines: readonly string[]
      unpictured?: readonly string[]
    }
  | { kind: 'heading'; text: string }
  /** A warning that a reader must see: provisional, cancelled. */
  | { kind: 'mark'; text: string }
  /** In two columns on a sheet, in one on a roll. */
  | { kind: 'facts'; facts: readonly DeskFact[] }
  | { kind: 'table'; columns: readonly DeskColumn[]; rows: readonly (readonly string[])[] }
  /** Sums on the right; strong ones are bold. */
  | { kind: 'sums'; lines: readonly (DeskFact & { isStrong?: boolean })[] }
  | { kind: 'text'; text: string; isSmall?: boolean }
  /** Space for a signature on the right, with the names below it. */
  | { kind: 'signature'; lines: readonly string[] }
  /** A question and its answer; each is set in its own writing direction. */
  | { kind: 'answer'; question: string; answer: string }
  /** A drawn signature, with the signer below it. */
  | { kind: 'strokes'; strokes: readonly (readonly { x: number; y: number }[])[]; lines: readonly string[] }
  /** A QR code with its purpose beside it; the first line is bold. Never divided between pages. */
  | { kind: 'code'; text: string; lines: readonly string[] }
  | { kind: 'rule' }

/** Returns the keys that `RenderAssets.images` needs for a paper. */
export function deskImageIdsOf({ sheet, letterhead, parts }: DeskPaper): string[] {
  const strips = sheet === 'A4' ? [letterhead?.headerImageId, letterhead?.footerImageId] : []
  const logos = parts.map((part) => (part.kind === 'issuer' ? part.imageId : undefined))
  return [...new Set([...strips, ...logos].filter((id) => id !== undefined))]
}
