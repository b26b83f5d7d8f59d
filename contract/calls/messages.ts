import * as z from 'zod/mini'
import { MESSAGE_CHANNELS, MESSAGE_STATES } from '#domain/message/channels.ts'
import { NOTICE_REASONS } from '#domain/message/decide-notice.ts'
import { NOTICE_EVENTS } from '#domain/message/notice-events.ts'
import { NOTICE_STATES } from '#domain/message/notice-states.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

/** Longest text of one message. */
export const MESSAGE_TEXT_MAX = 4_000

/** The purpose of a message: shown in the log instead of its text. */
export const MESSAGE_PURPOSES = [
  'Message',
  'Share_Study',
  'Portal_Access',
  'Consent_Form',
  'Notification',
] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

/** A message in the delivery log: its state, never its text. */
export const MessageRow = z.object({
  id: EntityId,
  channel: z.enum(MESSAGE_CHANNELS),
  purpose: z.enum(MESSAGE_PURPOSES),
  sent_to: z.string(),
  state: z.enum(MESSAGE_STATES),
  attempts: z.int(),
  /** Why it was not sent, in words for people. */
  last_error: z.string(),
  created: Instant,
  created_by: z.string(),
  sent: z.nullable(Instant),
  /** When it reached the phone and when it was read, if WhatsApp reports it. */
  delivered: z.nullable(Instant),
  read_on: z.nullable(Instant),
})
export type MessageRow = z.output<typeof MessageRow>

/** A notice of an event with its state: planned, waiting for the morning, sent, failed, recalled, not sent and why. */
export const NoticeRow = z.object({
  id: EntityId,
  event: z.enum(NOTICE_EVENTS),
  channel: z.enum(MESSAGE_CHANNELS),
  state: z.enum(NOTICE_STATES),
  /** Why it was recalled or not sent; empty otherwise. */
  reason: z.enum(['', ...NOTICE_REASONS]),
  /** The names of open placeholders. */
  detail: z.string(),
  /** When it will be sent, while it waits. */
  due: Instant,
  created: Instant,
  /** The message that it became. */
  message: z.nullable(MessageRow),
})
export type NoticeRow = z.output<typeof NoticeRow>

/** WhatsApp's webhook for a client's incoming messages and delivery states: the client's id follows the path. */
export const WHATSAPP_HOOK_PATH = 'whatsapp/webhook/'

/** The response of calls that hand a message over: it is stored, and sent in the background if a channel is set up. */
export const Kept = z.object({
  message: z.string(),
  result: z.object({ id: EntityId, state: z.enum(MESSAGE_STATES) }),
})

const never = { kind: 'never' } as const
/** Country code and number, digits only. */
const PhoneNumber = z.string().check(z.regex(/^\d{8,15}$/, 'This is not a mobile number'))
const Text = requiredText(MESSAGE_TEXT_MAX)

/** The study of a message, whose delivery log shows it. */
export const messageAbout = {
  study_id: z.optional(EntityId),
  purpose: z._default(z.enum(MESSAGE_PURPOSES), 'Message'),
}

export const messageCalls = {
  sendWhatsapp: defineCall({
    key: 'whatsapp/send-message',
    module: 'whatsapp_send',
    base: 'api',
    method: 'POST',
    path: 'whatsapp/send-message',
    access: 'session',
    offline: never,
    input: z.strictObject({ to: PhoneNumber, msg: Text, ...messageAbout }),
    output: Kept,
  }),
  sendStudyByWhatsapp: defineCall({
    key: 'whatsapp/voiceoc-send-whatsapp',
    module: 'whatsapp_send',
    base: 'api',
    method: 'POST',
    path: 'whatsapp/voiceoc-send-whatsapp',
    access: 'session',
    offline: never,
    /** The server fills in the client's share text; with an address of the report it is the one with report. */
    input: z.strictObject({
      to: PhoneNumber,
      pat_name: text(200),
      study_desc: text(300),
      report_url: text(2_000),
      viewer_url: text(2_000),
      ...messageAbout,
    }),
    output: Kept,
  }),
  sendSms: defineCall({
    key: 'whatsapp/send-sms',
    module: 'sms_share',
    base: 'api',
    method: 'POST',
    path: 'whatsapp/send-sms',
    access: 'session',
    offline: never,
    /** `urls` follow the text, one per line. */
    input: z.strictObject({
      to: PhoneNumber,
      msg: Text,
      urls: z._default(z.array(text(2_000)).check(z.maxLength(5)), []),
      ...messageAbout,
    }),
    output: Kept,
  }),
  list: defineCall({
    key: 'message/list',
    base: 'api',
    method: 'GET',
    path: 'message/list',
    access: 'session',
    offline: never,
    /** Newest first. */
    input: z.strictObject({ study_id: EntityId }),
    output: resultOf(z.array(MessageRow)),
  }),
  notices: defineCall({
    key: 'message/notices',
    module: 'appointment_system',
    base: 'api',
    method: 'GET',
    path: 'message/notices',
    access: 'session',
    offline: never,
    /** Notices to the patient of a visit, sent and planned; newest first. */
    input: z.strictObject({ appt_id: EntityId }),
    output: resultOf(z.array(NoticeRow)),
  }),
  sendNotice: defineCall({
    key: 'message/sendNotice',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'message/sendNotice',
    access: 'session',
    offline: never,
    /** Sends a notice now, or again; its text is filled in again, and all reasons against it are checked again. */
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ id: EntityId }) }),
  }),
  reportCode: defineCall({
    key: 'message/reportCode',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'message/reportCode',
    access: 'session',
    offline: never,
    /** The code on papers of a visit, made for the first paper; `url` is the content of its QR code. */
    input: z.strictObject({ appt_id: EntityId }),
    output: resultOf(z.object({ url: z.string(), expires: Instant })),
  }),
  resend: defineCall({
    key: 'message/resend',
    base: 'api',
    method: 'POST',
    path: 'message/resend',
    access: 'session',
    offline: never,
    input: z.strictObject({ id: EntityId }),
    output: Kept,
  }),
} as const

/** The state of a WhatsApp number at the gateway. */
export const WHATSAPP_STATES = ['Not_Configured', 'Unlinked', 'Waiting', 'Linked'] as const

const WhatsappLink = z.object({
  state: z.enum(WHATSAPP_STATES),
  /** The linked number, as the gateway names it. */
  number: z.string(),
  /** 1 if it is the caller's own number (use_this_usr_wa), 0 if it is the client's. */
  is_own: Flag,
})
export type WhatsappLink = z.output<typeof WhatsappLink>

/** Calls to the gateway while the person waits: mounted by serveLiveCalls. */
export const whatsappLinkCalls = {
  getQrCode: defineCall({
    key: 'whatsapp/get-qr-code',
    module: 'whatsapp_send',
    base: 'api',
    method: 'POST',
    path: 'whatsapp/get-qr-code',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    /** `base64`: the picture of the code (PNG); empty if the number is already linked. */
    output: resultOf(z.extend(WhatsappLink, { base64: z.string() })),
  }),
  linkState: defineCall({
    key: 'whatsapp/link-state',
    module: 'whatsapp_send',
    base: 'api',
    method: 'GET',
    path: 'whatsapp/link-state',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(WhatsappLink),
  }),
  unlink: defineCall({
    key: 'whatsapp/unlink',
    base: 'api',
    method: 'POST',
    path: 'whatsapp/unlink',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(WhatsappLink),
  }),
} as const
