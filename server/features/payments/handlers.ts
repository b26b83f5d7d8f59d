import { v7 as mintId } from 'uuid'
import type { paymentCalls } from '#contract/calls/payments.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { cancelReceipt, cancelRefund } from './cancel.ts'
import { countDay } from './count-day.ts'
import { createReceipts } from './create-receipts.ts'
import { createRefunds } from './create-refunds.ts'
import { closeDay, readDrawer } from './day-close.ts'
import { readOpenRefunds } from './open-refunds.ts'
import { allocateReceipt } from './public/allocate.ts'
import { readSeries } from './series.ts'

// The single calls have no list, so refused fields have their plain names.
const NO_LIST = ''

export const paymentHandlers: HandlersFor<typeof paymentCalls> = {
  createReceipts: async (input, ctx) => ({
    message: 'Payment recorded',
    result: await createReceipts(ctx, input),
  }),

  createReceipt: async ({ appt_id, ...receipt }, ctx) => ({
    message: 'Payment recorded',
    result: await createReceipts(
      ctx,
      { appt_id, receipts: [{ ...receipt, id: receipt.id ?? mintId() }] },
      NO_LIST,
    ),
  }),

  cancelReceipt: async (input, ctx) => ({ message: 'Cancelled', result: await cancelReceipt(ctx, input) }),

  createRefunds: async (input, ctx) => ({
    message: 'Refund created',
    result: await createRefunds(ctx, input),
  }),

  createRefund: async ({ appt_id, reason, ...refund }, ctx) => ({
    message: 'Refund created',
    result: await createRefunds(
      ctx,
      { appt_id, reason, refunds: [{ ...refund, id: refund.id ?? mintId() }] },
      NO_LIST,
    ),
  }),

  cancelRefund: async (input, ctx) => ({ message: 'Cancelled', result: await cancelRefund(ctx, input) }),

  allocate: async (input, ctx) => ({
    message: 'Saved successfully',
    result: await allocateReceipt(ctx, input),
  }),

  drawer: async (input, ctx) => ({ result: await readDrawer(ctx, input) }),

  countDay: async (input, ctx) => ({ result: await countDay(ctx, input) }),

  openRefunds: async (input, ctx) => ({ result: await readOpenRefunds(ctx, input) }),

  closeDay: async (input, ctx) => ({
    message: 'Saved successfully',
    result: { close: await closeDay(ctx, input) },
  }),

  series: async (input, ctx) => ({ result: await readSeries(ctx, input) }),
}
