import { byPerson, type EffectsOf } from './effect.ts'

/** The optimistic effect of recording who was informed of a critical result. */
export const criticalEffects: EffectsOf<'study/saveCritical'> = {
  'study/saveCritical': {
    record: ({ id }) => ({ type: 'critical', id }),
    isAuto: byPerson,
    patches: async ({ id, told_to, told_how, told_on, read_back, note, is_closed }, _local, author) => {
      const closing = is_closed === 1 ? { closed_by: author.name, closed_on: author.at } : {}
      return [{ type: 'critical', id, change: { told_to, told_how, told_on, read_back, note, ...closing } }]
    },
  },
}
