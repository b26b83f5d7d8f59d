import type { MessageChannel } from '#domain/message/channels.ts'
import { failureWords } from '#domain/message/failure-words.ts'
import { type MessageAlong, NotSentError } from '#server/integrations/messages/message-channel.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { defineJob, type Job, type JobContext } from '#server/kernel/jobs/job.ts'
import { notifyNotSent } from '../notifications/public/events.ts'
import type { MessageChecks } from './checks.ts'
import { SEND_MESSAGE } from './public/job-name.ts'
import type { MessageDeps } from './public/keep-message.ts'
import { findWaySettings, openWays, waysOf } from './public/settings.ts'
import { CLIENT_NUMBER, findMessage, type StoredMessage, sessionName, updateMessage } from './public/store.ts'

/** Tries per message, with growing delays (about twenty minutes in total); after that a person decides. */
export const MESSAGE_TRIES = 6

/**
 * Sends stored messages. A message that the provider accepted but whose outcome could not be stored is sent again: it
 * carries its id as reference and Message-ID, by which a second copy is recognised.
 */
export function createSendMessageJob(deps: MessageDeps, checks: MessageChecks): Job {
  return defineJob({
    name: SEND_MESSAGE,
    retries: MESSAGE_TRIES,
    run: async ({ clientId, ids }, work) => {
      let mustTryAgain = false
      for (const id of ids)
        mustTryAgain = (await sendOne({ deps, checks }, work, { clientId, id })) || mustTryAgain
      if (mustTryAgain) throw new MessageWaitsError()
    },
  })
}

/** Makes the queue retry the job; the cause is stored with the message. */
class MessageWaitsError extends Error {
  constructor() {
    super('a message was not taken yet')
    this.name = 'MessageWaitsError'
  }
}

interface MessageKey {
  clientId: string
  id: string
}

/**
 * Sends one message; returns true if a retry makes sense. No transaction is open during the request to the provider.
 */
async function sendOne(
  { deps, checks }: { deps: MessageDeps; checks: MessageChecks },
  work: JobContext,
  key: MessageKey,
): Promise<boolean> {
  const { value: found } = await work.write(async ({ tx }) => {
    const message = await findMessage(tx, key.clientId, key.id)
    return message && { message, settings: await findWaySettings(tx, key.clientId) }
  })
  if (found?.message.state !== 'Waiting') return false
  const { message, settings } = found
  const whatsappSession = sessionName(key.clientId, message.via_user_id ?? CLIENT_NUMBER)
  try {
    const opened = await openWays(deps.secrets, settings)
    const out = deps.wayOut(key.clientId)
    const ways = waysOf(opened, { smtpUrl: deps.smtpUrl, whatsappSession, out })
    const way = ways[message.channel as MessageChannel]
    if (!way) {
      await settle(work, key, { state: 'Not_Configured' })
      return false
    }
    const text = await deps.texts.open(key.id, message.body)
    if (await isOutdated(checks, work, { message, text })) {
      await settle(work, key, { state: 'Recalled' })
      return false
    }
    const along = await openAlong(deps, message)
    const ref = await way.send({ id: key.id, to: message.sent_to, subject: message.subject, text, along })
    await settle(work, key, { state: 'Sent', attempts: message.attempts + 1, ref })
    return false
  } catch (error) {
    return noteFailure(work, key, message, error)
  }
}

// While a message waited for a retry, its link may have been revoked or its critical result answered.
async function isOutdated(
  { isAnsweredLetter, hasDeadLink }: MessageChecks,
  work: JobContext,
  { message, text }: { message: StoredMessage; text: string },
): Promise<boolean> {
  const { client_id: clientId } = message
  const { value } = await work.write(
    async ({ tx, now }) =>
      (await isAnsweredLetter(tx, message)) || (await hasDeadLink(tx, { clientId, now }, text)),
  )
  return value
}

async function openAlong(deps: MessageDeps, { id, along }: StoredMessage): Promise<MessageAlong> {
  return along === '' ? {} : (JSON.parse(await deps.texts.open(id, along)) as MessageAlong)
}

async function noteFailure(
  work: JobContext,
  key: MessageKey,
  message: StoredMessage,
  error: unknown,
): Promise<boolean> {
  const attempts = message.attempts + 1
  const { said, isFinal } = error instanceof NotSentError ? error : { said: '', isFinal: false }
  const isOver = isFinal || attempts >= MESSAGE_TRIES
  const words = failureWords(message.channel as MessageChannel, said)
  await settle(work, key, { state: isOver ? 'Failed' : 'Waiting', attempts, words })
  return !isOver
}

interface Outcome {
  state: 'Sent' | 'Waiting' | 'Failed' | 'Not_Configured' | 'Recalled'
  attempts?: number
  words?: string
  ref?: string
}

// Updates only a message that is still waiting; one that was resent or settled in the meantime keeps its outcome. A
// message recalled after the provider accepted it counts as sent.
async function settle(
  work: JobContext,
  key: MessageKey,
  { state, attempts, words, ref }: Outcome,
): Promise<void> {
  await work.write(async (write) => {
    const { tx, now } = write
    const current = await findMessage(tx, key.clientId, key.id)
    const hasLeft = state === 'Sent' && current?.state === 'Recalled'
    if (!current || (current.state !== 'Waiting' && !hasLeft)) return
    await updateMessage(tx, key, {
      state,
      last_error: words ?? '',
      ...(attempts !== undefined && { attempts }),
      ...(ref !== undefined && { provider_ref: ref, sent: now }),
    })
    if (state === 'Waiting') return
    if (state === 'Failed') await notifyNotSent(write, current)
    const { clientId, id } = key
    await writeAudit(tx, {
      clientId,
      userId: undefined,
      action: state === 'Sent' ? 'sent' : 'not_sent',
      type: 'message',
      recordId: id,
      at: now,
    })
  })
}
