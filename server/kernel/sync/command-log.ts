import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Tx } from '../context.ts'

/** A command as it asks to be run once: who sends what under which id. */
export interface Claim {
  clientId: string
  userId: string
  deviceId: string | undefined
  commandId: string
  call: string
  input: unknown
  at: Date
}

/** What an earlier delivery of the same command answered. */
export interface Replay {
  response: unknown
  pos: number | null
  rev: number | null
}

/**
 * Claims the command's id in this transaction: undefined where it is now ours to run, the first answer where it took
 * effect before. A second sender of a running command waits on the unique index until the first commits (then its
 * answer comes back), rolls back (then it is ours), or the lock times out (`in_progress`).
 */
export async function claimCommand(tx: Tx, claim: Claim): Promise<Replay | undefined> {
  const hash = inputHash(claim.call, claim.input)
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
    })
    .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return claimed ? undefined : getReplay(tx, claim, hash)
}

async function getReplay(tx: Tx, claim: Claim, hash: Buffer): Promise<Replay> {
  const first = await tx
    .selectFrom('command_log')
    .select(['input_hash', 'user_id', 'status', 'response', 'result_rev', 'pos'])
    .where('client_id', '=', claim.clientId)
    .where('id', '=', claim.commandId)
    .executeTakeFirstOrThrow()
  // Another user's id is refused alike: an answer goes only to the person it was given to.
  if (!first.input_hash.equals(hash) || first.user_id !== claim.userId) throw new Refusal('id_reused')
  if (first.status !== 200) throw new Refusal('too_old')
  return { response: first.response, pos: numberOf(first.pos), rev: first.result_rev }
}

/** The revision that each of these commands gave its record; commands that did not take effect are left out. */
export async function selectResultRevs(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('command_log')
    .select(['id', 'result_rev'])
    .where('client_id', '=', clientId)
    .where('id', 'in', [...ids])
    .where('status', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.result_rev]))
}

// Of what was sent, not of what was parsed: a default that a later version adds must not make a replay look new.
function inputHash(call: string, input: unknown): Buffer {
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

const numberOf = (value: string | number | null) => (value === null ? null : Number(value))
