import { failureWords } from '#domain/message/failure-words.ts'
import type { Fate } from '#server/integrations/whatsapp/webhook.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { findMessage, type StoredMessage, updateMessage } from '../messages/public/store.ts'
import { notifyNotSent } from '../notifications/public/events.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Stores the delivery status of a message that WhatsApp accepted. Events can arrive twice and in any order: the first
 * time of each stays, and a delivered message cannot fail. Ignores events of a message that was sent again since
 * under another id.
 */
export async function takeFate(work: Write, clientId: string, fate: Fate): Promise<void> {
  const message = await findSent(work, clientId, fate)
  if (!message) return
  const key = { clientId, id: message.id }
  if (fate.status === 'delivered')
    await updateMessage(work.tx, key, { delivered: message.delivered ?? fate.at })
  // A message that was read was also delivered, even without an earlier event.
  if (fate.status === 'read')
    await updateMessage(work.tx, key, {
      delivered: message.delivered ?? fate.at,
      read_on: message.read_on ?? fate.at,
    })
  if (fate.status !== 'failed' || message.delivered !== null || message.state !== 'Sent') return
  await updateMessage(work.tx, key, { state: 'Failed', last_error: failureWords('W', fate.said) })
  await notifyNotSent(work, message)
  const { now: at } = work
  work.audited({ clientId, userId: undefined, action: 'not_sent', type: 'message', recordId: message.id, at })
}

async function findSent(
  { tx }: Write,
  clientId: string,
  { ref, messageId }: Fate,
): Promise<StoredMessage | undefined> {
  if (UUID.test(messageId)) {
    const message = await findMessage(tx, clientId, messageId)
    // The response with the reference may still be in transit.
    return message?.provider_ref === ref || message?.provider_ref === '' ? message : undefined
  }
  const found = await tx
    .selectFrom('message')
    .select('id')
    .where('client_id', '=', clientId)
    .where('provider_ref', '=', ref)
    .where('provider_ref', '<>', '')
    .executeTakeFirst()
  return found && findMessage(tx, clientId, found.id)
}
