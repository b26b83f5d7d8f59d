import type { notificationCalls } from '#contract/calls/notifications.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { selectNotificationPage, type VisibleSubjects } from './list-store.ts'
import { countUnread, markRead, saveMuted, selectMuted, selectNotificationRows } from './store.ts'

export const createNotificationHandlers = (
  subjects: VisibleSubjects,
): HandlersFor<typeof notificationCalls> => ({
  lists: async (input, ctx) => {
    const { rows, matching } = await selectNotificationPage(ctx, input, subjects)
    const start = (input.p - 1) * input.ps
    const page = { start, total: rows.length, total_records: matching, cur_page: input.p }
    // The response contains patients' names.
    await ctx.audit('read', 'notifications', undefined, { rows: rows.length })
    return { result: { data: rows, page } }
  },

  getCount: async (_, ctx) => ({ result: { count: await countUnread(ctx) } }),

  markAllRead: async ({ until }, ctx) => {
    const count = await markRead(ctx, { until: until === undefined ? undefined : new Date(until) })
    return { message: 'All notifications are read', result: { count } }
  },

  markRead: async ({ id, created }, ctx) => {
    await demandOwn(ctx, id)
    await markRead(ctx, { id, until: new Date(created) })
    return { message: 'Saved successfully', result: await demandOwn(ctx, id) }
  },

  getSettings: async (_, { tx, caller }) => ({ result: { muted: await selectMuted(tx, caller) } }),

  saveSettings: async ({ muted }, ctx) => {
    await saveMuted(ctx.tx, ctx.caller, muted)
    await ctx.audit('save', 'notification_setting', ctx.caller.userId, { muted })
    return { message: 'Saved successfully', result: { muted: await selectMuted(ctx.tx, ctx.caller) } }
  },
})

// Another person's notification is reported as not found.
async function demandOwn({ tx, caller }: Context, id: string) {
  const [row] = await selectNotificationRows(tx, caller, [id])
  if (!row) throw new Refusal('not_found')
  return row
}
