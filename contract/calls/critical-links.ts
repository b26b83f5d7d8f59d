import * as z from 'zod/mini'
import { MESSAGE_CHANNELS } from '#domain/message/channels.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant, requiredText, text } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { CriticalRow } from './study-parts.ts'

const never = { kind: 'never' } as const

/** The referrer of a study from the master data; empty fields are unknown. */
const Receiver = z.object({
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  phone_code: z.string(),
  /** The ways that are set up and that the client has bought. */
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
})
export type CriticalReceiver = z.output<typeof Receiver>

/** Links by which a referrer confirms a critical result, for staff (docs/critical-results.md). */
export const criticalLinkCalls = {
  receiver: defineCall({
    key: 'study/criticalReceiver',
    module: READING_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/criticalReceiver/{study_id}',
    access: 'session',
    offline: never,
    input: z.strictObject({ study_id: EntityId, critical_id: EntityId }),
    output: resultOf(Receiver),
  }),
  send: defineCall({
    key: 'study/sendCriticalLink',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/sendCriticalLink',
    access: 'session',
    offline: never,
    input: z.strictObject({
      critical_id: EntityId,
      study_id: EntityId,
      channel: z.enum(MESSAGE_CHANNELS),
      share_to: text(254),
      phonecode: z._default(text(6), ''),
      /** Whom it goes to. */
      name: requiredText(100),
      /** What that person reads and confirms. */
      finding: requiredText(1_000),
    }),
    output: z.object({ message: z.string(), result: z.object({ critical: CriticalRow }) }),
  }),
} as const

const Secret = requiredText(100)

/** What the referrer reads; it is shown by the press that confirms it. */
const Confirmed = z.object({
  centre: z.string(),
  contact_no: z.string(),
  sent_by: z.string(),
  pat_name: z.string(),
  pat_id: z.string(),
  pat_sex: z.string(),
  pat_age: z.string(),
  study_desc: z.string(),
  modality: z.string(),
  study_datetime: z.nullable(Instant),
  /** IANA name of the branch's zone, `UTC` where the study has no branch. */
  time_zone: z.string(),
  tag: z.string(),
  finding: z.string(),
  confirmed_on: Instant,
})
export type ConfirmedCritical = z.output<typeof Confirmed>

/** Calls of the page behind such a link. The secret is the whole right to it, and works once. */
export const publicCriticalCalls = {
  look: defineCall({
    key: 'public/criticalLink',
    base: 'api',
    method: 'POST',
    path: 'public/criticalLink',
    access: 'public',
    offline: never,
    input: z.strictObject({ secret: Secret }),
    /** Nothing of the patient: who asks whom. */
    output: resultOf(
      z.object({ centre: z.string(), name: z.string(), sent_by: z.string(), expires: Instant }),
    ),
  }),
  confirm: defineCall({
    key: 'public/confirmCritical',
    base: 'api',
    method: 'POST',
    path: 'public/confirmCritical',
    access: 'public',
    offline: never,
    /** `page` is minted by the page that asks: it may ask again where the answer was lost on the way. */
    input: z.strictObject({ secret: Secret, page: EntityId }),
    output: resultOf(Confirmed),
  }),
} as const
