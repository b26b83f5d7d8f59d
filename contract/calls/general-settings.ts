import * as z from 'zod/mini'
import { PACS_USED } from '#domain/access/session.ts'
import { WHATSAPP_KINDS } from '#domain/message/channels.ts'
import { TOUCH_RULES } from '#domain/report/touch-rule.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { deskSettings, hl7Settings } from './desk-settings.ts'
import {
  codeSms,
  criticalSettings,
  JournalDays,
  OtpChannel,
  passkeySettings,
  peerSettings,
  reportSettings,
} from './report-settings.ts'
import { common, Rev, Secret } from './settings-fields.ts'
import { gateways, shareTexts, writesFirst } from './share-settings.ts'

/** Every general setting of the client; of a secret only whether there is one. */
export const GeneralSettings = z.object({
  rev: z.int(),
  ...shareTexts,
  sms_url: z.string(),
  sms_user: z.string(),
  sms_sender: z.string(),
  whatsapp_url: z.string(),
  whatsapp_kind: z.enum(WHATSAPP_KINDS),
  whatsapp_phone_id: z.string(),
  tells_unasked: Flag,
  ...writesFirst,
  whatsapp_number: z.string(),
  report_code_days: z.int(),
  /** Where WhatsApp's own service sends its messages; empty where the server does not know its address. */
  whatsapp_webhook_url: z.string(),
  has_whatsapp_app_secret: Flag,
  has_whatsapp_verify_token: Flag,
  has_sms_password: Flag,
  has_whatsapp_token: Flag,
  ...reportSettings,
  otp_channel: OtpChannel,
  ...passkeySettings,
  ...codeSms,
  ...deskSettings,
  ...hl7Settings,
  mwl_aet: z.string(),
  hidden_payment_modes: z.array(z.string()),
  consent_link_hours: z.int(),
  thirdparty_report_url: z.string(),
  report_xml_send_api_url: z.string(),
  vault_days: z.int(),
  journal_days: z.int(),
  has_thirdparty_report_pwd: Flag,
  has_report_xml_send_api_token: Flag,
  /** Where other systems send reports to, without the token. */
  report_xml_receive_api_url: z.string(),
  has_report_xml_receive_api_token: Flag,
  pacs_used: z.enum(PACS_USED),
  /** Whether one-time codes can be sent at all. */
  has_code_channel: Flag,
  touch_signing: z.enum(TOUCH_RULES),
  peer_learning: Flag,
  peer_share: z.number(),
  ...criticalSettings,
  /** Who may be named in critical_contacts, by name. */
  critical_people: z.array(z.object({ id: EntityId, name: z.string() })),
  /** How many people sign: with one alone nothing is drawn. */
  signing_doctors: z.int(),
})
export type GeneralSettings = z.output<typeof GeneralSettings>

/** The general settings of a client, read whole and saved by the tabs that show them. */
export const generalSettingsCalls = {
  general: defineCall({
    ...common,
    key: 'client/generalSettings',
    base: 'api',
    method: 'GET',
    path: 'client/generalSettings',
    input: z.strictObject({}),
    output: resultOf(GeneralSettings),
  }),
  saveShareContent: defineCall({
    ...common,
    key: 'client/savePatientShareContent',
    base: 'api',
    method: 'POST',
    path: 'client/savePatientShareContent',
    input: z.strictObject({
      rev: Rev,
      ...shareTexts,
      sms_url: z.optional(gateways.sms_url),
      sms_user: z.optional(gateways.sms_user),
      sms_sender: z.optional(gateways.sms_sender),
      whatsapp_url: z.optional(gateways.whatsapp_url),
      whatsapp_kind: z.optional(gateways.whatsapp_kind),
      whatsapp_phone_id: z.optional(gateways.whatsapp_phone_id),
      tells_unasked: z.optional(gateways.tells_unasked),
      whatsapp_number: z.optional(writesFirst.whatsapp_number),
      prints_report_code: z.optional(writesFirst.prints_report_code),
      report_code_days: z.optional(writesFirst.report_code_days),
      report_wa_template: z.optional(writesFirst.report_wa_template),
      report_wa_language: z.optional(writesFirst.report_wa_language),
      sms_password: Secret,
      whatsapp_token: Secret,
      whatsapp_app_secret: Secret,
      whatsapp_verify_token: Secret,
    }),
    output: resultOf(GeneralSettings),
  }),
  saveReportSettings: defineCall({
    ...common,
    key: 'client/saveReportSettings',
    base: 'api',
    method: 'POST',
    path: 'client/saveReportSettings',
    input: z.strictObject({
      rev: Rev,
      ...reportSettings,
      /** The way of one-time codes and the SMS; what is left out stays as it is. */
      otp_channel: z.optional(OtpChannel),
      passkey_rule: z.optional(passkeySettings.passkey_rule),
      passkey_roles: z.optional(passkeySettings.passkey_roles),
      otp_sms: z.optional(codeSms.otp_sms),
      otp_dlt_entity_id: z.optional(codeSms.otp_dlt_entity_id),
      otp_dlt_header: z.optional(codeSms.otp_dlt_header),
      otp_dlt_template_id: z.optional(codeSms.otp_dlt_template_id),
      otp_dlt_text: z.optional(codeSms.otp_dlt_text),
      thirdparty_report_pwd: Secret,
      report_xml_send_api_token: Secret,
      /** Signing by touch; stays as it is where it is left out. */
      touch_signing: z.optional(z.enum(TOUCH_RULES)),
      journal_days: z.optional(JournalDays),
      peer_learning: z.optional(peerSettings.peer_learning),
      peer_share: z.optional(peerSettings.peer_share),
      /** Times and people of open critical results; what is left out stays as it is. */
      critical_escalation: z.optional(criticalSettings.critical_escalation),
      critical_remind_minutes: z.optional(criticalSettings.critical_remind_minutes),
      critical_escalate_minutes: z.optional(criticalSettings.critical_escalate_minutes),
      critical_contacts: z.optional(criticalSettings.critical_contacts),
      critical_auto_link: z.optional(criticalSettings.critical_auto_link),
      /** The person was told whom the rule of codes keeps out, and wants it. */
      is_confirmed: z.optional(Flag),
    }),
    output: resultOf(GeneralSettings),
  }),
  saveDeskSettings: defineCall({
    ...common,
    key: 'client/saveDeskSettings',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'client/saveDeskSettings',
    input: z.strictObject({
      rev: Rev,
      ...deskSettings,
      hl7_charset_in: z.optional(hl7Settings.hl7_charset_in),
      hl7_id_types: z.optional(hl7Settings.hl7_id_types),
      hl7_charset_out: z.optional(hl7Settings.hl7_charset_out),
      hl7_authority: z.optional(hl7Settings.hl7_authority),
      hl7_report_text: z.optional(hl7Settings.hl7_report_text),
    }),
    output: resultOf(GeneralSettings),
  }),
} as const
