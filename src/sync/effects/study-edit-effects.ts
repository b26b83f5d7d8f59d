import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** The optimistic effect of correcting patient and study data. */
export const studyEditEffects: EffectsOf<'study/updatePatientDtl'> = {
  'study/updatePatientDtl': {
    record: studyOf,
    isAuto: byPerson,
    patches: async ({ study_id, fields }) => [{ type: 'study', id: study_id, change: fields }],
  },
}
