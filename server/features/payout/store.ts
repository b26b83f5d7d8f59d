import { type Insertable, sql } from 'kysely'
import type { PayoutClose } from '#contract/calls/payout.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type MonthText, monthOf } from '#domain/money/month-lock.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { ReaderPayout } from '#server/kernel/database/schema.ts'
import type { PayoutOf } from './exams.ts'

export type ClosedMonth = PayoutClose & { doctor_id: string; month: MonthText; closer_id: string }

/** Selects the versions of closed months, newest first. */
export async function selectCloses(tx: Tx, { clientId, month, doctorId }: PayoutOf): Promise<ClosedMonth[]> {
  const rows = await named(tx)
    .where('c.client_id', '=', clientId)
    .where('c.month', '=', `${month}-01`)
    .$if(doctorId !== undefined, (query) => query.where('c.doctor_id', '=', doctorId ?? ''))
    .orderBy('c.version', 'desc')
    .execute()
  return rows.map(toClose)
}

/** Returns one close, or undefined if there is none with that id. */
export async function findClose(tx: Tx, clientId: string, id: string): Promise<ClosedMonth | undefined> {
  const row = await named(tx).where('c.client_id', '=', clientId).where('c.id', '=', id).executeTakeFirst()
  return row && toClose(row)
}

const named = (tx: Tx) =>
  tx
    .selectFrom('reader_payout as c')
    .leftJoin('app_user as a', (on) =>
      on.onRef('a.client_id', '=', 'c.client_id').onRef('a.id', '=', 'c.closed_by'),
    )
    .leftJoin('app_user as r', (on) =>
      on.onRef('r.client_id', '=', 'c.client_id').onRef('r.id', '=', 'c.reopened_by'),
    )
    .selectAll('c')
    .select(['a.name as closer', 'r.name as reopener'])

type Named = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

const toClose = (row: Named): ClosedMonth => ({
  id: row.id,
  doctor_id: row.doctor_id,
  month: monthOf(row.month),
  version: row.version,
  exams: row.exams,
  points: Number(row.points),
  rate: Number(row.rate),
  amount: Number(row.amount),
  sha256: row.sha256,
  closed_on: row.closed_on.toISOString(),
  closed_by: row.closer ?? '',
  closer_id: row.closed_by,
  reopened_on: row.reopened_on?.toISOString() ?? null,
  reopened_by: row.reopener ?? '',
  reopen_reason: row.reopen_reason,
})

export async function insertClose(tx: Tx, row: Insertable<ReaderPayout>): Promise<void> {
  await tx.insertInto('reader_payout').values(row).execute()
}

/** Reopens a closed month. Returns false if it was already reopened. */
export async function endClose(
  tx: Tx,
  clientId: string,
  { id, ...end }: { id: string; reopened_on: Date; reopened_by: string; reopen_reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reader_payout')
    .set(end)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('reopened_on', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects the rates by reader, exact as the database formats them. */
export async function selectRates(tx: Tx, clientId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('reader_rate')
    .select(['doctor_id', 'rate'])
    .where('client_id', '=', clientId)
    .execute()
  return new Map(rows.map(({ doctor_id, rate }) => [doctor_id, rate]))
}

export async function saveRate(
  tx: Tx,
  row: { client_id: string; doctor_id: string; rate: number; set_on: Date; set_by: string },
): Promise<void> {
  const { rate, set_on, set_by } = row
  await tx
    .insertInto('reader_rate')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'doctor_id']).doUpdateSet({ rate, set_on, set_by }),
    )
    .execute()
}

/** Selects the radiology doctors with these ids, with names; omits others. */
export async function selectReaders(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; is_doctor: boolean }[]> {
  return tx
    .selectFrom('app_user')
    .select(['id', 'name', 'is_doctor'])
    .where('client_id', '=', clientId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** Throws if the id is not a doctor of the caller's client. */
export async function demandReader(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  id: string,
): Promise<void> {
  const [reader] = await selectReaders(tx, caller.clientId, [id])
  if (!reader?.is_doctor) throw new Refusal('not_found')
}

/** Selects the time zones of the client's branches. */
export async function selectZones(tx: Tx, clientId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('branch')
    .select('time_zone')
    .distinct()
    .where('client_id', '=', clientId)
    .execute()
  return rows.map(({ time_zone }) => time_zone)
}
