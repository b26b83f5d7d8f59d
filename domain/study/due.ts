import { isSigned, type ReportStatus } from '../status/report-status.ts'
import { type Tat, tatAt } from '../time/tat.ts'

/**
 * What a list can be filtered by of the time that studies without a signature have left. `Overdue` is every study over
 * its allowed time; `UpToTwice` and `OverTwice` are its two parts.
 */
export const DUE_FILTERS = ['Overdue', 'InTarget', 'UpToTwice', 'OverTwice', 'NoTarget'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

const RULES: Record<DueFilter, (tat: Tat) => boolean> = {
  Overdue: ({ isOver }) => isOver,
  InTarget: ({ isOver, allowedMinutes }) => allowedMinutes > 0 && !isOver,
  UpToTwice: ({ isOver, usedMinutes, allowedMinutes }) => isOver && usedMinutes <= 2 * allowedMinutes,
  OverTwice: ({ isOver, usedMinutes, allowedMinutes }) => isOver && usedMinutes > 2 * allowedMinutes,
  NoTarget: ({ allowedMinutes }) => allowedMinutes <= 0,
}

/** True for a study that is not signed and stands as `due` says at `now`. */
export function isDue(
  study: { status: ReportStatus; received_datetime: string; tat: number },
  due: DueFilter,
  now: Date,
): boolean {
  if (isSigned(study.status)) return false
  const receivedAt = new Date(study.received_datetime)
  return RULES[due](tatAt({ receivedAt, allowedMinutes: study.tat }, now))
}
