import { sql } from 'kysely'
import type { ActNote } from '#contract/calls/act-note.ts'
import type { Base, SignedReceipt } from '#contract/calls/sync.ts'
import type { Tx } from '../context.ts'
import { noteTwice } from '../numbers-twice.ts'

/** No record ever has it: what is based on it disagrees with whatever stands. */
export const NO_REVISION = -1

type RevBase = Extract<Base, { rev: number }>

/**
 * The revision that a base of another history is of by now (docs/decisions/266). The number alone says nothing: it
 * counts only where the record stands as the backup held it, or where the lost revision came back with its command.
 * Otherwise the change disagrees with what stands.
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

/** The restores since a history ended, newest last; the earliest backup of them is where that history forks off. */
const restoresSince = (clientId: string, epoch: string) => sql`
  with recursive since as (
    select r.epoch, r.pos, r.made from restore r where r.client_id = ${clientId} and r.ended = ${epoch}
    union
    select r.epoch, r.pos, r.made from since s join restore r on r.client_id = ${clientId} and r.ended = s.epoch),
  fork as (select min(pos) as pos, min(made) as made from since)`

// Of several restores since that history the earliest backup counts: what they share ends with it.
async function standsAsInBackup(tx: Tx, clientId: string, epoch: string, record: string): Promise<boolean> {
  const { rows } = await sql<{ pos: number | null; is_changed: boolean }>`
    ${restoresSince(clientId, epoch)}
    select fork.pos, exists (select from change_feed f
      where f.client_id = ${clientId} and f.id = ${record} and f.pos > fork.pos) as is_changed
    from fork`.execute(tx)
  const [found] = rows
  return found !== undefined && found.pos !== null && !found.is_changed
}

/** What a command that was lost came back with. */
export interface CameBack {
  clientId: string
  userId: string
  commandId: string
  deviceId: string | undefined
  call: string
  epoch: string
  receipts: readonly SignedReceipt[]
  /** The record that answers it, with its revision now; absent where it changed none. */
  record: { id: string; rev: number } | undefined
  /** The numbers that it bears now, in the order of those that it bore. */
  now: readonly string[]
  at: Date
}

/**
 * Notes in the transaction of its effect that a lost command came back. Nothing where this history is of no restore.
 * Returns whether another record bears a number of it.
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

/** Notes that a device holds the server's receipt for a command that the server does not have. */
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

/** Notes why a lost command was refused when it came back. Returns when it was first named since the restore. */
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
 * Notes that something was done online after the backup that cannot come back by itself: by its place in the feed, or by
 * its time where no record of the feed changed.
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
