import type { StudyPartType, VisitPartType } from '#contract/records/records.ts'
import type { Patch } from './effect.ts'

/** The effect of deleting a part of a study or visit: it is no longer shown (useStudyParts, openShown). */
export const removed = (type: StudyPartType | VisitPartType, id: string): Patch =>
  // `removed` is not a field of the record: it hides the record here until its copy is deleted.
  ({ type, id, change: { removed: true } }) as unknown as Patch
