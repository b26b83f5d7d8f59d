import * as z from 'zod/mini'
import { LANGUAGES } from '#domain/language/languages.ts'
import { NOTIFICATION_EVENTS, NOTIFICATION_PLACEHOLDERS } from '#domain/message/notification.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Flag, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { common, OtherId, Rev } from './settings-fields.ts'

const NotificationEvent = z.enum(NOTIFICATION_EVENTS)
const Language = z.enum(LANGUAGES)

const notification = {
  subject: text(200),
  body: text(5000),
  sms: text(1000),
  is_email_active: Flag,
  is_sms_active: Flag,
  is_whatsapp_active: Flag,
} as const

/** Data that accompanies a text: its registration ids with Indian carriers (DLT), and WhatsApp's own template. */
const along = {
  dlt_entity_id: OtherId,
  dlt_header: OtherId,
  dlt_template_id: OtherId,
  /** The registered text, with {#var#} for variable parts. */
  dlt_text: text(1000),
  wa_template: OtherId,
  wa_language: OtherId,
  /** The placeholders that fill the template's variables, in order. */
  wa_variables: z.array(z.enum(NOTIFICATION_PLACEHOLDERS)).check(z.maxLength(20)),
} as const

/**
 * The template of an event in a language; the built-in texts if the client has written none. The switches of the
 * English one decide whether patients are told; those of another one, whether its text replaces the English one.
 */
export const NotificationTemplate = z.object({
  event: NotificationEvent,
  language: Language,
  /** 0 if the client has saved none yet. */
  rev: z.int(),
  ...notification,
  ...along,
})
export type NotificationTemplate = z.output<typeof NotificationTemplate>

/** The texts of notifications to patients. */
export const notificationSettingsCalls = {
  notification: defineCall({
    ...common,
    key: 'client/getPatientNotificationTemplate',
    module: 'appointment_system',
    base: 'api',
    method: 'GET',
    path: 'client/getPatientNotificationTemplate/{event}',
    /** English if no language is named. */
    input: z.strictObject({ event: NotificationEvent, language: z.optional(Language) }),
    output: resultOf(NotificationTemplate),
  }),
  saveNotification: defineCall({
    ...common,
    key: 'client/savePatientNotificationTemplate',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'client/savePatientNotificationTemplate',
    /** Omitted accompanying data stays unchanged. */
    input: z.strictObject({
      event: NotificationEvent,
      language: z.optional(Language),
      rev: Rev,
      ...notification,
      dlt_entity_id: z.optional(along.dlt_entity_id),
      dlt_header: z.optional(along.dlt_header),
      dlt_template_id: z.optional(along.dlt_template_id),
      dlt_text: z.optional(along.dlt_text),
      wa_template: z.optional(along.wa_template),
      wa_language: z.optional(along.wa_language),
      wa_variables: z.optional(along.wa_variables),
    }),
    output: resultOf(NotificationTemplate),
  }),
} as const
