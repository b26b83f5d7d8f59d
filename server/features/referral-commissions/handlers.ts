import type { referralCommissionCalls } from '#contract/calls/referral-commissions.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { settleCommissions, updateCommission } from './acts.ts'
import { listAllCommissions, listCommissions } from './list.ts'

/** Handlers of referral commissions: lists within the reader's scopes of sales, edits and settlements. */
export const referralCommissionHandlers: HandlersFor<typeof referralCommissionCalls> = {
  list: async (input, ctx) => listCommissions(ctx, input),
  all: async (input, ctx) => listAllCommissions(ctx, input),
  update: async (input, ctx) => ({ message: 'Saved', result: await updateCommission(ctx, input) }),
  settle: async (input, ctx) => ({ message: 'Settled', result: await settleCommissions(ctx, input) }),
}
