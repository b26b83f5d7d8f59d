import * as z from 'zod/mini'
import { MUTABLE_KINDS, NOTIFICATION_KINDS, NOTIFICATION_SUBJECTS } from '#domain/notification/kinds.ts'
import { PUSH_ENDPOINT_MAX } from '#domain/notification/push-endpoint.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, requiredText } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'

const Kind = z.enum(NOTIFICATION_KINDS)
const Subject = z.enum(NOTIFICATION_SUBJECTS)

/**
 * A notification as stored on devices: only ids of its subject. The words are made from the device's own copies.
 */
export const NotificationRow = z.object({
  id: EntityId,
  rev: z.int(),
  kind: Kind,
  subject_type: Subject,
  subject_id: EntityId,
  /** The name of the person who caused it; empty if another system did. */
  noti_by: z.string(),
  /** How often it happened since the person last read it. */
  times: z.int(),
  /** When it last happened. */
  created: Instant,
  read_on: z.nullable(Instant),
})
export type NotificationRow = z.output<typeof NotificationRow>

/** A notification in words, for readers without a copy of the subject; the reader's rights decide on patient names. */
const NotificationItem = z.object({
  id: EntityId,
  msg: z.string(),
  created: Instant,
  isread: Flag,
  noti_by: z.string(),
  pat_id: z.string(),
  pat_name: z.string(),
  kind: Kind,
  subject_type: Subject,
  subject_id: EntityId,
})

const Muted = z.object({ muted: z.array(z.enum(MUTABLE_KINDS)) })

// All of a person's notifications share one lane: marking them as read never conflicts.
const ofPerson = () => ({ type: 'notification', id: '00000000-0000-4000-8000-000000000000' })

/** The bell: a person's notifications and their settings. */
export const notificationCalls = {
  lists: defineCall({
    key: 'noti/lists',
    base: 'api',
    method: 'GET',
    path: 'noti/lists',
    access: 'session',
    offline: { kind: 'cache', table: 'notifications' },
    /** Newest first; of one kind, or all. */
    input: z.strictObject({ ...PageInput, kind: z.optional(Kind) }),
    output: listOf(NotificationItem),
  }),
  getCount: defineCall({
    key: 'noti/getCount',
    base: 'api',
    method: 'GET',
    path: 'noti/getCount',
    access: 'session',
    offline: { kind: 'cache', table: 'notifications' },
    input: z.strictObject({}),
    /** Unread ones within the time that devices keep. */
    output: resultOf(z.object({ count: z.int() })),
  }),
  markAllRead: defineCall({
    key: 'noti/markAllRead',
    base: 'api',
    method: 'GET',
    path: 'noti/markAllRead',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: ofPerson },
    /** Those that last happened until this moment, or all: later ones stay unread. */
    input: z.strictObject({ until: z.optional(Instant) }),
    output: z.object({ message: z.string(), result: z.object({ count: z.int() }) }),
  }),
  markRead: defineCall({
    key: 'noti/markRead',
    base: 'api',
    method: 'POST',
    path: 'noti/markRead',
    access: 'session',
    offline: { kind: 'queue', version: 1, aggregate: ofPerson },
    /** `created` as the person saw it: if it happened again since, it stays unread. */
    input: z.strictObject({ id: EntityId, created: Instant }),
    output: z.object({ message: z.string(), result: NotificationRow }),
  }),
  getSettings: defineCall({
    key: 'noti/getSettings',
    base: 'api',
    method: 'GET',
    path: 'noti/getSettings',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    output: resultOf(Muted),
  }),
  saveSettings: defineCall({
    key: 'noti/saveSettings',
    base: 'api',
    method: 'POST',
    path: 'noti/saveSettings',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ muted: z.array(z.enum(MUTABLE_KINDS)).check(z.maxLength(MUTABLE_KINDS.length)) }),
    output: z.object({ message: z.string(), result: Muted }),
  }),
} as const

/** A key of a push subscription in the format of browsers. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), `must be ${bytes} bytes in base64url`))
}

/** Messages that the browser shows while no page of the product is open. */
export const pushCalls = {
  pushKey: defineCall({
    key: 'noti/pushKey',
    base: 'api',
    method: 'GET',
    path: 'noti/pushKey',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    /** `key` is the key for subscribing; `is_on` tells whether this device of the person is subscribed. */
    output: resultOf(z.object({ key: z.string(), is_on: Flag })),
  }),
  savePush: defineCall({
    key: 'noti/savePush',
    base: 'api',
    method: 'POST',
    path: 'noti/savePush',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      endpoint: requiredText(PUSH_ENDPOINT_MAX),
      /** A point of P-256 and a secret, as the browser provides them. */
      p256dh: base64url(65),
      auth: base64url(16),
    }),
    output: z.object({ message: z.string() }),
  }),
  deletePush: defineCall({
    key: 'noti/deletePush',
    base: 'api',
    method: 'POST',
    path: 'noti/deletePush',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    output: z.object({ message: z.string() }),
  }),
} as const
