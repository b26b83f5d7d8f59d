import type { StudyPartType, VisitPartType } from '#contract/calls/sync.ts'
import type { Patch } from './effect.ts'

/** The effect of a delete on what stands with a study or visit: it is not shown any more (useStudyParts, openShown). */
export const removed = (type: StudyPartType | VisitPartType, id: string): Patch =>
  // `removed` is no field of a record: it is what hides it here until the copy leaves.
  ({ type, id, change: { removed: true } }) as unknown as Patch
