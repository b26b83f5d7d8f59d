import * as z from 'zod/mini'
import { PASSKEY_RULES } from '#domain/access/passkey-rule.ts'
import { CODE_SMS_MAX } from '#domain/message/code-text.ts'
import { PEER_SHARE_MAX, PEER_SHARE_MIN } from '#domain/peer/draw.ts'
import { Flag, text } from '../kernel/fields.ts'
import { OtherId, WebUrl } from './settings-fields.ts'

/** One-time codes by e-mail, or by the client's SMS gateway. */
export const OtpChannel = z.enum(['E', 'S'])

/** The SMS of a one-time code, and what Indian carriers have of it (DLT). */
export const codeSms = {
  /** Blank takes the built-in text again. */
  otp_sms: text(CODE_SMS_MAX),
  otp_dlt_entity_id: OtherId,
  otp_dlt_header: OtherId,
  otp_dlt_template_id: OtherId,
  otp_dlt_text: text(1000),
} as const

/** Who must have a passkey; the roles are those of the rule `Roles`. */
export const passkeySettings = {
  passkey_rule: z.enum(PASSKEY_RULES),
  passkey_roles: z.array(z.int()).check(z.maxLength(200)),
} as const

/** What stands in the tab Report Settings. */
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
  /** Days that a vault opens without the network. */
  vault_days: z.int('must be a whole number').check(z.gte(1, 'is at least 1'), z.lte(14, 'is at most 14')),
  extended_csv: Flag,
  study_download: Flag,
} as const

/** Days that a device keeps what the server took, for a server that is restored from a backup (docs/decisions/265). */
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
