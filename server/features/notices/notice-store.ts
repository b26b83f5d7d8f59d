import type { Selectable, Updateable } from 'kysely'
import type { MessageChannel } from '#domain/message/channels.ts'
import type { NoticeEvent } from '#domain/message/notice-events.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { PatientNotice } from '#server/kernel/database/schema.ts'

/** A notice as stored. */
export type StoredNotice = Selectable<PatientNotice> & { event: NoticeEvent; channel: MessageChannel }

/** States in which a notice is not decided yet. */
export const WAITING_STATES = ['Planned', 'Quiet'] as const

/** Locks a due notice; returns undefined if it is settled, not due yet or locked by another transaction. */
export async function lockDueNotice(
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
  now: Date,
): Promise<StoredNotice | undefined> {
  const notice = await tx
    .selectFrom('patient_notice')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('state', 'in', WAITING_STATES)
    .where('due', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return notice as StoredNotice | undefined
}

/** Selects the ids of due notices, oldest first. */
export async function selectDueIds(tx: Tx, clientId: string, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('patient_notice')
    .select('id')
    .where('client_id', '=', clientId)
    .where('state', 'in', WAITING_STATES)
    .where('due', '<=', now)
    .orderBy('due')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateNotice(
  tx: Tx,
  { client_id, id }: Pick<StoredNotice, 'client_id' | 'id'>,
  change: Updateable<PatientNotice>,
): Promise<void> {
  await tx
    .updateTable('patient_notice')
    .set(change)
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()
}

/** Returns true if the client notifies patients whose choice is unknown. */
export async function tellsUnasked(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('client_setting')
    .select('tells_unasked')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.tells_unasked ?? true
}
