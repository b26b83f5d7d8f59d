import { STUDY_PART_TYPES } from '#contract/calls/sync.ts'
import { REPORT_WINDOW_DAYS, STUDY_WINDOW_DAYS } from '#domain/time/intervals.ts'
import type { SyncWindow } from './source.ts'

const DAY_MS = 86_400_000
const WINDOW_DAYS = { study: STUDY_WINDOW_DAYS, report: REPORT_WINDOW_DAYS } as const

/** What devices keep of each type at `now`. Rounded to days, so that the bound stands still between two pulls. */
export function windowsAt(now: Date): Readonly<Record<string, SyncWindow>> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const from = (days: number) => ({ from: new Date(today - days * DAY_MS) })
  const study = from(WINDOW_DAYS.study)
  const parts = Object.fromEntries(STUDY_PART_TYPES.map((type) => [type, study]))
  return { ...parts, study, report: from(WINDOW_DAYS.report) }
}
