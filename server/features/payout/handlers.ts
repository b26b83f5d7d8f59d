import type { payoutCalls } from '#contract/calls/payout.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { closePayout, reopenPayout, setRate } from './acts.ts'
import { listExams } from './exams.ts'
import { readerFor } from './reader-for.ts'
import { readStatement } from './statement.ts'

export const payoutHandlers: HandlersFor<typeof payoutCalls> = {
  statement: async ({ month, doctor_id }, ctx) => ({
    result: { readers: await readStatement(ctx, month, readerFor(ctx.caller, doctor_id)) },
  }),
  lines: async ({ month, doctor_id, p, ps }, ctx) => {
    const doctorId = readerFor(ctx.caller, doctor_id) ?? doctor_id
    const { rows, total } = await listExams(
      ctx.tx,
      { clientId: ctx.caller.clientId, month, doctorId },
      { p, ps },
    )
    const page = { start: (p - 1) * ps, total: rows.length, total_records: total, cur_page: p }
    return { result: { data: rows, page } }
  },
  setRate: async (input, ctx) => ({
    message: 'The rate is saved',
    result: { payout: await setRate(ctx, input) },
  }),
  close: async (input, ctx) => ({
    message: `${formatMonthText(input.month)} is closed`,
    result: { payout: await closePayout(ctx, input) },
  }),
  reopen: async (input, ctx) => ({
    message: 'The month is open again',
    result: { payout: await reopenPayout(ctx, input) },
  }),
}
