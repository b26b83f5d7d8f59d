import { isSigned, type ReportStatus } from '../status/report-status.ts'
import { tatAt } from '../time/tat.ts'

/** What of the time left a list can be filtered by. */
export const DUE_FILTERS = ['Overdue'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

/** True for a study that is not signed and has used more than its allowed minutes at `now`. */
export function isOverdue(
  study: { status: ReportStatus; received_datetime: string; tat: number },
  now: Date,
): boolean {
  if (isSigned(study.status)) return false
  const receivedAt = new Date(study.received_datetime)
  return tatAt({ receivedAt, allowedMinutes: study.tat }, now).isOver
}
