import type { settingsCalls } from '#contract/calls/settings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { codeSmsProblems, DEFAULT_CODE_SMS } from '#domain/message/code-text.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { stopWatchingLate } from '../criticals/public/due-steps.ts'
import { hasOwnMail, hasSmsGateway } from '../messages/public/settings.ts'
import { updateOwnClient } from '../platform/public/write-client.ts'
import { criticalColumns } from './critical-columns.ts'
import type { SettingsDeps } from './general.ts'
import { askBeforeLockOut } from './locked-out.ts'
import { sealGiven } from './seal-given.ts'
import { type SettingsRow, updateSettings } from './settings-row.ts'

type ReportSettings = ParsedInputOf<typeof settingsCalls.saveReportSettings>

/** Saves the Report Settings tab, whose values are partly in the client's row and partly in its settings. */
export async function saveReportSettings(
  input: ReportSettings,
  row: SettingsRow,
  ctx: Context,
  { secrets, config }: SettingsDeps,
): Promise<SettingsRow> {
  await demandCodeChannel(input, ctx, { row, smtpUrl: config.smtpUrl })
  const codeSms = codeSmsColumns(input, row)
  await demandRoles(input, ctx)
  const critical = await criticalColumns(input, row, ctx)
  await updateClient(input, ctx)
  const { thirdparty_report_pwd, report_xml_send_api_token } = input
  const saved = await updateSettings(ctx, row, {
    use_ssn_passport_as_pat_id: input.use_ssn_passport_as_pat_id === 'Y',
    report_disclaimer: input.report_disclaimer,
    report_dob_age_show: input.report_dob_age_show,
    auto_open_viewer_newtab: input.auto_open_viewer_newtab === 1,
    show_second_dr_sign: input.show_second_dr_sign === 1,
    thirdparty_report_url: input.thirdparty_report_url,
    thirdparty_report_usr: input.thirdparty_report_usr,
    report_xml_send_api_url: input.report_xml_send_api_url,
    results_wait_for_payment: input.results_wait_for_payment === 1,
    dictation_may_leave_device: input.dictation_may_leave_device === 1,
    extended_csv: input.extended_csv === 1,
    study_download: input.study_download === 1,
    ...(input.touch_signing && { touch_signing: input.touch_signing }),
    ...(input.peer_learning !== undefined && { peer_learning: input.peer_learning === 1 }),
    ...(input.peer_learning === 1 && !row.peer_learning && { peer_since: ctx.now }),
    ...(input.peer_share !== undefined && { peer_share: String(input.peer_share) }),
    ...critical,
    ...codeSms,
    ...(await sealGiven(secrets, row, { thirdparty_report_pwd, report_xml_send_api_token })),
  })
  if (saved.critical_escalation && !row.critical_escalation)
    await stopWatchingLate(ctx.tx, ctx.caller.clientId, saved.critical_escalate_minutes, ctx.now)
  const { otp_rule, otp_channel, passkey_rule, passkey_roles } = input
  const { captcha_rule, vault_days, journal_days, report_edit_type, dictation_may_leave_device } = input
  await ctx.audit('save_report_settings', 'client_setting', undefined, {
    otp_rule,
    ...(otp_channel && { otp_channel }),
    ...(passkey_rule && { passkey_rule }),
    ...(passkey_roles && { passkey_roles }),
    captcha_rule,
    vault_days,
    ...(journal_days !== undefined && { journal_days }),
    report_edit_type,
    dictation_may_leave_device,
    touch_signing: saved.touch_signing,
    peer_learning: saved.peer_learning,
    peer_share: saved.peer_share,
    critical_escalation: saved.critical_escalation,
    critical_remind_minutes: saved.critical_remind_minutes,
    critical_escalate_minutes: saved.critical_escalate_minutes,
    critical_contacts: saved.critical_contacts,
    critical_auto_link: saved.critical_auto_link,
  })
  return saved
}

// Omitted values stay unchanged; the checks apply to the result, so that carriers cannot drop any saved text.
function codeSmsColumns(input: ReportSettings, row: SettingsRow) {
  const columns = {
    otp_sms: (input.otp_sms ?? row.otp_sms).trim(),
    otp_dlt_entity_id: input.otp_dlt_entity_id ?? row.otp_dlt_entity_id,
    otp_dlt_header: input.otp_dlt_header ?? row.otp_dlt_header,
    otp_dlt_template_id: input.otp_dlt_template_id ?? row.otp_dlt_template_id,
    otp_dlt_text: (input.otp_dlt_text ?? row.otp_dlt_text).trim(),
  }
  const problems = codeSmsProblems(columns.otp_sms, columns.otp_dlt_text)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  // The field shows the built-in text; if it is saved unchanged, it stays the built-in one.
  return { ...columns, otp_sms: columns.otp_sms === DEFAULT_CODE_SMS ? '' : columns.otp_sms }
}

// Throws for a rule that cannot be fulfilled, because it would lock everybody out (docs/people.md#tenants).
async function demandCodeChannel(
  input: ReportSettings,
  { tx, caller }: Context,
  { row, smtpUrl }: { row: SettingsRow; smtpUrl: string | undefined },
): Promise<void> {
  const { otp_rule, otp_channel } = input
  const stored = await tx
    .selectFrom('client')
    .select(['otp_rule', 'otp_channel'])
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  const channel = otp_channel ?? stored.otp_channel
  if (otp_channel === 'S' && stored.otp_channel !== 'S' && !hasSmsGateway(row))
    throw new Refusal('refused', 'Codes cannot go by SMS: no SMS gateway is set up.', {
      fields: { otp_channel: 'needs an SMS gateway' },
    })
  const canSend = smtpUrl !== undefined || hasOwnMail(row) || (channel === 'S' && hasSmsGateway(row))
  if (canSend) return askBeforeLockOut(input, stored, { tx, caller })
  if (otp_rule === 'Off' || stored.otp_rule === otp_rule) return
  const message = 'One-time codes cannot be switched on: there is no way to send them by.'
  throw new Refusal('refused', message, { fields: { otp_rule: 'needs a way to send codes' } })
}

// Throws for roles that are not the client's own.
async function demandRoles({ passkey_roles }: ReportSettings, { tx, caller }: Context): Promise<void> {
  if (!passkey_roles || passkey_roles.length === 0) return
  const known = await tx
    .selectFrom('role')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('id', 'in', passkey_roles)
    .execute()
  if (known.length < new Set(passkey_roles).size)
    throw invalid({ passkey_roles: 'names a role that does not exist' })
}

// The settings that sign-in needs are in the client's row.
async function updateClient(input: ReportSettings, { tx, caller }: Context): Promise<void> {
  const { report_edit_type, otp_rule, otp_channel, captcha_rule, vault_days } = input
  const { passkey_rule, passkey_roles, journal_days } = input
  await updateOwnClient(tx, caller.clientId, {
    report_edit_type,
    otp_rule,
    captcha_rule,
    vault_days,
    ...(journal_days !== undefined && { journal_days }),
    ...(otp_channel && { otp_channel }),
    ...(passkey_rule && { passkey_rule }),
    ...(passkey_roles && { passkey_roles }),
  })
}
