import { v7 as uuidv7 } from 'uuid'
import type * as z from 'zod/mini'
import type { Kept, MessagePurpose } from '#contract/calls/messages.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { MessageChannel, MessageState } from '#domain/message/channels.ts'
import { openPlaceholders, unknownPlaceholders } from '#domain/message/placeholders.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { SEND_MESSAGE } from './job-name.ts'
import type { SealedTexts } from './sealed-text.ts'
import { channelsSetUp, findWaySettings } from './settings.ts'
import { insertMessage, numberOf } from './store.ts'

/** A message that a person sends. */
export interface NewMessage {
  channel: MessageChannel
  purpose: MessagePurpose
  to: string
  subject?: string
  text: string
  /** The sender's field name of the text, for error messages. */
  field?: string
  studyId?: string | undefined
  patientId?: string | null
}

export type KeptAnswer = z.output<typeof Kept>

/** Server dependencies for sending messages. */
export interface MessageDeps {
  texts: SealedTexts
  secrets: Secrets
  /** Outgoing connections to a client's own mail server and gateways. */
  wayOut: (clientId: string) => WayOut
  /** The mail server of the installation. */
  smtpUrl: string | undefined
}

const WORDS: Record<Exclude<MessageState, 'Failed' | 'Sent' | 'Recalled'>, string> = {
  Waiting: 'The message is on its way.',
  Not_Configured: 'The message was kept and not sent: your centre has not set up this channel.',
}

/**
 * Stores a message and sends it in the background. Without a configured channel it is stored too, and the sender is
 * informed (docs/interfaces.md#messages-out). The caller checks the rights. Throws Refusal if the text still contains
 * a placeholder.
 */
export async function keepMessage(ctx: Context, deps: MessageDeps, message: NewMessage): Promise<KeptAnswer> {
  demandFilled(message)
  const { clientId, userId } = ctx.caller
  const id = uuidv7()
  const state = await stateAtFirst(ctx, deps, message.channel)
  await insertMessage(ctx.tx, {
    client_id: clientId,
    id,
    channel: message.channel,
    purpose: message.purpose,
    sent_to: message.to,
    subject: message.subject ?? '',
    body: await deps.texts.seal(id, message.text),
    study_id: message.studyId ?? null,
    patient_id: message.patientId ?? null,
    via_user_id: message.channel === 'W' ? await numberOf(ctx.tx, clientId, userId) : null,
    state,
    created_by: userId,
    created: ctx.now,
  })
  await ctx.audit('send', 'message', id, { channel: message.channel, purpose: message.purpose, state })
  return handOver(ctx, id, state)
}

// A raw "%LOGIN_URL%" is useless to the receiver.
function demandFilled({ text, field = 'content' }: NewMessage): void {
  const [unknown] = unknownPlaceholders(text)
  if (unknown !== undefined)
    throw new Refusal('invalid', undefined, { fields: { [field]: `%${unknown}% is no known placeholder` } })
  const [open] = openPlaceholders(text)
  if (open !== undefined)
    throw new Refusal('invalid', undefined, { fields: { [field]: `%${open}% has no value in this message` } })
}

/** Queues a stored message for sending, if its channel is configured. */
export async function handOver(
  ctx: Context,
  id: string,
  state: 'Waiting' | 'Not_Configured',
): Promise<KeptAnswer> {
  if (state === 'Waiting') await ctx.addJob({ name: SEND_MESSAGE }, [id])
  return { message: WORDS[state], result: { id, state } }
}

/** Returns the initial state of a message: whether its channel can send now. */
export async function stateAtFirst(
  ctx: Context,
  { smtpUrl }: Pick<MessageDeps, 'smtpUrl'>,
  channel: MessageChannel,
): Promise<'Waiting' | 'Not_Configured'> {
  const settings = await findWaySettings(ctx.tx, ctx.caller.clientId)
  return channelsSetUp(settings, smtpUrl).has(channel) ? 'Waiting' : 'Not_Configured'
}
