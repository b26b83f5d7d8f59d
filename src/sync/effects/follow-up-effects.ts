import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** A follow-up changes no record that devices have copies of: its list is only on the server. */
export const followUpEffects: EffectsOf<'study/setFollowUp'> = {
  'study/setFollowUp': { record: studyOf, isAuto: byPerson, patches: async () => [] },
}
