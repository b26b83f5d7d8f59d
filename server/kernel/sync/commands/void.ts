import type { Tx } from '#server/kernel/context.ts'
import { getOwnEntry, type Replay, replayOf, VOIDED } from './command-log.ts'

/** A command that must never run from now on, and who decided so. */
export interface Voiding {
  clientId: string
  userId: string
  deviceId: string | undefined
  commandId: string
  at: Date
  /** The call and id of the command that replaces it. */
  by?: { call: string; id: string }
}

const NO_INPUT = Buffer.alloc(0)

/**
 * Takes a command back in this transaction: a tombstone under its id answers every late copy with `voided`. Returns
 * undefined if it will now never run, or its answer if it had taken effect. Like a claim, this waits for a running
 * command. Throws for another user's id, and `too_old` if the command took effect so long ago that its answer is
 * forgotten.
 */
export async function voidCommand(tx: Tx, voiding: Voiding): Promise<Replay | undefined> {
  const { clientId, userId, commandId, by } = voiding
  const made = await tx
    .insertInto('command_log')
    .values({
      client_id: clientId,
      id: commandId,
      call: by?.call ?? 'sync/void',
      input_hash: NO_INPUT,
      user_id: userId,
      device_id: voiding.deviceId ?? null,
      status: VOIDED,
      superseded_by: by?.id ?? null,
      at: voiding.at,
    })
    .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return undefined
  const entry = await getOwnEntry(tx, clientId, userId, commandId)
  if (entry.status !== VOIDED) return replayOf(entry)
  if (by) await nameSuccessor(tx, clientId, commandId, by.id)
  return undefined
}

// A command that was only taken back gets a successor; the first successor stays.
async function nameSuccessor(tx: Tx, clientId: string, commandId: string, by: string): Promise<void> {
  await tx
    .updateTable('command_log')
    .set({ superseded_by: by })
    .where('client_id', '=', clientId)
    .where('id', '=', commandId)
    .where('superseded_by', 'is', null)
    .execute()
}
