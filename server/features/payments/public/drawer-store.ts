import { type RawBuilder, sql } from 'kysely'
import { cashOf, drawerOf, type ModeTotal, type Movement } from '#domain/money/drawer.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { endOfDay, startOfDay } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'

/** The person, branch and business day of a drawer. */
export interface DrawerSpan {
  clientId: string
  branchId: string
  userId: string
  day: string
}

/** Returns the first and last instant of a day at a branch. */
export const dayIn = (day: string, zone: string) => ({ from: startOfDay(day, zone), to: endOfDay(day, zone) })

type MovementRow = { kind: Movement['kind']; id: string; mode: string; amount: string }

/**
 * Selects a drawer's movements that no close has counted: receipts and refunds on their business day in the drawer of
 * the person who made them, cancellations on their day in the drawer of the person who cancelled
 * (docs/decisions/188). With `lock`, locks the rows until the transaction ends.
 */
export async function selectMovements(tx: Tx, span: DrawerSpan, lock = false): Promise<MovementRow[]> {
  const end = lock ? sql`order by id for update` : sql``
  const parts = [
    { kind: 'received', table: 'receipt', where: made(span) },
    { kind: 'refunded', table: 'refund', where: made(span) },
    { kind: 'taken_back', table: 'receipt', where: cancelled(span) },
    { kind: 'not_refunded', table: 'refund', where: cancelled(span) },
  ] as const
  const found: MovementRow[] = []
  // SQL cannot lock the rows of a union, so each kind is selected separately.
  for (const { kind, table, where } of parts) {
    const { rows } = await sql<Omit<MovementRow, 'kind'>>`select id, mode, amount from ${sql.table(table)}
      where client_id = ${span.clientId} and branch_id = ${span.branchId} and ${where} ${end}`.execute(tx)
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

// A movement that the same person made and cancelled on the same day, before any close, moved no money in the drawer.
const MOVED = sql`not (day_close_id is null and cancel_day is not distinct from business_day
  and cancelled_by is not distinct from created_by)`
const OPEN_MADE = sql`day_close_id is null and ${MOVED}`
const OPEN_CANCELLED = sql`cancel_day is not null and cancel_close_id is null and ${MOVED}`

const made = ({ userId, day }: DrawerSpan): RawBuilder<unknown> =>
  sql`created_by = ${userId} and business_day = ${day} and ${OPEN_MADE}`

const cancelled = ({ userId, day }: DrawerSpan): RawBuilder<unknown> =>
  sql`cancelled_by = ${userId} and cancel_day = ${day} and ${OPEN_CANCELLED}`

/** Selects the movements of all drawers of a branch and day that no close has counted. */
export async function selectOpenOfDay(
  tx: Tx,
  { clientId, branchId, day }: Omit<DrawerSpan, 'userId'>,
): Promise<{ id: string; side: 'Taken' | 'Cancelled' }[]> {
  const parts = (['receipt', 'refund'] as const).map(
    (table) => sql`
      select id, 'Taken' as side from ${sql.table(table)}
      where client_id = ${clientId} and branch_id = ${branchId} and business_day = ${day} and ${OPEN_MADE}
      union all
      select id, 'Cancelled' from ${sql.table(table)}
      where client_id = ${clientId} and branch_id = ${branchId} and cancel_day = ${day} and ${OPEN_CANCELLED}`,
  )
  const { rows } = await sql<{ id: string; side: 'Taken' | 'Cancelled' }>`
    ${sql.join(parts, sql` union all `)}`.execute(tx)
  return rows
}

/** Marks movements as counted by a close. */
export async function markClosed(
  tx: Tx,
  clientId: string,
  closeId: string,
  movements: readonly MovementRow[],
): Promise<void> {
  const columns = {
    received: ['receipt', 'day_close_id'],
    refunded: ['refund', 'day_close_id'],
    taken_back: ['receipt', 'cancel_close_id'],
    not_refunded: ['refund', 'cancel_close_id'],
  } as const
  for (const [kind, [table, column]] of Object.entries(columns)) {
    const ids = movements.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length > 0)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${closeId}
        where client_id = ${clientId} and id = any(${ids}::uuid[])`.execute(tx)
  }
}

/** Returns the sums of movements by mode, in minor units, and the cash among them. */
export function sumMovements(movements: readonly MovementRow[], decimals: number) {
  const modes = drawerOf(
    movements.map(({ kind, mode, amount }) => ({ kind, mode, minor: toMinor(amount, decimals) })),
  )
  return { modes: modes.map((one) => toDrawerMode(one, decimals)), cash: cashOf(modes) }
}

const toDrawerMode = ({ mode, receipts, refunds, ...minor }: ModeTotal, decimals: number) => ({
  mode,
  receipts,
  refunds,
  received: fromMinor(minor.received, decimals),
  refunded: fromMinor(minor.refunded, decimals),
  taken_back: fromMinor(minor.takenBack, decimals),
  net: fromMinor(minor.net, decimals),
})

/**
 * Selects the days on which a person at a branch has money that no close has counted, newest first; at most sixty.
 */
export async function selectOpenDays(
  tx: Tx,
  { clientId, branchId, userId }: Omit<DrawerSpan, 'day'>,
): Promise<string[]> {
  const parts = (['receipt', 'refund'] as const).map(
    (table) => sql`
      select business_day as day from ${sql.table(table)}
      where client_id = ${clientId} and branch_id = ${branchId} and created_by = ${userId} and ${OPEN_MADE}
      union all
      select cancel_day from ${sql.table(table)}
      where client_id = ${clientId} and branch_id = ${branchId} and cancelled_by = ${userId} and ${OPEN_CANCELLED}`,
  )
  const { rows } = await sql<{ day: string }>`
    select distinct day from (${sql.join(parts, sql` union all `)}) as moved order by day desc limit 60`.execute(
    tx,
  )
  return rows.map(({ day }) => day)
}

/** Selects the people whose drawer at a branch moved on a day, or holds money that no close has counted. */
export async function selectDrawerPeople(
  tx: Tx,
  { clientId, branchId, day }: Omit<DrawerSpan, 'userId'>,
): Promise<{ id: string; name: string }[]> {
  const parts = (['receipt', 'refund'] as const).map(
    (table) => sql`
      select created_by from ${sql.table(table)}
      where client_id = ${clientId} and branch_id = ${branchId} and (business_day = ${day} or (${OPEN_MADE}))
      union
      select cancelled_by from ${sql.table(table)}
      where client_id = ${clientId} and branch_id = ${branchId}
        and (cancel_day = ${day} or (${OPEN_CANCELLED}))`,
  )
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from app_user u where u.client_id = ${clientId} and u.id in (
      ${sql.join(parts, sql` union `)}
    ) order by u.name, u.id`.execute(tx)
  return rows
}
