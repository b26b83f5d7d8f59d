import type { reconcileCalls } from '#contract/calls/reconcile.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { reconcileDay } from './reconcile.ts'

export const reconcileHandlers: HandlersFor<typeof reconcileCalls> = {
  day: async (input, ctx) => reconcileDay(ctx, input),
}
