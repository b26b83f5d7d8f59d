import { sql, type Updateable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'

/** Where an order is to be done, as far as the message says it. */
export interface Place {
  branchId: string | null
  /** The zone that times without an offset are of. */
  zone: string
}

/** Whether a message of this mark came before. */
export async function isKnownMessage(tx: Tx, clientId: string, messageKey: string): Promise<boolean> {
  // Two of the same at once wait for each other here, so the second one finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${clientId} ${messageKey}`}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('booking_request')
    .select('id')
    .where('client_id', '=', clientId)
    .where('message_key', '=', messageKey)
    .executeTakeFirst()
  return found !== undefined
}

/** The branch of that name, or the client's only one; without either the request is an administrator's to place. */
export async function findPlace(tx: Tx, clientId: string, name: string): Promise<Place> {
  const branches = await tx
    .selectFrom('branch')
    .select(['id', 'name', 'time_zone'])
    .where('client_id', '=', clientId)
    .where('hidden', 'is', null)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  const named = branches.find((branch) => branch.name.toLowerCase() === name.toLowerCase())
  const found = named ?? (branches.length === 1 ? branches[0] : undefined)
  return { branchId: found?.id ?? null, zone: (found ?? branches[0])?.time_zone ?? 'UTC' }
}

/** The newest request of an order, locked. */
export function findOrder(
  tx: Tx,
  clientId: string,
  placerNo: string,
): Promise<{ id: string; status: string } | undefined> {
  return tx
    .selectFrom('booking_request')
    .select(['id', 'status'])
    .where('client_id', '=', clientId)
    .where('placer_order_no', '=', placerNo.slice(0, 60))
    .where('hidden', 'is', null)
    .orderBy('created', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes a change with the next revision; `before` is the branch that it stood at. */
export async function updateOrder(
  tx: Tx,
  clientId: string,
  id: string,
  change: Updateable<BookingRequest>,
): Promise<{ rev: number; branch_id: string | null; before: string | null }> {
  const stored = await tx
    .selectFrom('booking_request')
    .select('branch_id')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const after = await tx
    .updateTable('booking_request')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['rev', 'branch_id'])
    .executeTakeFirstOrThrow()
  return { ...after, before: stored.branch_id }
}
