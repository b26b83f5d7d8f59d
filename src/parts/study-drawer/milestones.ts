import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { signedOn } from '#domain/study/signed-on.ts'
import { MILESTONES, type Milestone } from '#domain/study/timeline.ts'

/** When a milestone was reached and by whom; `at` is null if unknown or not reached yet. */
export interface MilestoneFact {
  milestone: Milestone
  at: string | null
  by: string
}

/**
 * Returns the milestones of a study in order (docs/studies.md#study-drawer). Checked in is when its visit was
 * started, not when it was booked for, else when its images arrived.
 */
export function milestonesOf(
  study: Pick<
    StudyRow,
    'received_datetime' | 'status' | 'signed_on' | 'signed_by_doctor' | 'verified_on' | 'verified_by_user'
  >,
  reports: readonly Pick<ReportRow, 'created'>[],
  visitStarted: string | null,
): MilestoneFact[] {
  const created = reports.map((report) => report.created).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  const signed = signedOn(study)
  const facts: Record<Milestone, Omit<MilestoneFact, 'milestone'>> = {
    checked_in: { at: visitStarted ?? study.received_datetime, by: '' },
    report_created: { at: created[0] ?? null, by: '' },
    signed_on: { at: signed, by: signed ? study.signed_by_doctor : '' },
    verified_on: { at: study.verified_on, by: study.verified_by_user },
  }
  return MILESTONES.map((milestone) => ({ milestone, ...facts[milestone] }))
}
