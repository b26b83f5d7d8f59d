import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** The optimistic effects of giving a study to its patient and taking it back. */
export const portalEffects: EffectsOf<'activateStudyPatient' | 'deactivateStudyPatient'> = {
  activateStudyPatient: {
    record: studyOf,
    isAuto: byPerson,
    patches: async (input) => [{ type: 'study', id: input.study_id, change: { is_active_for_patient: 1 } }],
  },
  deactivateStudyPatient: {
    record: studyOf,
    isAuto: byPerson,
    patches: async (input) => [{ type: 'study', id: input.study_id, change: { is_active_for_patient: 0 } }],
  },
}
