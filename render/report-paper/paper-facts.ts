import type { ReportStatus } from '#domain/status/report-status.ts'
import type { DobAge, PaperMargins } from '../paper-input.ts'

/** The study of a paper, in its wire format: times are instants. */
export interface StudyFacts {
  modality: string
  study_desc: string
  accession_no: string
  study_datetime: string | null
  ref_physician: string
  pat_name: string
  pat_id: string
  pat_sex: string
  pat_age: string
  /** YYYY-MM-DD. */
  pat_birthdate: string | null
}

/** A report in its wire format; texts are markup. */
export interface ReportFacts {
  id: string
  report_id: string
  report_name: string
  report_data: string
  conclusion: string
  recommendation: string
  status: ReportStatus
  /** Empty while the server does not have the signature. */
  signed_hash: string
  signed_on: string | null
  verified_on: string | null
  signed_by_doctor: string
}

/** An addendum on a device. */
export interface AddendumFacts {
  id: string
  report_id: string
  content: string
  signed_by: string
  signed_on: string
  /** Empty while the server does not have it. */
  signed_hash: string
}

interface Signer {
  name: string
  title: string
  licence_no: string
  /** Link to the picture of the signature; empty if there is none. */
  image_url: string
  at: string
}

/** What a report's paper needs in addition to the text, as the server returns it. */
export interface LetterFacts {
  branch_name: string
  issuer?: readonly string[] | undefined
  margins: PaperMargins
  margins_plain: PaperMargins
  header_file_id: string | null
  footer_file_id: string | null
  header_height_mm: number
  footer_height_mm: number
  dob_age: DobAge
  disclaimer: string
  show_second_dr_sign: 0 | 1
  signatures: readonly (Signer & {
    report_id: string
    role: 'Signed' | 'Verified'
    touch?: string | undefined
  })[]
  addenda: readonly (Signer & { id: string; report_id: string; content: string })[]
}
