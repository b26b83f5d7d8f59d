import { byPerson, type EffectsOf, studyOf } from './effect.ts'

/** A skip changes no record that devices have copies of: the order of this session is local to the device. */
export const skipEffects: EffectsOf<'study/skip'> = {
  'study/skip': { record: studyOf, isAuto: byPerson, patches: async () => [] },
}
