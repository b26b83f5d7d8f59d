import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** A skip changes no record that devices hold copies of: the order of this session is the device's own. */
export const skipEffects: EffectsOf<'study/skip'> = {
  'study/skip': { record: studyOf, isAuto: byPerson, patches: async () => [] },
}
