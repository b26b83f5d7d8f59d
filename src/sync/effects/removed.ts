import type { StudyPartType } from '#contract/calls/sync.ts'
import type { Patch } from './effect.ts'

/** The effect of a delete on what stands with a study: it is not shown any more (useStudyParts). */
export const removed = (type: StudyPartType, id: string): Patch =>
  // `removed` is no field of a record: it is what hides it here until the copy leaves.
  ({ type, id, change: { removed: true } }) as unknown as Patch
