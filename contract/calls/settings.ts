import * as z from 'zod/mini'
import { PASSKEY_RULES } from '#domain/access/passkey-rule.ts'
import { PACS_USED } from '#domain/access/session.ts'
import { WHATSAPP_KINDS } from '#domain/message/channels.ts'
import { CODE_SMS_MAX } from '#domain/message/code-text.ts'
import { HL7_CHARSETS } from '#domain/message/hl7-charsets.ts'
import { NOTIFICATION_EVENTS, NOTIFICATION_PLACEHOLDERS } from '#domain/message/notification.ts'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { TOUCH_RULES } from '#domain/report/touch-rule.ts'
import { MACHINE_LETTERS, MACHINE_SET_VALUES, MISSING_LETTERS_VALUES } from '#domain/study/machine-letters.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Flag, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

const common = { access: 'session', offline: { kind: 'never' } } as const

const Email = z.string().check(z.email('must be an e-mail address'), z.maxLength(254))
const WebUrl = z.string().check(
  z.maxLength(1000),
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
    'must be a web address',
  ),
)
/** Written, never read: absent leaves it as it is, empty takes it away. */
const Secret = z.optional(text(500))
const Rev = z.optional(z.int())
const SHARE_TEXT_MAX = 2000

/** The mail server of a client, its password aside (docs/masters.md#settings). */
const smtp = {
  host: requiredText(253),
  user_name: requiredText(200),
  port: z
    .int('must be a port: 1 to 65535')
    .check(z.gte(1, 'must be a port: 1 to 65535'), z.lte(65_535, 'must be a port: 1 to 65535')),
  is_ssl: Flag,
  sender_name: requiredText(100),
  sender_email: Email,
  reply_to: Email,
} as const

export const SmtpDetail = z.object({
  rev: z.int(),
  host: z.string(),
  user_name: z.string(),
  port: z.int(),
  is_ssl: Flag,
  sender_name: z.string(),
  sender_email: z.string(),
  reply_to: z.string(),
  has_password: Flag,
})
export type SmtpDetail = z.output<typeof SmtpDetail>

/** The four texts that results are shared with. */
const shareTexts = {
  pat_viewer_share_content: text(SHARE_TEXT_MAX),
  pat_viewer_share_content_with_report: text(SHARE_TEXT_MAX),
  pat_login_share_content: text(SHARE_TEXT_MAX),
  pat_print_login_share_content: text(SHARE_TEXT_MAX),
} as const

/** A name or number as other systems give them: letters, digits, dots, dashes and underscores. */
const OtherId = z
  .string()
  .check(z.regex(/^[\w.-]{0,100}$/, 'holds letters, digits, dots, dashes and underscores'))

/** Where SMS and WhatsApp go out, and to whom. */
const gateways = {
  sms_url: WebUrl,
  sms_user: text(100),
  sms_sender: text(100),
  whatsapp_url: WebUrl,
  /** A gateway that holds linked numbers, or WhatsApp's own service. */
  whatsapp_kind: z.enum(WHATSAPP_KINDS),
  /** The id of the sending number at WhatsApp's own service. */
  whatsapp_phone_id: OtherId,
  /** Whether patients whom nobody asked are told. */
  tells_unasked: Flag,
} as const

/** How patients ask for their report by WhatsApp, and how WhatsApp's own service reaches this server. */
const writesFirst = {
  /** Country code and number, digits alone; blank where patients write to none. */
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

/** One-time codes by e-mail, or by the client's SMS gateway. */
const OtpChannel = z.enum(['E', 'S'])

/** The SMS of a one-time code, and what Indian carriers have of it (DLT). */
const codeSms = {
  /** Blank takes the built-in text again. */
  otp_sms: text(CODE_SMS_MAX),
  otp_dlt_entity_id: OtherId,
  otp_dlt_header: OtherId,
  otp_dlt_template_id: OtherId,
  otp_dlt_text: text(1000),
} as const

/** Who must have a passkey; the roles are those of the rule `Roles`. */
const passkeySettings = {
  passkey_rule: z.enum(PASSKEY_RULES),
  passkey_roles: z.array(z.int()).check(z.maxLength(200)),
} as const

/** What stands in the tab Report Settings. */
const reportSettings = {
  use_ssn_passport_as_pat_id: z.enum(['N', 'Y']),
  report_disclaimer: text(2000),
  report_edit_type: z.enum(['UpdateContent', 'Addendum']),
  report_dob_age_show: z.enum(['BOTH', 'DOB', 'AGE']),
  auto_open_viewer_newtab: Flag,
  show_second_dr_sign: Flag,
  thirdparty_report_url: WebUrl,
  thirdparty_report_usr: text(100),
  report_xml_send_api_url: WebUrl,
  results_wait_for_payment: Flag,
  dictation_may_leave_device: Flag,
  otp_rule: z.enum(['Off', 'New_Device', 'Always']),
  captcha_rule: z.enum(['always', 'after_failure']),
  /** Days that a vault opens without the network. */
  vault_days: z.int('must be a whole number').check(z.gte(1, 'is at least 1'), z.lte(14, 'is at most 14')),
  extended_csv: Flag,
  study_download: Flag,
} as const

/** Days that a device keeps what the server took, for a server that is restored from a backup (docs/decisions/265). */
const JournalDays = z
  .int('must be a whole number')
  .check(z.gte(1, 'is at least 1'), z.lte(90, 'is at most 90'))

const AeTitle = z
  .string()
  .check(
    z.maxLength(16, 'is at most 16 characters'),
    z.regex(/^[\w .-]*$/, 'holds letters, digits, spaces, dots, dashes and underscores'),
  )

/** What stands in the tab Front Desk. */
const deskSettings = {
  receipt_paper: z.enum(['A4', 'Thermal80']),
  /** Modes that Record Payment does not offer. */
  hidden_payment_modes: z.array(z.enum(PAYMENT_MODES)),
  /** What the public queue display shows of a patient. */
  queue_shows: z.enum(['Token', 'Initials']),
  consent_link_hours: z
    .int('must be a whole number')
    .check(z.gte(1, 'is at least 1'), z.lte(720, 'is at most 720')),
  /** The title by which machines ask for this client's worklist. */
  mwl_aet: AeTitle,
  /** The receiving facility by which hospital systems send orders without a password (MLLP). */
  hl7_facility: text(40),
} as const

/** How HL7 is read and written; what is left out of a save stays as it is. */
const hl7Settings = {
  /** The character set of messages that come in and name none (MSH-18); blank reads UTF-8 alone. */
  hl7_charset_in: z.enum(['', ...HL7_CHARSETS]),
  /** Types of patient numbers (PID-3.5), the most wanted first. */
  hl7_id_types: text(100),
  /** The character set of reports that go out. */
  hl7_charset_out: z.enum(HL7_CHARSETS),
  /** Who gives this client's patient and accession numbers (PID-3.4, OBR-3.2). */
  hl7_authority: text(60),
  /** One observation a section of a report, or one a line. */
  hl7_report_text: z.enum(['Sections', 'Lines']),
} as const

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
})
export type GeneralSettings = z.output<typeof GeneralSettings>

const NotificationEvent = z.enum(NOTIFICATION_EVENTS)

const notification = {
  subject: text(200),
  body: text(5000),
  sms: text(1000),
  is_email_active: Flag,
  is_sms_active: Flag,
  is_whatsapp_active: Flag,
} as const

/** What goes along with a text: the ids under which Indian carriers have it (DLT), and WhatsApp's own template. */
const along = {
  dlt_entity_id: OtherId,
  dlt_header: OtherId,
  dlt_template_id: OtherId,
  /** The registered text, with {#var#} where it may differ. */
  dlt_text: text(1000),
  wa_template: OtherId,
  wa_language: OtherId,
  /** Placeholders whose values the template takes, in its order. */
  wa_variables: z.array(z.enum(NOTIFICATION_PLACEHOLDERS)).check(z.maxLength(20)),
} as const

/** The template of an event; the house's own texts where the client has written none. */
export const NotificationTemplate = z.object({
  event: NotificationEvent,
  /** 0 where the client has saved none yet. */
  rev: z.int(),
  ...notification,
  ...along,
})
export type NotificationTemplate = z.output<typeof NotificationTemplate>

const keptOfMachine = {
  /** Values of Specific Character Set; empty: as the machine asks. */
  character_set: z.enum(MACHINE_SET_VALUES, 'is not a character set of the list'),
  missing_letters: z.enum(MISSING_LETTERS_VALUES),
  /** Most letters of a text; null: as many as DICOM allows. */
  max_letters: z.nullable(
    z
      .int('must be a whole number')
      .check(
        z.gte(MACHINE_LETTERS.min, `is at least ${MACHINE_LETTERS.min}`),
        z.lte(MACHINE_LETTERS.max, `is at most ${MACHINE_LETTERS.max}`),
      ),
  ),
} as const

/** A machine that asked for its worklist: what its queries told, and how it is to be answered. */
export const MachineProfileRecord = z.object({
  /** Its own title. */
  aet: z.string(),
  rev: z.int(),
  address: z.string(),
  asked_set: z.string(),
  /** Longest PDU that it takes, in bytes; 0 where it names none. */
  pdu_max: z.int(),
  return_keys: z.array(z.string()),
  /** How often it asked. */
  asked: z.int(),
  first_seen: z.string(),
  last_seen: z.string(),
  ...keptOfMachine,
})
export type MachineProfileRecord = z.output<typeof MachineProfileRecord>

/** Settings of the client (docs/masters.md#settings). */
export const settingsCalls = {
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
  machineProfiles: defineCall({
    ...common,
    key: 'client/machineProfiles',
    module: 'appointment_system',
    base: 'api',
    method: 'GET',
    path: 'client/machineProfiles',
    input: z.strictObject({}),
    output: resultOf(z.array(MachineProfileRecord)),
  }),
  saveMachineProfile: defineCall({
    ...common,
    key: 'client/saveMachineProfile',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'client/saveMachineProfile',
    input: z.strictObject({
      aet: z.string().check(z.minLength(1), z.maxLength(16)),
      rev: z.int(),
      ...keptOfMachine,
    }),
    output: resultOf(MachineProfileRecord),
  }),
  renewXmlToken: defineCall({
    ...common,
    key: 'client/renewXmlToken',
    base: 'api',
    method: 'POST',
    path: 'client/renewXmlToken',
    input: z.strictObject({}),
    /** The whole address with the new token: this once, then never again. */
    output: resultOf(z.object({ url: z.string(), rev: z.int() })),
  }),
  notification: defineCall({
    ...common,
    key: 'client/getPatientNotificationTemplate',
    module: 'appointment_system',
    base: 'api',
    method: 'GET',
    path: 'client/getPatientNotificationTemplate/{event}',
    input: z.strictObject({ event: NotificationEvent }),
    output: resultOf(NotificationTemplate),
  }),
  saveNotification: defineCall({
    ...common,
    key: 'client/savePatientNotificationTemplate',
    module: 'appointment_system',
    base: 'api',
    method: 'POST',
    path: 'client/savePatientNotificationTemplate',
    /** What goes along stays as it is where it is left out. */
    input: z.strictObject({
      event: NotificationEvent,
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
  smtp: defineCall({
    ...common,
    key: 'master/smtpDtl',
    base: 'php',
    method: 'GET',
    path: 'master/smtpDtl',
    input: z.strictObject({}),
    output: resultOf(SmtpDetail),
  }),
  saveSmtp: defineCall({
    ...common,
    key: 'master/saveSmtp',
    base: 'php',
    method: 'POST',
    path: 'master/saveSmtp',
    input: z.strictObject({ rev: Rev, ...smtp, password: Secret }),
    output: resultOf(SmtpDetail),
  }),
} as const

/** Asks the mail server while the person waits. */
export const settingsLiveCalls = {
  sendTestEmail: defineCall({
    ...common,
    key: 'master/sendTestEmail',
    base: 'php',
    method: 'POST',
    path: 'master/sendTestEmail',
    input: z.strictObject({ email: Email, subject: requiredText(200), body: requiredText(5000) }),
    output: z.object({ message: z.string() }),
  }),
} as const
