import { v7 as uuidv7 } from 'uuid'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { SEND_MESSAGE } from './job-name.ts'
import type { SealedTexts } from './sealed-text.ts'
import { channelsSetUp, findWaySettings } from './settings.ts'
import { CLIENT_NUMBER, insertMessage } from './store.ts'

/** Server dependencies of an answer. */
export interface TextDeps {
  texts: SealedTexts
}

/** A short text to a number that wrote by WhatsApp. */
export interface TextAnswer {
  clientId: string
  to: string
  text: string
  patientId: string | null
}

/** Queues an automatic WhatsApp answer through the client's own number. */
export async function handOverText(
  deps: TextDeps,
  { tx, now, audited, addJob }: Write,
  { clientId, to, text, patientId }: TextAnswer,
): Promise<void> {
  const id = uuidv7()
  const ways = channelsSetUp(await findWaySettings(tx, clientId), undefined)
  const state = ways.has('W') ? 'Waiting' : 'Not_Configured'
  await insertMessage(tx, {
    client_id: clientId,
    id,
    channel: 'W',
    purpose: 'Notification',
    sent_to: to,
    body: await deps.texts.seal(id, text),
    patient_id: patientId,
    via_user_id: CLIENT_NUMBER,
    state,
    created: now,
  })
  const detail = { channel: 'W', purpose: 'Notification', state }
  audited({ clientId, userId: undefined, action: 'send', type: 'message', recordId: id, detail, at: now })
  if (state === 'Waiting') await addJob({ name: SEND_MESSAGE }, [id])
}
