import type { Insertable, Updateable } from 'kysely'
import { NIL } from 'uuid'
import type { MessageRow } from '#contract/calls/messages.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Message } from '#server/kernel/database/schema.ts'

export type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

export async function insertMessage(tx: Tx, message: Insertable<Message>): Promise<void> {
  await tx.insertInto('message').values(message).execute()
}

export function findMessage(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('message')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateMessage(
  tx: Tx,
  key: { clientId: string; id: string },
  change: Updateable<Message>,
): Promise<void> {
  await tx
    .updateTable('message')
    .set(change)
    .where('client_id', '=', key.clientId)
    .where('id', '=', key.id)
    .execute()
}

/** Returns the messages about a study, newest first. */
export async function selectMessages(tx: Tx, clientId: string, studyId: string): Promise<MessageRow[]> {
  const rows = await tx
    .selectFrom('message as m')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'm.client_id').onRef('u.id', '=', 'm.created_by'),
    )
    .select(['m.id', 'm.channel', 'm.purpose', 'm.sent_to', 'm.state', 'm.attempts', 'm.last_error'])
    .select(['m.created', 'm.sent', 'm.delivered', 'm.read_on', 'u.name as created_by'])
    .where('m.client_id', '=', clientId)
    .where('m.study_id', '=', studyId)
    .orderBy('m.created', 'desc')
    .orderBy('m.id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    ...row,
    channel: row.channel as MessageRow['channel'],
    purpose: row.purpose as MessageRow['purpose'],
    state: row.state as MessageRow['state'],
    created: row.created.toISOString(),
    created_by: row.created_by ?? '',
    sent: row.sent?.toISOString() ?? null,
    delivered: row.delivered?.toISOString() ?? null,
    read_on: row.read_on?.toISOString() ?? null,
  }))
}

/** The client's own number is linked under this id; a user's number under the user's id. */
export const CLIENT_NUMBER = NIL

/**
 * Returns the owner of the WhatsApp number for this user's messages: the user, if use_this_usr_wa is set, otherwise
 * the client.
 */
export async function numberOf(tx: Tx, clientId: string, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('app_user')
    .select('use_this_usr_wa')
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.use_this_usr_wa ? userId : CLIENT_NUMBER
}

/** Returns the name of a number's session at the gateway. */
export function sessionName(clientId: string, numberOwner: string): string {
  return numberOwner === CLIENT_NUMBER ? clientId : `${clientId}.${numberOwner}`
}

/** Returns the state of the number at the last check. */
export function findLink(tx: Tx, clientId: string, userId: string) {
  return tx
    .selectFrom('whatsapp_link')
    .select(['state', 'number'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function putLink(
  tx: Tx,
  key: { client_id: string; user_id: string },
  link: { state: string; number: string },
  now: Date,
): Promise<void> {
  const row = { ...link, session_ref: sessionName(key.client_id, key.user_id), updated: now }
  await tx
    .insertInto('whatsapp_link')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(row))
    .execute()
}
