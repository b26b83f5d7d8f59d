import { type Insertable, sql } from 'kysely'
import type { DayClose as DayCloseRow, DrawerMode } from '#contract/calls/payments.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DayClose } from '#server/kernel/database/schema.ts'

/** The number of a person's closes on a page. */
const SHOWN = 31

interface Whose {
  clientId: string
  branchId: string
  userId: string
}

/** Selects the last closes of a person at a branch, newest first. */
export async function selectCloses(tx: Tx, { clientId, branchId, userId }: Whose): Promise<DayCloseRow[]> {
  const rows = await named(tx)
    .where('d.client_id', '=', clientId)
    .where('d.branch_id', '=', branchId)
    .where('d.user_id', '=', userId)
    .orderBy('d.closed_on', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(toRow)
}

/** Returns one close, or undefined if there is none with that id. */
export async function findClose(tx: Tx, clientId: string, id: string): Promise<DayCloseRow | undefined> {
  const row = await named(tx).where('d.client_id', '=', clientId).where('d.id', '=', id).executeTakeFirst()
  return row && toRow(row)
}

export async function insertClose(tx: Tx, row: Insertable<DayClose>): Promise<void> {
  await tx.insertInto('day_close').values(row).execute()
}

const named = (tx: Tx) =>
  tx
    .selectFrom('day_close as d')
    .leftJoin('branch as b', (on) =>
      on.onRef('b.client_id', '=', 'd.client_id').onRef('b.id', '=', 'd.branch_id'),
    )
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'd.client_id').onRef('u.id', '=', 'd.user_id'),
    )
    .leftJoin('app_user as c', (on) =>
      on.onRef('c.client_id', '=', 'd.client_id').onRef('c.id', '=', 'd.closed_by'),
    )
    .select([
      'd.id',
      'd.branch_id',
      'd.user_id',
      sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
      'd.modes',
      'd.recorded_cash',
      'd.counted_cash',
      sql<string>`d.counted_cash - d.recorded_cash`.as('difference'),
      sql<string | null>`(select n.counted_cash from day_count n where n.client_id = d.client_id
        and n.day_close_id = d.id order by n.counted_on, n.id limit 1)`.as('first_counted'),
      sql<number>`(select count(*)::int from day_count n where n.client_id = d.client_id
        and n.day_close_id = d.id)`.as('counts'),
      'd.note',
      'd.closed_on',
      'b.name as branch',
      'u.name as user',
      'c.name as closer',
    ])

type Named = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

const toRow = ({ closer, ...row }: Named): DayCloseRow => ({
  ...row,
  branch: row.branch ?? '',
  user: row.user ?? '',
  // Only closeDay writes this column, and the call's output schema parses it.
  modes: row.modes as unknown as DrawerMode[],
  recorded_cash: Number(row.recorded_cash),
  counted_cash: Number(row.counted_cash),
  difference: Number(row.difference),
  first_counted: row.first_counted === null ? null : Number(row.first_counted),
  closed_on: row.closed_on.toISOString(),
  closed_by: closer ?? '',
})
