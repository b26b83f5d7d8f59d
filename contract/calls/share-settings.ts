import * as z from 'zod/mini'
import { WHATSAPP_KINDS } from '#domain/message/channels.ts'
import { Flag, text } from '../kernel/fields.ts'
import { OtherId, WebUrl } from './settings-fields.ts'

const SHARE_TEXT_MAX = 2000

/** The four texts for sharing results. */
export const shareTexts = {
  pat_viewer_share_content: text(SHARE_TEXT_MAX),
  pat_viewer_share_content_with_report: text(SHARE_TEXT_MAX),
  pat_login_share_content: text(SHARE_TEXT_MAX),
  pat_print_login_share_content: text(SHARE_TEXT_MAX),
} as const

/** The SMS and WhatsApp gateways, and who gets messages. */
export const gateways = {
  sms_url: WebUrl,
  sms_user: text(100),
  sms_sender: text(100),
  whatsapp_url: WebUrl,
  /** A gateway with linked numbers, or WhatsApp's own service. */
  whatsapp_kind: z.enum(WHATSAPP_KINDS),
  /** The id of the sending number at WhatsApp's own service. */
  whatsapp_phone_id: OtherId,
  /** Whether to notify patients who were never asked. */
  tells_unasked: Flag,
} as const

/** How patients request their report by WhatsApp, and how WhatsApp's own service reaches this server. */
export const writesFirst = {
  /** Country code and number, digits only; blank if patients cannot write to a number. */
  whatsapp_number: z
    .string()
    .check(z.regex(/^(\d{8,15})?$/, 'has the country code and the number, digits alone')),
  prints_report_code: Flag,
  report_code_days: z
    .int('must be a whole number')
    .check(z.gte(1, 'is at least 1'), z.lte(365, 'is at most 365')),
  report_wa_template: OtherId,
  report_wa_language: OtherId,
} as const
