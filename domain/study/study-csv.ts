import type { ReportStatus } from '../status/report-status.ts'
import { isVerified, REPORT_STATUS_TABLE } from '../status/report-status.ts'
import { formatDate, formatDateTime } from '../time/formats.ts'
import { minutesInWords, tatAt } from '../time/tat.ts'
import { signedOn } from './signed-on.ts'

/** The part of a study that is in a CSV file. */
export interface CsvStudy {
  pat_id: string
  pat_name: string
  tag: string
  tag_critical: string
  accession_no: string
  modality: string
  study_desc: string
  study_datetime: string | null
  received_datetime: string
  tat: number
  status: ReportStatus
  assigned_on: string | null
  signed_on: string | null
  signed_by_doctor: string
  verified_on: string | null
  branch: string
  /** When its visit went through its steps; absent if unknown, as on an offline device. */
  visit_times?: CsvVisitTimes
}

/** Instants of a visit; null for a step that it did not reach. */
interface CsvVisitTimes {
  booking_requested_on: string | null
  booking_converted_on: string | null
  visit_started_on: string | null
  scan_started_on: string | null
  scan_completed_on: string | null
}

/** How the rows of a study list are written as CSV. */
export interface CsvOptions {
  /** The zone for days and hours. */
  zone: string
  /** The end of the time used by an unsigned study. */
  now: Date
  /** Adds the columns of the client switch `extended_csv` (docs/wire.md). */
  isExtended: boolean
}

type Cell = (study: CsvStudy, options: CsvOptions) => string

/** The value of an empty cell in the longer rows (docs/screens.md#the-shell). */
const MISSING = 'N/A'

const at = (instant: string | null, zone: string) => (instant ? formatDateTime(new Date(instant), zone) : '')

function tatText(study: CsvStudy, { now }: CsvOptions): string {
  const receivedAt = new Date(study.received_datetime)
  const signed = signedOn(study)
  const signedAt = signed ? new Date(signed) : null
  return minutesInWords(tatAt({ receivedAt, signedAt, allowedMinutes: study.tat }, now).usedMinutes)
}

/** Minutes from a moment to the signature. */
function minutesToSignature(from: string | null | undefined, study: CsvStudy): string {
  const to = signedOn(study)
  if (!from || !to) return MISSING
  return minutesInWords((Date.parse(to) - Date.parse(from)) / 60_000)
}

/** When the visit reached a step. */
const stepOf =
  (step: keyof CsvVisitTimes): Cell =>
  ({ visit_times: times }, { zone }) =>
    at(times?.[step] ?? null, zone) || MISSING

/** The columns of the studies table, in order (docs/screens.md#the-shell). */
const COLUMNS: readonly (readonly [string, Cell])[] = [
  ['Patient ID', ({ pat_id }) => pat_id],
  ['Patient Name', ({ pat_name }) => pat_name],
  ['Tag', ({ tag_critical, tag }) => [tag_critical, tag].filter(Boolean).join(', ')],
  ['Accession No', ({ accession_no }) => accession_no],
  ['Modality', ({ modality }) => modality],
  ['Study Name', ({ study_desc }) => study_desc],
  [
    'Study Date',
    ({ study_datetime }, { zone }) => (study_datetime ? formatDate(new Date(study_datetime), zone) : ''),
  ],
  ['TAT', tatText],
  ['Report Date', (study, { zone }) => at(signedOn(study), zone)],
  ['Verified Date', ({ status, verified_on }, { zone }) => (isVerified(status) ? at(verified_on, zone) : '')],
  ['Report By', (study) => (signedOn(study) ? study.signed_by_doctor : '')],
  ['Branch', ({ branch }) => branch],
  ['Status', ({ status }) => REPORT_STATUS_TABLE[status].label],
]

const EXTENDED_COLUMNS: readonly (readonly [string, Cell])[] = [
  ['Booking Request Time', stepOf('booking_requested_on')],
  ['Booking Convert Time', stepOf('booking_converted_on')],
  ['Visit Start Time', stepOf('visit_started_on')],
  ['Scan Start Time', stepOf('scan_started_on')],
  ['Scan Completed Time', stepOf('scan_completed_on')],
  ['Case Assigned Time', ({ assigned_on }, { zone }) => at(assigned_on, zone) || MISSING],
  ['Start to End TAT', (study) => minutesToSignature(study.visit_times?.visit_started_on, study)],
  ['Reporting TAT', (study) => minutesToSignature(study.assigned_on, study)],
]

const columnsOf = (isExtended: boolean) => (isExtended ? [...COLUMNS, ...EXTENDED_COLUMNS] : COLUMNS)

/** The names of the columns. */
export function csvHead(isExtended: boolean): string[] {
  return columnsOf(isExtended).map(([name]) => name)
}

/** One study as a row of the file, one text per column. */
export function csvRow(study: CsvStudy, options: CsvOptions): string[] {
  return columnsOf(options.isExtended).map(([, cell]) => cell(study, options))
}
