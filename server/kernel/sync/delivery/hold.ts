import type { HeldReason, SealedCommand } from '#contract/calls/delivery.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { momentOf } from '../commands/made.ts'

/** Maximum of one person's commands that wait for a release; the rest stays on their device. */
const HELD_MAX = 2_000

/** Returns true if the command took effect before, was taken back or was discarded: its first answer is final. */
export async function hasTakenEffect(
  { database }: Pick<Kernel, 'database'>,
  { client_id, id }: SealedCommand,
): Promise<boolean> {
  const found = await database.tenant(client_id, (tx) =>
    tx
      .selectFrom('command_log')
      .select('id')
      .where('client_id', '=', client_id)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return found !== undefined
}

/**
 * Stores a command that must not take effect by itself, sealed as it came, once per id. Its signature was checked, so
 * nobody else can fill this table. Throws `throttled` if its author has too many.
 */
export async function holdCommand(
  { database, now }: Pick<Kernel, 'database' | 'now'>,
  deviceId: string,
  item: SealedCommand,
  { reason, since }: { reason: HeldReason; since: Date },
): Promise<void> {
  const { client_id, user_id, id, call } = item
  const at = now()
  await database.tenant(client_id, async (tx) => {
    const { count } = await tx
      .selectFrom('held_command')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('client_id', '=', client_id)
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (count >= HELD_MAX) throw new Refusal('throttled')
    const kept = await tx
      .insertInto('held_command')
      .values({
        client_id,
        id,
        user_id,
        device_id: deviceId,
        call,
        item: JSON.stringify(item),
        made: momentOf(item) ?? at,
        received: at,
        reason,
        since,
      })
      .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return
    const line = { clientId: client_id, userId: user_id, type: 'command', recordId: id, at }
    await writeAudit(tx, { ...line, action: 'command_held', detail: { call, device_id: deviceId, reason } })
  })
}
