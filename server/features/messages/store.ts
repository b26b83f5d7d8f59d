import type { Insertable, Updateable } from 'kysely'
import { NIL } from 'uuid'
import type { MessageRow } from '#contract/calls/messages.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Message } from '#server/kernel/database/schema.ts'

/** A message as stored. */
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

/** What was sent about a study, newest first. */
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

/** Under this id the client's own number is linked; a user's number is linked under the user's. */
export const CLIENT_NUMBER = NIL

/** Whose WhatsApp number this user's messages go out by: the own one where the user is set so (use_this_usr_wa). */
export async function numberOf(tx: Tx, clientId: string, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('app_user')
    .select('use_this_usr_wa')
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.use_this_usr_wa ? userId : CLIENT_NUMBER
}

/** The name that the gateway knows a number's session by. */
export function sessionName(clientId: string, numberOwner: string): string {
  return numberOwner === CLIENT_NUMBER ? clientId : `${clientId}.${numberOwner}`
}

/** How the number stood when it was last asked about. */
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
