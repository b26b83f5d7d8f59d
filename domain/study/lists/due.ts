import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { type Tat, tatAt } from '#domain/time/tat.ts'

/**
 * Filters by the time that unsigned studies have left. `Overdue` is every study over its allowed time; `UpToTwice` and
 * `OverTwice` are its two parts.
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

/** True for an unsigned study that matches `due` at `now`. */
export function isDue(
  study: { status: ReportStatus; received_datetime: string; tat: number },
  due: DueFilter,
  now: Date,
): boolean {
  if (isSigned(study.status)) return false
  const receivedAt = new Date(study.received_datetime)
  return RULES[due](tatAt({ receivedAt, allowedMinutes: study.tat }, now))
}
