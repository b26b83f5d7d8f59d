import { byPerson, type EffectsOf } from './effect.ts'

/** Represents all notifications of a user, as in the call's aggregate. */
const ALL = '00000000-0000-4000-8000-000000000000'

/** The optimistic effects of reading notifications. */
export const notificationEffects: EffectsOf<'noti/markAllRead' | 'noti/markRead'> = {
  'noti/markAllRead': {
    record: () => ({ type: 'notification', id: ALL }),
    isAuto: byPerson,
    patches: async ({ until }, local, { at }) => {
      const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
      const unread = (await local.findNotifications()).filter(
        ({ read_on, created }) => read_on === null && Date.parse(created) <= last,
      )
      return unread.map(({ id }) => ({ type: 'notification', id, change: { read_on: at } }))
    },
  },
  'noti/markRead': {
    record: ({ id }) => ({ type: 'notification', id }),
    isAuto: byPerson,
    patches: async ({ id }, _local, { at }) => [{ type: 'notification', id, change: { read_on: at } }],
  },
}
