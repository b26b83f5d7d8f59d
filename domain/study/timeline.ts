import type { ReportStatus } from '../status/report-status.ts'

/** The milestones of a study in order (docs/studies.md#study-drawer). */
export const MILESTONES = ['checked_in', 'report_created', 'signed_on', 'verified_on'] as const
export type Milestone = (typeof MILESTONES)[number]

const STEPS = { Pending: 0, Draft: 1, ReadyForSign: 1, Signed: 2, Verified: 3 } as const satisfies Record<
  ReportStatus,
  number
>

/** The progress of a study: the index of the last milestone that it reached (docs/studies.md#study-drawer). */
export function timelineStep(status: ReportStatus): 0 | 1 | 2 | 3 {
  return STEPS[status]
}

/** Whether the study reached the milestone. */
export function hasReached(status: ReportStatus, milestone: Milestone): boolean {
  return MILESTONES.indexOf(milestone) <= timelineStep(status)
}
