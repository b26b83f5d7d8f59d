import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { HL7_REPEAT_DAYS } from '#domain/time/intervals.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'

const DAY_MS = 86_400_000

/** Branch of an order, as far as the message names it. */
export interface OrderBranch {
  branchId: string | null
  /** Time zone of times without an offset. */
  zone: string
}

/** Identifies an order: its number, the authority that assigned it, and the sender. */
export interface OrderKey {
  sender: string
  no: string
  authority: string
}

/** The stored request of an order. */
export type StoredOrder = Selectable<BookingRequest>

/** Returns the lock for a name: two transactions for the same name run one after the other. */
export const lockOf = (clientId: string, name: string) => sql`hashtextextended(${`${clientId} ${name}`}, 0)`

/** Returns the digest of the message as received. */
export const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Locks the names of the orders in a message, and returns the earlier answer to the same message; undefined if it was
 * not processed recently. The caller has locked the message already, so this reads the latest state.
 */
export async function holdOrders(
  tx: Tx,
  clientId: string,
  { digest, names, now }: { digest: Buffer; names: readonly string[]; now: Date },
): Promise<string | undefined> {
  // Locks in a fixed order, so that two messages with the same orders do not deadlock.
  const locks = [...new Set(names)]
    .toSorted()
    .map((name) => sql`pg_advisory_xact_lock(${lockOf(clientId, name)})`)
  const since = new Date(now.getTime() - HL7_REPEAT_DAYS * DAY_MS)
  const { rows } = await sql<{ words: string | null }>`
    select (select words from hl7_taken
      where client_id = ${clientId} and digest = ${digest} and taken > ${since}) as words, ${sql.join(locks)}`.execute(
    tx,
  )
  return rows[0]?.words ?? undefined
}

/** Records that a message was processed, with the text of the answer. */
export async function noteTaken(
  tx: Tx,
  clientId: string,
  digest: Buffer,
  { words, taken }: { words: string; taken: Date },
): Promise<void> {
  await tx
    .insertInto('hl7_taken')
    .values({ client_id: clientId, digest, words, taken })
    .onConflict((row) => row.columns(['client_id', 'digest']).doUpdateSet({ words, taken }))
    .execute()
}

/**
 * Returns the branch of that name, or the client's only one; without either, an administrator must assign the
 * request.
 */
export async function findOrderBranch(tx: Tx, clientId: string, name: string): Promise<OrderBranch> {
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

/**
 * Locks and returns the newest request of an order. Requests stored before authorities were kept are found by sender
 * and number alone.
 */
export function findOrder(
  tx: Tx,
  clientId: string,
  { sender, no, authority }: OrderKey,
): Promise<StoredOrder | undefined> {
  return tx
    .selectFrom('booking_request')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('placer_order_no', '=', no)
    .where('order_sender', '=', sender)
    .where((eb) => eb.or([eb('placer_authority', '=', authority), eb('placer_authority', 'is', null)]))
    .where('hidden', 'is', null)
    .orderBy(sql`placer_authority is null`)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}
