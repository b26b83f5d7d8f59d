import { createHash } from 'node:crypto'
import { type Selectable, sql, type Updateable } from 'kysely'
import { HL7_REPEAT_DAYS } from '#domain/time/intervals.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'

const DAY_MS = 86_400_000

/** Where an order is to be done, as far as the message says it. */
export interface OrderBranch {
  branchId: string | null
  /** The zone that times without an offset are of. */
  zone: string
}

/** An order as it is known: its number, who gave it, and who sends it. */
export interface OrderKey {
  sender: string
  no: string
  authority: string
}

/** The request of an order, as stored. */
export type StoredOrder = Selectable<BookingRequest>

/** Two transactions about one of these names wait for each other until the first has ended. */
export async function holdNames(tx: Tx, clientId: string, names: readonly string[]): Promise<void> {
  // In one order, so that two messages with the same orders do not lock each other out.
  for (const name of [...new Set(names)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${clientId} ${name}`}, 0))`.execute(tx)
}

/** A mark of the message as it came. */
export const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** What the same message was answered before, or undefined where it was not taken lately. */
export async function wordsOfRepeat(
  tx: Tx,
  clientId: string,
  digest: Buffer,
  now: Date,
): Promise<string | undefined> {
  await holdNames(tx, clientId, [digest.toString('hex')])
  const found = await tx
    .selectFrom('hl7_taken')
    .select('words')
    .where('client_id', '=', clientId)
    .where('digest', '=', digest)
    .where('taken', '>', new Date(now.getTime() - HL7_REPEAT_DAYS * DAY_MS))
    .executeTakeFirst()
  return found?.words
}

/** Keeps that a message was taken, and in which words. */
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

/** The branch of that name, or the client's only one; without either the request is an administrator's to place. */
export async function findPlace(tx: Tx, clientId: string, name: string): Promise<OrderBranch> {
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
 * The newest request of an order, locked. One from before authorities were kept is found by sender and number alone.
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

/** Writes a change with the next revision; `before` is the branch that it stood at. */
export async function updateOrder(
  tx: Tx,
  { client_id, id, branch_id }: StoredOrder,
  change: Updateable<BookingRequest>,
): Promise<{ rev: number; branch_id: string | null; before: string | null }> {
  const after = await tx
    .updateTable('booking_request')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .returning(['rev', 'branch_id'])
    .executeTakeFirstOrThrow()
  return { ...after, before: branch_id }
}
