import type { StudyRow } from '#contract/calls/studies.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { isAheadOf, type WaitingChange, withWaiting } from '#src/db/waiting-changes.ts'

/** A study as a list of the device shows it. */
export type ListedStudy = StudyRow & {
  /** A change of it is on this device and not on the server yet. */
  onDevice?: boolean
  /** It is signed or verified on this device only. */
  isUnfiled?: boolean
}

/** Applies the waiting changes to a study. */
export function showStudy(copy: StudyRow, waiting: readonly WaitingChange[] = []): ListedStudy {
  const onDevice = waiting.some((change) => isAheadOf(copy.rev, change))
  if (!onDevice) return copy
  const shown = withWaiting(copy, waiting)
  const isUnfiled = isSigned(shown.status) && shown.status !== copy.status
  return { ...shown, onDevice, ...(isUnfiled && { isUnfiled }) }
}
