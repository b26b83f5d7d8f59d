import type { QueueKey } from '#contract/registry.ts'

/** Where a person changes what was refused, by call; undefined where there is nothing to type. */
const EDIT_PATHS: Record<QueueKey, ((studyId: string) => string) | undefined> = {
  saveReport: (studyId) => `/report/${studyId}`,
  verifyReport: (studyId) => `/report/${studyId}`,
  assignDoctor: undefined,
}

/** The address of the screen on which this change can be made otherwise. */
export function editPath({ key, studyId }: { key: QueueKey; studyId: string }): string | undefined {
  return EDIT_PATHS[key]?.(studyId)
}
