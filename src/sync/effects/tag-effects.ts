import type { StudyRow } from '#contract/calls/studies.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { ownerOfCritical } from '#domain/study/critical-rules.ts'
import { byPerson, type EffectsOf, type Patch, studyOf } from './effect.ts'

/** The optimistic effects of a study's tags; a critical tag creates its critical record at once. */
export const tagEffects: EffectsOf<'study/assignTag' | 'study/assignCriticalTag'> = {
  'study/assignTag': {
    record: studyOf,
    isAuto: byPerson,
    patches: async ({ study_id, tag_id }, local) => {
      const tag = (await local.findTags()).find(({ id }) => id === tag_id)
      const change: Partial<StudyRow> = { tag_id, tag: tag?.name ?? '', tag_color: tag?.color ?? '' }
      return [{ type: 'study', id: study_id, change }]
    },
  },
  'study/assignCriticalTag': {
    record: studyOf,
    isAuto: byPerson,
    patches: async ({ study_id, tag_name, critical_id }, local, author) => {
      const tags = await local.findTags()
      const tag = tags.find(({ name, type }) => type === 'Critical' && name === tag_name)
      const change: Partial<StudyRow> = {
        tag_critical_id: tag?.id ?? null,
        tag_critical: tag?.name ?? '',
        tag_color_critical: tag?.color ?? '',
      }
      const patches: Patch[] = [{ type: 'study', id: study_id, change }]
      if (!tag || critical_id === undefined) return patches
      const study = await local.findStudy(study_id)
      const opened: CriticalRow = {
        id: critical_id,
        rev: 0,
        study_id,
        tag_id: tag.id,
        tag: tag.name,
        opened_by: author.name,
        opened_on: author.at,
        doctor_id: ownerOfCritical(study, { doctor_id: author.userId }),
        told_to: '',
        told_how: '',
        told_on: null,
        read_back: 0,
        note: '',
        closed_by: '',
        closed_on: null,
      }
      return [...patches, { type: 'critical', id: critical_id, change: opened }]
    },
  },
}
