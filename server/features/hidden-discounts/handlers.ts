import type { hiddenDiscountCalls } from '#contract/calls/hidden-discounts.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { listCashPaidVisits } from './cash-paid-visits.ts'
import { setHiddenDiscounts } from './set-hidden-discount.ts'

export const hiddenDiscountHandlers: HandlersFor<typeof hiddenDiscountCalls> = {
  cashPaidVisits: async (input, ctx) => listCashPaidVisits(ctx, input),
  setHiddenDiscount: async (input, ctx) => ({
    message: 'Saved',
    result: await setHiddenDiscounts(ctx, input),
  }),
}
