import { activationEnd } from '#domain/sharing/activation.ts'
import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** The optimistic effects of sharing a study with its patient and revoking that. */
export const portalEffects: EffectsOf<'activateStudyPatient' | 'deactivateStudyPatient'> = {
  activateStudyPatient: {
    record: studyOf,
    isAuto: byPerson,
    // Sets the end too: that of an earlier activation may have passed.
    patches: async ({ study_id, no_of_days }, _, { at }) => {
      const active_until = activationEnd(new Date(at), no_of_days).toISOString()
      return [{ type: 'study', id: study_id, change: { is_active_for_patient: 1, active_until } }]
    },
  },
  deactivateStudyPatient: {
    record: studyOf,
    isAuto: byPerson,
    patches: async ({ study_id }) => [
      { type: 'study', id: study_id, change: { is_active_for_patient: 0, active_until: null } },
    ],
  },
}
