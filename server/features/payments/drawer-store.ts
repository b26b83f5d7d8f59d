import { type RawBuilder, sql } from 'kysely'
import { cashOf, drawerOf, type ModeTotal, type Movement } from '#domain/money/drawer.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { RECEIVED, REFUNDED } from '#domain/status/payment-status.ts'
import { endOfDay, startOfDay } from '#domain/time/zones.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** Whose money, where and of which day: instants of its beginning and end in the branch's zone. */
export interface DrawerSpan {
  clientId: string
  branchId: string
  userId: string
  from: Date
  to: Date
}

/** The branch of a drawer with its zone, or undefined where it is not one of the caller's. */
export async function findBranchOf(tx: Tx, caller: Caller, id: string) {
  if (!caller.isClientAdmin && !caller.branchIds.includes(id)) return undefined
  return tx
    .selectFrom('branch')
    .select(['id', 'name', 'time_zone'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The instants of a day at a branch. */
export const dayIn = (day: string, zone: string) => ({ from: startOfDay(day, zone), to: endOfDay(day, zone) })

type MovementRow = { kind: Movement['kind']; id: string; mode: string; amount: string }

/**
 * What moved in a drawer and no close has counted: receipts by when the money was taken, refunds by when they were
 * made, and what was cancelled after a close had counted it (docs/decisions/114). With `lock` the rows stay as they
 * are until the transaction ends.
 */
export async function selectMovements(tx: Tx, span: DrawerSpan, lock = false): Promise<MovementRow[]> {
  const end = lock ? sql`order by id for update` : sql``
  const parts = [
    { kind: 'received', table: 'receipt', where: openMoney(span, 'taken_on', RECEIVED) },
    { kind: 'refunded', table: 'refund', where: openMoney(span, 'created', REFUNDED) },
    { kind: 'taken_back', table: 'receipt', where: takenBack(span) },
    { kind: 'not_refunded', table: 'refund', where: takenBack(span) },
  ] as const
  const found: MovementRow[] = []
  // A lock takes no union, so each kind is asked for by itself.
  for (const { kind, table, where } of parts) {
    const { rows } = await sql<Omit<MovementRow, 'kind'>>`select id, mode, amount from ${sql.table(table)}
      where client_id = ${span.clientId} and branch_id = ${span.branchId} and ${where} ${end}`.execute(tx)
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

const openMoney = ({ userId, from, to }: DrawerSpan, time: 'taken_on' | 'created', status: string) =>
  sql`created_by = ${userId} and ${sql.ref(time)} between ${from} and ${to}
    and day_close_id is null and status = ${status}`

const takenBack = ({ userId, from, to }: DrawerSpan): RawBuilder<unknown> =>
  sql`cancelled_by = ${userId} and cancelled_on between ${from} and ${to}
    and day_close_id is not null and cancel_close_id is null`

/** Counts movements as closed. */
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

/** Movements by mode, in minor units, with the cash of them. */
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

/** Days of a person at a branch that hold money which no close has counted, newest first; at most sixty. */
export async function selectOpenDays(
  tx: Tx,
  { clientId, branchId, userId }: Omit<DrawerSpan, 'from' | 'to'>,
  zone: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day from (
      select taken_on as at from receipt where client_id = ${clientId} and branch_id = ${branchId}
        and created_by = ${userId} and day_close_id is null and status = ${RECEIVED}
      union all
      select created from refund where client_id = ${clientId} and branch_id = ${branchId}
        and created_by = ${userId} and day_close_id is null and status = ${REFUNDED}
      union all
      select cancelled_on from receipt where client_id = ${clientId} and branch_id = ${branchId}
        and cancelled_by = ${userId} and day_close_id is not null and cancel_close_id is null
      union all
      select cancelled_on from refund where client_id = ${clientId} and branch_id = ${branchId}
        and cancelled_by = ${userId} and day_close_id is not null and cancel_close_id is null
    ) as moved order by day desc limit 60`.execute(tx)
  return rows.map(({ day }) => day)
}

/** People who took or gave back money at a branch in a span, or still have some of it open. */
export async function selectDrawerPeople(
  tx: Tx,
  { clientId, branchId, from, to }: Omit<DrawerSpan, 'userId'>,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from app_user u where u.client_id = ${clientId} and u.id in (
      select created_by from receipt where client_id = ${clientId} and branch_id = ${branchId}
        and (day_close_id is null or taken_on between ${from} and ${to})
      union
      select created_by from refund where client_id = ${clientId} and branch_id = ${branchId}
        and (day_close_id is null or created between ${from} and ${to})
      union
      select cancelled_by from receipt where client_id = ${clientId} and branch_id = ${branchId}
        and cancelled_on is not null and day_close_id is not null and cancel_close_id is null
    ) order by u.name, u.id`.execute(tx)
  return rows
}
