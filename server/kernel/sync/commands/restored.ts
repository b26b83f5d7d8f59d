import { sql } from 'kysely'
import type { ActNote } from '#contract/calls/act-note.ts'
import type { Base, SignedReceipt } from '#contract/calls/sync.ts'
import type { Tx } from '#server/kernel/context.ts'
import { noteTwice } from '#server/kernel/numbers-twice.ts'

/** No record ever has this revision: a change based on it always conflicts. */
export const NO_REVISION = -1

type RevBase = Extract<Base, { rev: number }>

/**
 * Translates a base revision of another history (docs/decisions/266). The number alone means nothing: it counts only if
 * the record is as the backup held it, or if the lost revision came back with its command. Otherwise the change
 * conflicts with the current record.
 */
export async function revisionOfOtherHistory(tx: Tx, clientId: string, base: RevBase): Promise<number> {
  const { rev, epoch = '', of } = base
  if (of === undefined) return NO_REVISION
  const back = await tx
    .selectFrom('restored_revision')
    .select('now_rev')
    .where('client_id', '=', clientId)
    .where('epoch', '=', epoch)
    .where('record', '=', of)
    .where('rev', '=', rev)
    .executeTakeFirst()
  if (back) return back.now_rev
  return (await standsAsInBackup(tx, clientId, epoch, of)) ? rev : NO_REVISION
}

/** The restores since a history ended, newest last; that history forks off at the earliest of their backups. */
const restoresSince = (clientId: string, epoch: string) => sql`
  with recursive since as (
    select r.epoch, r.pos, r.made from restore r where r.client_id = ${clientId} and r.ended = ${epoch}
    union
    select r.epoch, r.pos, r.made from since s join restore r on r.client_id = ${clientId} and r.ended = s.epoch),
  fork as (select min(pos) as pos, min(made) as made from since)`

// Of several restores since that history the earliest backup counts: the shared history ends with it.
async function standsAsInBackup(tx: Tx, clientId: string, epoch: string, record: string): Promise<boolean> {
  const { rows } = await sql<{ pos: number | null; is_changed: boolean }>`
    ${restoresSince(clientId, epoch)}
    select fork.pos, exists (select from change_feed f
      where f.client_id = ${clientId} and f.id = ${record} and f.pos > fork.pos) as is_changed
    from fork`.execute(tx)
  const [found] = rows
  return found !== undefined && found.pos !== null && !found.is_changed
}

/** What a lost command came back with. */
export interface CameBack {
  clientId: string
  userId: string
  commandId: string
  deviceId: string | undefined
  call: string
  epoch: string
  receipts: readonly SignedReceipt[]
  /** The record that it returned, with its revision now; absent if it changed none. */
  record: { id: string; rev: number } | undefined
  /** The numbers that its records have now, in the order of the original ones. */
  now: readonly string[]
  at: Date
}

/**
 * Records, in the transaction of its effect, that a lost command came back. Does nothing if this history did not come
 * from a restore. Returns whether another record has one of its numbers.
 */
export async function noteReturn(tx: Tx, back: CameBack): Promise<boolean> {
  const { clientId, record, receipts, at } = back
  await noteLacking(tx, back)
  const before = receipts.find(({ numbers }) => numbers)
  const numbers = (before?.numbers ?? []).map((given, i) => ({ ...given, now: back.now[i] ?? '' }))
  const printed = before?.at ?? at.toISOString()
  const isTwice = await noteTwice(tx, { clientId, commandId: back.commandId, printed }, numbers)
  await tx
    .updateTable('restored_command')
    .set({ returned: at, refusal: '', numbers: JSON.stringify(numbers) })
    .where('client_id', '=', clientId)
    .where('epoch', '=', back.epoch)
    .where('id', '=', back.commandId)
    .execute()
  for (const { epoch, rev } of receipts)
    if (record && rev !== null)
      await tx
        .insertInto('restored_revision')
        .values({ client_id: clientId, epoch, record: record.id, rev, now_rev: record.rev })
        .onConflict((on) =>
          on.columns(['client_id', 'epoch', 'record', 'rev']).doUpdateSet({ now_rev: record.rev }),
        )
        .execute()
  return isTwice
}

/** Records that a device holds the server's receipt for a command that the server does not have. */
export async function noteLacking(
  tx: Tx,
  { clientId, userId, commandId, deviceId, call, epoch, receipts, at }: Omit<CameBack, 'record' | 'now'>,
): Promise<void> {
  const [first] = receipts
  if (!first) return
  const numbers = receipts.find((one) => one.numbers)?.numbers ?? []
  await sql`
    insert into restored_command (client_id, epoch, id, user_id, device_id, call, acknowledged, asked, numbers)
    select r.client_id, r.epoch, ${commandId}, ${userId}, ${deviceId ?? null}, ${call}, ${first.at}::timestamptz, ${at},
      ${JSON.stringify(numbers.map((given) => ({ ...given, now: '' })))}::jsonb
    from restore r where r.client_id = ${clientId} and r.epoch = ${epoch}
    on conflict (client_id, epoch, id) do nothing`.execute(tx)
}

/** Records why a returning command was refused. Returns when it was first named since the restore. */
export async function noteRefusal(
  tx: Tx,
  {
    clientId,
    epoch,
    commandId,
    refusal,
  }: Pick<CameBack, 'clientId' | 'epoch' | 'commandId'> & { refusal: string },
): Promise<Date | undefined> {
  const noted = await tx
    .updateTable('restored_command')
    .set({ refusal })
    .where('client_id', '=', clientId)
    .where('epoch', '=', epoch)
    .where('id', '=', commandId)
    .returning('asked')
    .executeTakeFirst()
  return noted?.asked
}

/**
 * Records that something was done online after the backup that cannot come back by itself: decided by its feed
 * position, or by its time if no record of the feed changed.
 */
export async function noteLiveLack(
  tx: Tx,
  {
    clientId,
    userId,
    deviceId,
    epoch,
    at,
  }: Pick<CameBack, 'clientId' | 'userId' | 'deviceId' | 'epoch' | 'at'>,
  { id, call, acts, receipt }: ActNote,
): Promise<void> {
  const numbers = (receipt.numbers ?? []).map((given) => ({ ...given, now: '' }))
  await sql`
    ${restoresSince(clientId, receipt.epoch)}
    insert into restored_command
      (client_id, epoch, id, user_id, device_id, call, acknowledged, asked, numbers, is_live, acts)
    select r.client_id, r.epoch, ${id}, ${userId}, ${deviceId ?? null}, ${call}, ${receipt.at}::timestamptz, ${at},
      ${JSON.stringify(numbers)}::jsonb, true, ${JSON.stringify(acts)}::jsonb
    from restore r, fork
    where r.client_id = ${clientId} and r.epoch = ${epoch}
      and case when ${receipt.pos}::bigint is null then ${receipt.at}::timestamptz > fork.made
        else ${receipt.pos}::bigint > fork.pos end
    on conflict (client_id, epoch, id) do nothing`.execute(tx)
}
