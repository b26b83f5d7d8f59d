import type { GeneralSettings } from '#contract/calls/general-settings.ts'
import { REPORT_IN_PATH } from '#contract/calls/integrations.ts'
import { WHATSAPP_HOOK_PATH } from '#contract/calls/messages.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { codeSmsOf } from '#domain/message/code-text.ts'
import { shareTextsOf } from '#domain/message/share-text.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import { selectRecordersOfCriticals } from '../criticals/public/recorders.ts'
import { hasOwnMail, hasSmsGateway } from '../messages/public/settings.ts'
import { countSigningDoctors } from '../people/public/signing-doctors.ts'
import type { SettingsRow } from './settings-row.ts'

/** The server's own configuration that settings depend on. */
export type SettingsConfig = Pick<Config, 'publicUrl' | 'smtpUrl'>

/** The dependencies of saving settings. */
export interface SettingsDeps {
  secrets: Secrets
  config: SettingsConfig
}

const flag = (value: boolean) => (value ? 1 : 0)
const has = (stored: string) => flag(stored !== '')

/** Returns the address to which a client's other systems send reports; the token follows the equals sign. */
export const reportInUrl = (publicUrl: string | undefined): string =>
  `${(publicUrl ?? '').replace(/\/+$/, '')}${BASES.api.prefix}${REPORT_IN_PATH}?token=`

/**
 * Returns the address to which WhatsApp's own service sends a client's messages; empty if the server does not know
 * its address.
 */
const webhookUrl = (publicUrl: string | undefined, clientId: string): string =>
  publicUrl === undefined
    ? ''
    : `${publicUrl.replace(/\/+$/, '')}${BASES.api.prefix}${WHATSAPP_HOOK_PATH}${clientId}`

/** Returns every general setting for display; of secrets only whether there is one. */
export async function generalOf(
  row: SettingsRow,
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  config: SettingsConfig,
): Promise<GeneralSettings> {
  const client = await tx
    .selectFrom('client')
    .select([
      'report_edit_type',
      'otp_rule',
      'otp_channel',
      'passkey_rule',
      'passkey_roles',
      'captcha_rule',
      'vault_days',
      'journal_days',
      'pacs_used',
    ])
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  return {
    rev: row.rev,
    ...shareTextsOf(row),
    sms_url: row.sms_url,
    sms_user: row.sms_user,
    sms_sender: row.sms_sender,
    whatsapp_url: row.whatsapp_url,
    whatsapp_kind: row.whatsapp_kind as GeneralSettings['whatsapp_kind'],
    whatsapp_phone_id: row.whatsapp_phone_id,
    tells_unasked: flag(row.tells_unasked),
    whatsapp_number: row.whatsapp_number,
    prints_report_code: flag(row.prints_report_code),
    report_code_days: row.report_code_days,
    report_wa_template: row.report_wa_template,
    report_wa_language: row.report_wa_language,
    whatsapp_webhook_url: webhookUrl(config.publicUrl, caller.clientId),
    has_whatsapp_app_secret: has(row.whatsapp_app_secret),
    has_whatsapp_verify_token: has(row.whatsapp_verify_token),
    has_sms_password: has(row.sms_password),
    has_whatsapp_token: has(row.whatsapp_token),
    use_ssn_passport_as_pat_id: row.use_ssn_passport_as_pat_id ? 'Y' : 'N',
    report_disclaimer: row.report_disclaimer,
    // Check constraints of the table limit these to the contract's values.
    report_edit_type: client.report_edit_type as GeneralSettings['report_edit_type'],
    report_dob_age_show: row.report_dob_age_show as GeneralSettings['report_dob_age_show'],
    otp_rule: client.otp_rule as GeneralSettings['otp_rule'],
    otp_channel: client.otp_channel as GeneralSettings['otp_channel'],
    passkey_rule: client.passkey_rule as GeneralSettings['passkey_rule'],
    passkey_roles: client.passkey_roles,
    otp_sms: codeSmsOf(row.otp_sms),
    otp_dlt_entity_id: row.otp_dlt_entity_id,
    otp_dlt_header: row.otp_dlt_header,
    otp_dlt_template_id: row.otp_dlt_template_id,
    otp_dlt_text: row.otp_dlt_text,
    captcha_rule: client.captcha_rule as GeneralSettings['captcha_rule'],
    pacs_used: client.pacs_used as GeneralSettings['pacs_used'],
    auto_open_viewer_newtab: flag(row.auto_open_viewer_newtab),
    show_second_dr_sign: flag(row.show_second_dr_sign),
    thirdparty_report_url: row.thirdparty_report_url,
    thirdparty_report_usr: row.thirdparty_report_usr,
    has_thirdparty_report_pwd: has(row.thirdparty_report_pwd),
    report_xml_send_api_url: row.report_xml_send_api_url,
    has_report_xml_send_api_token: has(row.report_xml_send_api_token),
    report_xml_receive_api_url: reportInUrl(config.publicUrl),
    has_report_xml_receive_api_token: flag(row.report_xml_receive_api_token_hash !== null),
    results_wait_for_payment: flag(row.results_wait_for_payment),
    dictation_may_leave_device: flag(row.dictation_may_leave_device),
    vault_days: client.vault_days,
    journal_days: client.journal_days,
    receipt_paper: row.receipt_paper as GeneralSettings['receipt_paper'],
    hidden_payment_modes: row.hidden_payment_modes,
    queue_shows: row.queue_shows as GeneralSettings['queue_shows'],
    consent_link_hours: row.consent_link_hours,
    mwl_aet: row.mwl_aet,
    hl7_facility: row.hl7_facility,
    hl7_charset_in: row.hl7_charset_in as GeneralSettings['hl7_charset_in'],
    hl7_id_types: row.hl7_id_types,
    hl7_charset_out: row.hl7_charset_out as GeneralSettings['hl7_charset_out'],
    hl7_authority: row.hl7_authority,
    hl7_report_text: row.hl7_report_text as GeneralSettings['hl7_report_text'],
    extended_csv: flag(row.extended_csv),
    study_download: flag(row.study_download),
    touch_signing: row.touch_signing as GeneralSettings['touch_signing'],
    peer_learning: flag(row.peer_learning),
    peer_share: Number(row.peer_share),
    critical_escalation: flag(row.critical_escalation),
    critical_remind_minutes: row.critical_remind_minutes,
    critical_escalate_minutes: row.critical_escalate_minutes,
    critical_contacts: row.critical_contacts,
    critical_auto_link: flag(row.critical_auto_link),
    critical_people: await selectRecordersOfCriticals(tx, caller.clientId),
    signing_doctors: await countSigningDoctors(tx, caller.clientId),
    has_code_channel: flag(
      config.smtpUrl !== undefined || hasOwnMail(row) || (client.otp_channel === 'S' && hasSmsGateway(row)),
    ),
  }
}
