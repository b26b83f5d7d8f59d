import type { PaperLanguage } from './fonts/paper-letters.ts'

/**
 * What stands on a report's paper. All texts are ready to print: times and dates are formatted by the caller in the
 * branch's time zone, so that the same input gives the same bytes on every machine.
 */
export interface PaperInput extends PaperLanguage {
  /** Title of the document, shown by PDF viewers; no patient data is added to it. */
  title: string
  /** Creation date written into the file; the clock is never read. */
  createdAt: Date
  patient: PaperPatient
  /** Lines about the study, in order: modality, accession number, referrer, dates. Empty values are left out. */
  studyLines: readonly PaperLine[]
  /** One to five; each after the first begins on a new page. */
  reports: readonly PaperReport[]
  /** Printed on pages of their own after the reports. */
  keyImages?: PaperPictures
  options: PaperOptions
  /** Used with letterhead. */
  margins: PaperMargins
  /** Used without letterhead. */
  marginsPlain: PaperMargins
  letterhead?: PaperLetterhead
  /** Printed after the last signature, small. */
  disclaimer: string
  /** Says on every page why this is not the filed report; while it stands, no signature image is drawn. */
  mark?: PaperMark
}

/** What decides whether a signature's picture and code are drawn. */
export type PaperLook = Pick<PaperInput, 'options' | 'mark'>

export const PAPER_MARKS = {
  provisional: 'Provisional, not yet filed',
  unsigned: 'Draft, not signed',
  superseded: 'Superseded by a later revision',
  unpaid: 'Payment pending, not to be handed out',
} as const
export type PaperMark = keyof typeof PAPER_MARKS

/** Which of birth date and age identify the patient (setting report_dob_age_show). */
export const DOB_AGE_CHOICES = ['BOTH', 'DOB', 'AGE'] as const
export type DobAge = (typeof DOB_AGE_CHOICES)[number]

export interface PaperPatient {
  name: string
  id: string
  sex: string
  age: string
  birthDate: string
  dobAge: DobAge
}

export interface PaperLine {
  label: string
  value: string
}

export interface PaperReport {
  name: string
  /** Markup of the report grammar (domain/report/markup.ts). */
  description: string
  conclusion: string
  recommendation: string
  signatures: readonly PaperSignature[]
  /** In the order of their signing; they stand after the signatures. */
  addenda?: readonly PaperAddendum[]
  /** How the filed text is checked later; only for a text whose signature the server has. */
  check?: PaperCheck
}

/** What was appended to a signed report. */
export interface PaperAddendum {
  /** Markup of the report grammar. */
  content: string
  signature: PaperSignature
}

/** Where anybody can ask whether a text is the one that was signed. */
export interface PaperCheck {
  /** Printed as a QR code. */
  url: string
  /** SHA-256 (hex) of the signed text; written into the file's keywords as `readroom-signed:<hash>`. */
  hash: string
}

/** Pictures in equal cells, in reading order over as many pages as they need; null leaves a cell empty. */
export interface PaperPictures {
  columns: number
  rows: number
  background: 'black' | 'white'
  /** Keys into `RenderAssets.images`. */
  imageIds: readonly (string | null)[]
}

export interface PaperSignature {
  role: 'Signed' | 'Verified'
  name: string
  title: string
  licenceNo: string
  /** Formatted time of signing or verifying. */
  when: string
  /** Short fingerprint of the passkey that it was made with. */
  touch?: string
  /** A further line below, such as who verified. */
  note?: string
  /** Key into `RenderAssets.images`. */
  imageId?: string
}

export interface PaperOptions {
  letterhead: boolean
  signature: boolean
}

/** Millimetres from the edges of the sheet. */
export interface PaperMargins {
  top: number
  right: number
  bottom: number
  left: number
}

export interface PaperLetterhead {
  /** Keys into `RenderAssets.images`. */
  headerImageId?: string
  footerImageId?: string
  headerHeightMm: number
  footerHeightMm: number
  /** Who issues the paper, in words, where the header's picture is not there: the first line large. */
  issuer?: readonly string[]
}

/** What a booklet says as the report's own paper does; without `reports` it has pictures alone. */
export type BookletText = Pick<
  PaperInput,
  'title' | 'patient' | 'studyLines' | 'reports' | 'options' | 'disclaimer' | 'mark'
> & {
  /** What stands below on each page after the patient's name and id. */
  foot: readonly string[]
}

/**
 * A booklet: the report's text and the pictures of a study on A4 between the branch's front and back
 * (docs/reports.md#booklet).
 */
export interface BookletInput extends PaperLanguage, BookletText {
  /** Creation date written into the file; the clock is never read. */
  createdAt: Date
  pictures: PaperPictures
  /** Keys into `RenderAssets.images`; each fills a sheet of its own. */
  frontImageId?: string
  backImageId?: string
}

/** A font file and what it is for. */
export interface FontFile {
  /** PostScript-like name without spaces, for example NotoSans-Bold. */
  name: string
  bytes: Uint8Array
  bold: boolean
  italic: boolean
  /** Name of the file; two weights of a variable font have the same. */
  file?: string
  /** Weight at which a variable font is set (axis `wght`); absent where the file has one weight. */
  weight?: number
}

/** Bytes that the layout needs; the caller fetches or reads them. */
export interface RenderAssets {
  /** In order of preference: a character takes the first font that holds it and has its weight and slant. */
  fonts: readonly FontFile[]
  /** PNG or JPEG by the id or src that the text and the letterhead name. */
  images: ReadonlyMap<string, Uint8Array>
  /** harfbuzzjs/dist/harfbuzz-subset.wasm */
  subsetWasm: Uint8Array<ArrayBuffer>
}

/** Called as work proceeds, with a share between 0 and 1. */
export type RenderProgress = (share: number) => void
