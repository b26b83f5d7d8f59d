import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** A follow-up changes no record that devices hold copies of: its list is the server's. */
export const followUpEffects: EffectsOf<'study/setFollowUp'> = {
  'study/setFollowUp': { record: studyOf, isAuto: byPerson, patches: async () => [] },
}
