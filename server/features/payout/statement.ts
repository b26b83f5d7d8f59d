import type { ReaderPayout } from '#contract/calls/payout.ts'
import { isMonthOver, type MonthText } from '#domain/money/month-lock.ts'
import { payoutOf } from '#domain/money/payout.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { type ExamSums, sumExams } from './exams.ts'
import { selectCloses, selectRates, selectReaders, selectZones } from './store.ts'

/** The SHA-256 of an empty list of examinations. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const none = (doctor_id: string): ExamSums => ({
  doctor_id,
  exams: 0,
  verified: 0,
  without_points: 0,
  points: '0',
  sha256: OF_NOTHING,
})

type ReadContext = Pick<Context, 'tx' | 'caller' | 'now'>

/** Returns why the month cannot be closed yet; undefined if it is over at every branch. */
export async function closeRefusal(
  { tx, caller, now }: ReadContext,
  month: MonthText,
): Promise<string | undefined> {
  const zones = await selectZones(tx, caller.clientId)
  const isOver = zones.every((zone) => isMonthOver(month, dayAt(now, zone)))
  return isOver ? undefined : `${formatMonthText(month)} is not over at every branch.`
}

/** Reads the month of every reader, or of one: the current sums, and the closes. */
export async function readStatement(
  ctx: ReadContext,
  month: MonthText,
  doctorId?: string,
): Promise<ReaderPayout[]> {
  const { tx, caller } = ctx
  const of = { clientId: caller.clientId, month, doctorId }
  const sums = new Map((await sumExams(tx, of)).map((row) => [row.doctor_id, row]))
  const rates = await selectRates(tx, caller.clientId)
  const closes = Map.groupBy(await selectCloses(tx, of), ({ doctor_id }) => doctor_id)
  const ids = doctorId === undefined ? [...sums.keys(), ...rates.keys(), ...closes.keys()] : [doctorId]
  const readers = await selectReaders(tx, caller.clientId, ids)
  const decimals = await decimalsOf(ctx)
  const refusal = (await closeRefusal(ctx, month)) ?? ''
  return readers.map(({ id, name }): ReaderPayout => {
    const { points, ...sum } = sums.get(id) ?? none(id)
    const rate = rates.get(id) ?? '0'
    const own = closes.get(id) ?? []
    const closed = own.find(({ reopened_on }) => reopened_on === null)
    return {
      ...sum,
      name,
      points: Number(points),
      rate: Number(rate),
      amount: payoutOf(points, rate, decimals),
      is_closed: closed ? 1 : 0,
      is_same: closed && closed.sha256 !== sum.sha256 ? 0 : 1,
      refusal: closed ? '' : refusal,
      closes: own,
    }
  })
}
