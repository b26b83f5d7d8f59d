import { STUDY_PART_TYPES, VISIT_PART_TYPES } from '#contract/calls/sync.ts'
import {
  BOOKING_WINDOW_DAYS,
  NOTIFICATION_WINDOW_DAYS,
  PATIENT_WINDOW_DAYS,
  REPORT_WINDOW_DAYS,
  STUDY_WINDOW_DAYS,
  VISIT_WINDOW_DAYS,
} from '#domain/time/intervals.ts'
import type { SyncWindow } from './source.ts'

const DAY_MS = 86_400_000

/**
 * Returns the window that devices keep of each type at `now`. Rounded to days, so that it does not move
 * between two pulls.
 */
export function windowsAt(now: Date): Readonly<Record<string, SyncWindow>> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const from = (days: number) => ({ from: new Date(today - days * DAY_MS) })
  const study = from(STUDY_WINDOW_DAYS)
  const visit = from(VISIT_WINDOW_DAYS)
  const ofStudy = Object.fromEntries(STUDY_PART_TYPES.map((type) => [type, study]))
  const ofVisit = Object.fromEntries(VISIT_PART_TYPES.map((type) => [type, visit]))
  return {
    ...ofStudy,
    ...ofVisit,
    study,
    visit,
    report: from(REPORT_WINDOW_DAYS),
    patient: from(PATIENT_WINDOW_DAYS),
    booking_request: from(BOOKING_WINDOW_DAYS),
    notification: from(NOTIFICATION_WINDOW_DAYS),
  }
}
