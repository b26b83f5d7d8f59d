import { type Insertable, sql } from 'kysely'
import type { MonthLock as MonthLockRow, MonthTotals } from '#contract/calls/month-lock.ts'
import { type MonthText, monthOf } from '#domain/money/month-lock.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { MonthLock } from '#server/kernel/database/schema.ts'

interface Where {
  clientId: string
  branchId: string
}

/** Selects all versions of a branch's locks, newest month and version first. */
export async function selectLocks(tx: Tx, { clientId, branchId }: Where): Promise<MonthLockRow[]> {
  const rows = await named(tx)
    .where('l.client_id', '=', clientId)
    .where('l.branch_id', '=', branchId)
    .orderBy('l.month', 'desc')
    .orderBy('l.version', 'desc')
    .execute()
  return rows.map(toRow)
}

/** Returns one lock, or undefined if there is none with that id. */
export async function findLock(tx: Tx, clientId: string, id: string): Promise<MonthLockRow | undefined> {
  const row = await named(tx).where('l.client_id', '=', clientId).where('l.id', '=', id).executeTakeFirst()
  return row && toRow(row)
}

/** Returns who locked and unlocked it, to detect a repeat of the same act. */
export function findActors(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('month_lock')
    .select(['locked_by', 'unlocked_by'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function insertLock(tx: Tx, row: Insertable<MonthLock>): Promise<void> {
  await tx.insertInto('month_lock').values(row).execute()
}

/** Ends a lock. Returns false if it was already ended. */
export async function endLock(
  tx: Tx,
  clientId: string,
  { id, ...end }: { id: string; unlocked_on: Date; unlocked_by: string; unlock_reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('month_lock')
    .set(end)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('unlocked_on', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the first month before `before` that has money and is not locked. */
export async function findOpenMonthBefore(
  tx: Tx,
  { clientId, branchId }: Where,
  before: MonthText,
): Promise<MonthText | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select min(m.month)::date as month from (${monthsWithMoney({ clientId, branchId })}) m
    where m.month < ${`${before}-01`} and not exists (
      select from month_lock l where l.client_id = ${clientId} and l.branch_id = ${branchId}
        and l.month = m.month and l.unlocked_on is null)`.execute(tx)
  return rows[0]?.month ? monthOf(rows[0].month) : undefined
}

/** Selects the months of a branch in which money moved. */
export async function selectMonthsWithMoney(tx: Tx, where: Where): Promise<MonthText[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct m.month::date as month from (${monthsWithMoney(where)}) m order by month`.execute(tx)
  return rows.map(({ month }) => monthOf(month))
}

const monthsWithMoney = ({ clientId, branchId }: Where) => {
  const days = (['receipt', 'refund'] as const).flatMap((table) =>
    (['business_day', 'cancel_day'] as const).map(
      (
        day,
      ) => sql`select distinct date_trunc('month', ${sql.ref(day)})::date as month from ${sql.table(table)}
        where client_id = ${clientId} and branch_id = ${branchId} and ${sql.ref(day)} is not null`,
    ),
  )
  return sql.join(days, sql` union `)
}

const named = (tx: Tx) =>
  tx
    .selectFrom('month_lock as l')
    .leftJoin('app_user as a', (on) =>
      on.onRef('a.client_id', '=', 'l.client_id').onRef('a.id', '=', 'l.locked_by'),
    )
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'l.client_id').onRef('u.id', '=', 'l.unlocked_by'),
    )
    .select([
      'l.id',
      'l.branch_id',
      'l.month',
      'l.version',
      'l.totals',
      'l.rows',
      'l.sha256',
      'l.locked_on',
      'l.unlocked_on',
      'l.unlock_reason',
      'a.name as locker',
      'u.name as unlocker',
    ])

type Named = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

const toRow = ({ locker, unlocker, ...row }: Named): MonthLockRow => ({
  ...row,
  month: monthOf(row.month),
  // Only lockMonth writes this column, and the call's output schema parses it.
  totals: row.totals as unknown as MonthTotals,
  locked_on: row.locked_on.toISOString(),
  locked_by: locker ?? '',
  unlocked_on: row.unlocked_on?.toISOString() ?? null,
  unlocked_by: unlocker ?? '',
})
