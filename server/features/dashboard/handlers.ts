import type { dashboardCalls } from '#contract/calls/dashboard.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { selectHead } from '#server/kernel/sync/feed/feed-head.ts'
import { selectCasesByMonth, selectSummary } from './store.ts'

/** Figures of the analytics dashboard, for the branches that the caller may see. */
export const dashboardHandlers: HandlersFor<typeof dashboardCalls> = {
  dashboardData: async (input, ctx) => {
    // Reads the feed position first, so that the figures are at least as new as that position.
    const as_at = await asAt(ctx)
    const { branch_id, branch, from_date, to_date, date_col } = input
    const filter = {
      branch_id: branch_id ?? branch ?? null,
      from_date: from_date ?? null,
      to_date: to_date ?? null,
      date_col,
    }
    return { result: { ...(await selectSummary(ctx.tx, ctx.caller, input, ctx.now)), filter, as_at } }
  },
  casesLast12Months: async (input, ctx) => {
    const as_at = await asAt(ctx)
    return { result: await selectCasesByMonth(ctx.tx, ctx.caller, input, ctx.now), as_at }
  },
}

async function asAt({ tx, caller, now }: Context) {
  const { pos } = await selectHead(tx, caller.clientId)
  return { pos, at: now.toISOString() }
}
