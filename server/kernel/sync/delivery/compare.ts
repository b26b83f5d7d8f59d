import { sql } from 'kysely'
import type { restoreCalls } from '#contract/calls/restores.ts'
import type { SignedReceipt } from '#contract/calls/sync.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { raiseBeyond } from '#server/kernel/numbers-back.ts'
import { isGenuineNote } from '../commands/act-notes.ts'
import { isGenuine } from '../commands/receipts.ts'
import { noteLacking, noteLiveLack } from '../commands/restored.ts'

type Asked = ParsedInputOf<typeof restoreCalls.compare>

/**
 * Returns which acknowledged commands of a device the server lacks, in the device's order. Commands proven by the
 * server's own receipts are recorded as missing until they come back, and none of their numbers is given again. Signed
 * notes of online acts are recorded as missing if they are from after the backup.
 */
export async function compareCommands(
  kernel: Kernel,
  caller: Caller,
  { commands, notes }: Asked,
): Promise<OutputOf<typeof restoreCalls.compare>> {
  const { clientId, userId, deviceId } = caller
  const { database, epoch } = kernel
  const proven = new Map(
    commands.map(({ id, receipts }) => [
      id,
      genuineOf(kernel, { clientId, userId, commandId: id }, receipts),
    ]),
  )
  const told = notes.filter(
    (note) => note.receipt.epoch !== epoch && isGenuineNote(kernel, { clientId, userId }, note),
  )
  const at = kernel.now()
  const lacking = await database.tenant(clientId, async (tx) => {
    const known = await selectKnown(tx, clientId, [...proven.keys()])
    const lost = commands.filter(({ id }) => !known.has(id))
    await raiseBeyond(
      tx,
      clientId,
      [...[...proven.values()].flat(), ...told.map(({ receipt }) => receipt)].flatMap(
        ({ numbers }) => numbers ?? [],
      ),
    )
    for (const note of told) await noteLiveLack(tx, { clientId, userId, deviceId, epoch, at }, note)
    for (const { id: commandId, call } of lost) {
      const receipts = proven.get(commandId) ?? []
      await noteLacking(tx, { clientId, userId, commandId, deviceId, call, epoch, receipts, at })
    }
    if (deviceId && (commands.length > 0 || notes.length === 0))
      await noteDevice(tx, { clientId, userId, deviceId, epoch, at }, commands.length, lost.length)
    return lost.map(({ id }) => id)
  })
  return { epoch, lacking }
}

const genuineOf = (
  kernel: Kernel,
  receiver: { clientId: string; userId: string; commandId: string },
  receipts: readonly SignedReceipt[],
) => receipts.filter((receipt) => receipt.epoch !== kernel.epoch && isGenuine(kernel, receiver, receipt))

async function selectKnown(tx: Tx, clientId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('command_log')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where('status', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

interface Visit {
  clientId: string
  userId: string
  deviceId: string
  epoch: string
  at: Date
}

// Does nothing if this history did not come from a restore. A device compares in several requests, which add up.
async function noteDevice(tx: Tx, visit: Visit, compared: number, lacking: number): Promise<void> {
  const { clientId, userId, deviceId, epoch, at } = visit
  await sql`
    insert into restored_device as d (client_id, epoch, device_id, user_id, at, compared, lacking)
    select r.client_id, r.epoch, ${deviceId}, ${userId}, ${at}, ${compared}, ${lacking}
    from restore r where r.client_id = ${clientId} and r.epoch = ${epoch}
    on conflict (client_id, epoch, device_id, user_id)
    do update set compared = d.compared + excluded.compared, lacking = d.lacking + excluded.lacking`.execute(
    tx,
  )
}
