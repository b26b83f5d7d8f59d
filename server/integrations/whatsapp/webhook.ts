import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

const Text = z.string().check(z.maxLength(10_000))
const Seconds = z.string().check(z.regex(/^\d{1,12}$/))

const InboundMessage = z.object({
  id: Text,
  from: z.string().check(z.regex(/^\d{5,20}$/)),
  timestamp: Seconds,
  type: Text,
  text: z.optional(z.object({ body: Text })),
})

const MessageStatus = z.object({
  id: Text,
  status: Text,
  timestamp: Seconds,
  /** Our own id of the message, which was sent with it. */
  biz_opaque_callback_data: z.optional(Text),
  errors: z.optional(
    z.array(
      z.object({
        title: z.optional(Text),
        message: z.optional(Text),
        error_data: z.optional(z.object({ details: z.optional(Text) })),
      }),
    ),
  ),
})

const Value = z.object({
  metadata: z.object({ phone_number_id: Text }),
  // Unknown shapes must not prevent the others from being read.
  messages: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
})

const Body = z.object({ entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })) })

/** A patient's message. */
export interface Inbound {
  id: string
  from: string
  at: Date
  /** Empty for a picture, a voice message or anything else without text. */
  text: string
}

/** The delivery status of a sent message. */
export interface Fate {
  /** WhatsApp's id of the message. */
  ref: string
  /** Our own id, if WhatsApp returned it. */
  messageId: string
  status: string
  at: Date
  /** WhatsApp's message on a failure. */
  said: string
}

/** The content of a WhatsApp webhook about one number. */
export interface WhatsappNews {
  messages: Inbound[]
  fates: Fate[]
}

/**
 * Reads a webhook's body. Ignores events of other numbers of the same application and of unknown kinds.
 * Returns undefined if the body is not a webhook.
 */
export function readWebhook(body: unknown, phoneId: string): WhatsappNews | undefined {
  const parsed = Body.safeParse(body)
  if (!parsed.success) return undefined
  const values = parsed.data.entry
    .flatMap(({ changes }) => changes)
    .map(({ value }) => Value.safeParse(value))
    .flatMap((value) =>
      value.success && value.data.metadata.phone_number_id === phoneId ? [value.data] : [],
    )
  return {
    messages: values.flatMap(({ messages = [] }) => messages.flatMap(inboundOf)),
    fates: values.flatMap(({ statuses = [] }) => statuses.flatMap(fateOf)),
  }
}

const momentOf = (seconds: string): Date => new Date(Number(seconds) * 1_000)

function inboundOf(value: unknown): Inbound[] {
  const parsed = InboundMessage.safeParse(value)
  if (!parsed.success) return []
  const { id, from, timestamp, text } = parsed.data
  return [{ id, from, at: momentOf(timestamp), text: text?.body ?? '' }]
}

function fateOf(value: unknown): Fate[] {
  const parsed = MessageStatus.safeParse(value)
  if (!parsed.success) return []
  const { id, status, timestamp, biz_opaque_callback_data: messageId = '', errors = [] } = parsed.data
  const [first] = errors
  const said = first?.error_data?.details ?? first?.message ?? first?.title ?? ''
  return [{ ref: id, messageId, status, at: momentOf(timestamp), said }]
}

/** Returns true if the body was signed with the application's secret (the header X-Hub-Signature-256). */
export function isSigned(body: Buffer, header: string | undefined, secret: string): boolean {
  const [, given] = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '') ?? []
  if (given === undefined || secret === '') return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(given, 'hex'))
}
