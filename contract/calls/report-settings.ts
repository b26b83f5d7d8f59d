import * as z from 'zod/mini'
import { PASSKEY_RULES } from '#domain/access/passkey-rule.ts'
import { CODE_SMS_MAX } from '#domain/message/code-text.ts'
import { PEER_SHARE_MAX, PEER_SHARE_MIN } from '#domain/peer/draw.ts'
import { CRITICAL_CONTACTS_MAX, CRITICAL_TIMES } from '#domain/study/critical-steps.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { OtherId, WebUrl } from './settings-fields.ts'

/** One-time codes by e-mail, or by the client's SMS gateway. */
export const OtpChannel = z.enum(['E', 'S'])

/** The SMS of a one-time code, and its registration with Indian carriers (DLT). */
export const codeSms = {
  /** Blank restores the built-in text. */
  otp_sms: text(CODE_SMS_MAX),
  otp_dlt_entity_id: OtherId,
  otp_dlt_header: OtherId,
  otp_dlt_template_id: OtherId,
  otp_dlt_text: text(1000),
} as const

/** The people who must have a passkey; the roles belong to the rule `Roles`. */
export const passkeySettings = {
  passkey_rule: z.enum(PASSKEY_RULES),
  passkey_roles: z.array(z.int()).check(z.maxLength(200)),
} as const

/** The fields of the tab Report Settings. */
export const reportSettings = {
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
  /** Days for which a vault opens offline. */
  vault_days: z.int('must be a whole number').check(z.gte(1, 'is at least 1'), z.lte(14, 'is at most 14')),
  extended_csv: Flag,
  study_download: Flag,
} as const

/** How many days a device keeps accepted commands, for a server that is restored from a backup (docs/decisions/265). */
export const JournalDays = z
  .int('must be a whole number')
  .check(z.gte(1, 'is at least 1'), z.lte(90, 'is at most 90'))

/** Second readings of signed studies, and the share that is drawn, in percent (docs/peer-learning.md). */
export const peerSettings = {
  peer_learning: Flag,
  peer_share: z
    .number()
    .check(
      z.gte(PEER_SHARE_MIN, `is at least ${PEER_SHARE_MIN}`),
      z.lte(PEER_SHARE_MAX, `is at most ${PEER_SHARE_MAX}`),
      z.multipleOf(0.1, 'has one decimal at most'),
    ),
} as const

const minutesWithin = ({ min, max }: { min: number; max: number }) =>
  z.int('must be a whole number').check(z.gte(min, `is at least ${min}`), z.lte(max, `is at most ${max}`))

/** Minutes until an open critical result is reported again and escalated (docs/critical-results.md). */
export const criticalSettings = {
  critical_escalation: Flag,
  critical_remind_minutes: minutesWithin(CRITICAL_TIMES.remind),
  critical_escalate_minutes: minutesWithin(CRITICAL_TIMES.escalate),
  /** Escalation contacts who may record critical results; the administrators if nobody is named. */
  critical_contacts: z
    .array(EntityId)
    .check(z.maxLength(CRITICAL_CONTACTS_MAX, `names at most ${CRITICAL_CONTACTS_MAX} people`)),
  /** The referrer is sent a link by itself when a record is opened. */
  critical_auto_link: Flag,
} as const
