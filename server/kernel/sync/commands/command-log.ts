import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { GivenNumber } from '#contract/calls/sync.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Took effect, and its answer is stored. A forgotten one has 410 (entry.age_commands). */
const DONE = 200
/** Taken back before it arrived: a tombstone that never ages out (docs/decisions/061). */
export const VOIDED = 499

/** A request to run a command once: who sends what under which id. */
export interface Claim {
  clientId: string
  userId: string
  deviceId: string | undefined
  commandId: string
  call: string
  /** As computed by `inputHash`. */
  hash: Buffer
  at: Date
  /** The device's information about when it was made; absent for plain calls. */
  made?: Made
}

/** When and how a person made a command, according to the device: stored, never enforced. */
export interface Made {
  at: Date | undefined
  /** How far the server's clock was ahead of the device's. */
  skewMs: number | undefined
  offline: boolean
}

/** The answer to an earlier delivery of the same command. */
export interface Replay {
  response: unknown
  pos: number | null
  rev: number | null
  flags: readonly string[]
  /** Hash of call and input, time of effect, and the numbers it was given: the content of its receipt. */
  hash: Buffer
  at: Date
  numbers: readonly GivenNumber[]
}

/**
 * Claims the command's id in this transaction: returns undefined if it is now ours to run, or the first answer if it
 * took effect before. A second sender of a running command waits on the unique index until the first commits (its
 * answer is returned), rolls back (it is ours then), or the lock times out (`in_progress`).
 */
export async function claimCommand(tx: Tx, claim: Claim): Promise<Replay | undefined> {
  const { hash } = claim
  const claimed = await tx
    .insertInto('command_log')
    .values({
      client_id: claim.clientId,
      id: claim.commandId,
      call: claim.call,
      input_hash: hash,
      user_id: claim.userId,
      device_id: claim.deviceId ?? null,
      at: claim.at,
      made_at: claim.made?.at ?? null,
      skew_ms: claim.made?.skewMs ?? null,
      made_offline: claim.made?.offline ?? false,
    })
    .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return claimed ? undefined : getReplay(tx, claim, hash)
}

async function getReplay(tx: Tx, claim: Claim, hash: Buffer): Promise<Replay> {
  const first = await getOwnEntry(tx, claim.clientId, claim.userId, claim.commandId)
  if (first.status === VOIDED) throw new Refusal('voided')
  if (!first.input_hash.equals(hash)) throw new Refusal('id_reused')
  return replayOf(first)
}

/** Returns the current row of a command; throws for another user's command, because only its author gets the answer. */
export async function getOwnEntry(tx: Tx, clientId: string, userId: string, commandId: string) {
  const entry = await tx
    .selectFrom('command_log')
    .select(['input_hash', 'user_id', 'status', 'response', 'result_rev', 'pos', 'flags', 'at', 'numbers'])
    .where('client_id', '=', clientId)
    .where('id', '=', commandId)
    .executeTakeFirstOrThrow()
  if (entry.user_id !== userId) throw new Refusal('id_reused')
  return entry
}

type Entry = Awaited<ReturnType<typeof getOwnEntry>>

/** Returns the stored answer; throws `too_old` if it was forgotten. */
export function replayOf({
  status,
  response,
  pos,
  result_rev,
  flags,
  input_hash,
  at,
  numbers,
}: Entry): Replay {
  if (status !== DONE) throw new Refusal('too_old')
  const given = (numbers ?? []) as unknown as GivenNumber[]
  return { response, pos, rev: result_rev, flags, hash: input_hash, at, numbers: given }
}

/** The outcome of a command that others build on. */
export interface Settled {
  rev: number | null
  /** It was taken back and nothing replaced it: it never arrives. */
  isVoided: boolean
}

/**
 * Returns the outcome of each of these commands; omits those that have not taken effect yet. A superseded command is
 * represented by the command that replaced it, however often it was edited.
 */
export async function selectSettled(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<Map<string, Settled>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; status: number; result_rev: number | null }>`
    with recursive chain as (
      select l.id as asked, l.id, l.status, l.result_rev, l.superseded_by
      from command_log l where l.client_id = ${clientId} and l.id = any (${[...ids]}::uuid[])
      union
      select c.asked, l.id, l.status, l.result_rev, l.superseded_by
      from chain c join command_log l on l.client_id = ${clientId} and l.id = c.superseded_by)
    select asked, status, result_rev from chain where superseded_by is null and status is not null`.execute(
    tx,
  )
  return new Map(
    rows.map(({ asked, status, result_rev }) => [asked, { rev: result_rev, isVoided: status === VOIDED }]),
  )
}

/**
 * Returns the SHA-256 of a call and its input, as sent and not as parsed: a default that a later version adds
 * must not make a replay look new.
 */
export function inputHash(call: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([call, sorted(input)]))
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}
