import type { ReportStatus } from '../status/report-status.ts'
import { signedOn } from './signed-on.ts'

/** By which moment of a study the days of a filter are meant; named as on the wire. */
export const DATE_BASES = ['study_datetime', 'received_datetime', 'signed_on'] as const
export type DateBasis = (typeof DATE_BASES)[number]

/** The days of a list are those on which its studies were received, unless another basis is asked for. */
export const DEFAULT_DATE_BASIS: DateBasis = 'received_datetime'

export function isDateBasis(text: string): text is DateBasis {
  return (DATE_BASES as readonly string[]).includes(text)
}

/** The moments of a study that a basis can mean; `study_datetime` is null where the images do not say it. */
export interface DatedStudy {
  status: ReportStatus
  study_datetime: string | null
  received_datetime: string
  signed_on: string | null
}

/** The moment that `basis` means, as an instant; null where the study has none. An unsigned study was never signed. */
export function momentOf(study: DatedStudy, basis: DateBasis): string | null {
  return basis === 'signed_on' ? signedOn(study) : study[basis]
}
