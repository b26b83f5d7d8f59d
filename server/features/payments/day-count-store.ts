import { type Insertable, sql } from 'kysely'
import type { Drawer } from '#contract/calls/payments.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DayCount } from '#server/kernel/database/schema.ts'
import type { DrawerSpan } from './public/drawer-store.ts'

export async function insertCount(tx: Tx, row: Insertable<DayCount>): Promise<void> {
  await tx.insertInto('day_count').values(row).execute()
}

/** Returns one count, or undefined if there is none with that id. */
export const findCount = (tx: Tx, clientId: string, id: string) =>
  tx
    .selectFrom('day_count')
    .select(['branch_id', 'user_id', 'counted_cash', 'recorded_cash'])
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns the last count of a drawer that belongs to no close yet; null if there is none. */
export async function findOpenCount(tx: Tx, span: DrawerSpan): Promise<Drawer['counted']> {
  const row = await tx
    .selectFrom('day_count')
    .select(['counted_cash', 'counted_on'])
    .where('client_id', '=', span.clientId)
    .where('branch_id', '=', span.branchId)
    .where('user_id', '=', span.userId)
    .where('day', '=', span.day)
    .where('day_close_id', 'is', null)
    .orderBy('counted_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { counted_cash: Number(row.counted_cash), counted_on: row.counted_on.toISOString() } : null
}

/** Assigns the counts of a drawer that belong to no close yet to this close. */
export async function closeCounts(tx: Tx, span: DrawerSpan, closeId: string): Promise<void> {
  await tx
    .updateTable('day_count')
    .set({ day_close_id: closeId })
    .where('client_id', '=', span.clientId)
    .where('branch_id', '=', span.branchId)
    .where('user_id', '=', span.userId)
    .where('day', '=', span.day)
    .where('day_close_id', 'is', null)
    .execute()
}
