import type { PaperLanguage } from './fonts/paper-letters.ts'

/**
 * The content of a report's paper. All texts are ready to print: times and dates are formatted by the caller
 * in the branch's time zone, so that the same input gives the same bytes on every machine.
 */
export interface PaperInput extends PaperLanguage {
  /** Title of the document, shown by PDF viewers; no patient data is added to it. */
  title: string
  /** Creation date written into the file; the clock is never read. */
  createdAt: Date
  patient: PaperPatient
  /** Lines about the study, in order: modality, accession number, referrer, dates. Empty values are omitted. */
  studyLines: readonly PaperLine[]
  /** One to five; each after the first begins on a new page. */
  reports: readonly PaperReport[]
  /** Printed on separate pages after the reports. */
  keyImages?: PaperPictures
  options: PaperOptions
  /** Used with letterhead. */
  margins: PaperMargins
  /** Used without letterhead. */
  marginsPlain: PaperMargins
  letterhead?: PaperLetterhead
  /** Printed small after the last signature. */
  disclaimer: string
  /** States on every page why this is not the filed report; with a mark, no signature image is drawn. */
  mark?: PaperMark
}

/** The fields that decide whether a signature's picture and code are drawn. */
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
  /** In the order of their signing; they follow the signatures. */
  addenda?: readonly PaperAddendum[]
  /** How the filed text is checked later; only for a text whose signature the server has. */
  check?: PaperCheck
}

/** A text that was appended to a signed report. */
export interface PaperAddendum {
  /** Markup of the report grammar. */
  content: string
  signature: PaperSignature
}

/** The address at which anybody can check whether a text is the signed one. */
export interface PaperCheck {
  /** Printed as a QR code. */
  url: string
  /** SHA-256 (hex) of the signed text; written into the file's keywords as `readroom-signed:<hash>`. */
  hash: string
}

/** Pictures in equal cells, in reading order over as many pages as needed; null leaves a cell empty. */
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
  /** Short fingerprint of the signature's passkey. */
  touch?: string
  /** A further line below, such as the verifier. */
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
  /** The issuer in words, if the header's picture is missing: the first line is large. */
  issuer?: readonly string[]
}

/** The text of a booklet, as on the report's own paper; without `reports` it has only pictures. */
export type BookletText = Pick<
  PaperInput,
  'title' | 'patient' | 'studyLines' | 'reports' | 'options' | 'disclaimer' | 'mark'
> & {
  /** The text at the foot of each page after the patient's name and id. */
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
  /** Keys into `RenderAssets.images`; each fills a separate sheet. */
  frontImageId?: string
  backImageId?: string
}

/** A font file with its name and style. */
export interface FontFile {
  /** PostScript-like name without spaces, for example NotoSans-Bold. */
  name: string
  bytes: Uint8Array
  bold: boolean
  italic: boolean
  /** Name of the file; two weights of a variable font have the same. */
  file?: string
  /** Weight at which a variable font is set (axis `wght`); absent if the file has one weight. */
  weight?: number
}

/** Bytes that the layout needs; the caller fetches or reads them. */
export interface RenderAssets {
  /** In order of preference: a character uses the first font that contains it and has its weight and slant. */
  fonts: readonly FontFile[]
  /** PNG or JPEG by the id or src in the text and the letterhead. */
  images: ReadonlyMap<string, Uint8Array>
  /** harfbuzzjs/dist/harfbuzz-subset.wasm */
  subsetWasm: Uint8Array<ArrayBuffer>
}

/** Called during the work, with a share between 0 and 1. */
export type RenderProgress = (share: number) => void
