import type { ReportStatus } from '#domain/status/report-status.ts'
import { signedOn } from '../signed-on.ts'

/** The moment of a study to which a filter's days refer; named as on the wire. */
export const DATE_BASES = ['study_datetime', 'received_datetime', 'signed_on'] as const
export type DateBasis = (typeof DATE_BASES)[number]

/** By default the days of a list refer to the receipt of studies. */
export const DEFAULT_DATE_BASIS: DateBasis = 'received_datetime'

export function isDateBasis(text: string): text is DateBasis {
  return (DATE_BASES as readonly string[]).includes(text)
}

/** The moments of a study that a basis can mean; `study_datetime` is null if the images do not contain it. */
export interface DatedStudy {
  status: ReportStatus
  study_datetime: string | null
  received_datetime: string
  signed_on: string | null
}

/** The moment for `basis`, as an instant; null if the study has none. An unsigned study was never signed. */
export function momentOf(study: DatedStudy, basis: DateBasis): string | null {
  return basis === 'signed_on' ? signedOn(study) : study[basis]
}
