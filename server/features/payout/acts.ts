import { sql } from 'kysely'
import type { ReaderPayout } from '#contract/calls/payout.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { findMinor, fromMinor } from '#domain/money/minor-units.ts'
import type { MonthText } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import type { Context } from '#server/kernel/context.ts'
import { demandReason } from '#server/kernel/demand-reason.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { keepExams } from './exams.ts'
import { closeRefusal, readStatement } from './statement.ts'
import {
  type ClosedMonth,
  demandReader,
  endClose,
  findClose,
  insertClose,
  saveRate,
  selectRates,
} from './store.ts'

/** Sets the value of a point for a reader; throws if it has more decimals than the client's currency. */
export async function setRate(
  ctx: Context,
  { doctor_id, rate, month }: { doctor_id: string; rate: number; month: MonthText },
): Promise<ReaderPayout> {
  const { tx, caller, now } = ctx
  await demandReader(ctx, doctor_id)
  const decimals = await decimalsOf(ctx)
  const minor = findMinor(rate, decimals)
  if (minor === undefined || fromMinor(minor, decimals) !== rate)
    throw invalid({ rate: `has at most ${decimals} decimals` })
  const before = Number((await selectRates(tx, caller.clientId)).get(doctor_id) ?? 0)
  if (before !== rate) {
    await saveRate(tx, { client_id: caller.clientId, doctor_id, rate, set_on: now, set_by: caller.userId })
    await ctx.audit('set_rate', 'reader_rate', doctor_id, { before, after: rate })
  }
  return getPayout(ctx, month, doctor_id)
}

interface CloseWish {
  id: string
  doctor_id: string
  month: MonthText
  /** The figures shown to the person who closes. */
  seen: { sha256: string; amount: number }
}

/**
 * Closes a reader's month as the person has seen it. Stores totals and examinations with a checksum; later changes of
 * a study, of points or of a rate do not affect them.
 */
export async function closePayout(
  ctx: Context,
  { id, doctor_id, month, seen }: CloseWish,
): Promise<ReaderPayout> {
  const { tx, caller, now } = ctx
  await demandReader(ctx, doctor_id)
  await waitForOthers(ctx, doctor_id, month)
  const known = await findClose(tx, caller.clientId, id)
  if (known) return repeated(ctx, known, { doctor_id, month })
  const refusal = await closeRefusal(ctx, month)
  if (refusal !== undefined) throw new Refusal('refused', refusal)
  const payout = await getPayout(ctx, month, doctor_id)
  if (payout.is_closed === 1) throw new Refusal('refused', `${formatMonthText(month)} is already closed.`)
  if (seen.sha256 !== payout.sha256 || seen.amount !== payout.amount)
    throw new Refusal('conflict', `${formatMonthText(month)} has changed since. Check it again.`, {
      current: payout,
    })
  const version = Math.max(0, ...payout.closes.map((one) => one.version)) + 1
  const { exams, points, rate, amount, sha256 } = payout
  await insertClose(tx, {
    client_id: caller.clientId,
    id,
    doctor_id,
    month: `${month}-01`,
    version,
    exams,
    points,
    rate,
    amount,
    sha256,
    closed_on: now,
    closed_by: caller.userId,
  })
  await keepExams(tx, { clientId: caller.clientId, month, doctorId: doctor_id }, id)
  await ctx.audit('close_payout', 'reader_payout', id, {
    doctor_id,
    month,
    version,
    points,
    rate,
    amount,
    sha256,
  })
  return getPayout(ctx, month, doctor_id)
}

/** Reopens a closed month with a reason; it can then be closed as the next version. */
export async function reopenPayout(
  ctx: Context,
  input: { id: string; reason: string },
): Promise<ReaderPayout> {
  const { tx, caller, now } = ctx
  const found = await findClose(tx, caller.clientId, input.id)
  if (!found) throw new Refusal('not_found')
  const { doctor_id, month, version } = found
  const reason = demandReason(input.reason)
  await waitForOthers(ctx, doctor_id, month)
  const end = { id: input.id, reopened_on: now, reopened_by: caller.userId, reopen_reason: reason }
  if (!(await endClose(tx, caller.clientId, end)))
    throw new Refusal('refused', `${formatMonthText(month)} was already opened.`)
  await ctx.audit('reopen_payout', 'reader_payout', input.id, { doctor_id, month, version, reason })
  return getPayout(ctx, month, doctor_id)
}

// Serializes closes and reopens of the same month.
async function waitForOthers({ tx, caller }: Context, doctorId: string, month: MonthText): Promise<void> {
  const name = `payout ${caller.clientId} ${doctorId} ${month}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

// Returns the existing close for a repeat by the same person; throws if the id belongs to another month.
async function repeated(
  ctx: Context,
  known: ClosedMonth,
  wish: { doctor_id: string; month: MonthText },
): Promise<ReaderPayout> {
  const isSame =
    known.doctor_id === wish.doctor_id && known.month === wish.month && known.closer_id === ctx.caller.userId
  if (!isSame) throw new Refusal('id_reused')
  return getPayout(ctx, wish.month, wish.doctor_id)
}

async function getPayout(ctx: Context, month: MonthText, doctorId: string): Promise<ReaderPayout> {
  const [payout] = await readStatement(ctx, month, doctorId)
  if (!payout) throw new Refusal('not_found')
  return payout
}
