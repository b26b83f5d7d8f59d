import type { settingsCalls } from '#contract/calls/settings.ts'
import type { SmtpDetail } from '#contract/calls/smtp.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import { sealGiven } from './seal-given.ts'
import { type SettingsRow, updateSettings } from './settings-row.ts'

/** Returns the client's mail server for its tab. */
export function smtpOf(row: SettingsRow): SmtpDetail {
  return {
    rev: row.rev,
    host: row.smtp_host,
    user_name: row.smtp_user_name,
    port: row.smtp_port,
    is_ssl: row.smtp_is_ssl ? 1 : 0,
    sender_name: row.smtp_sender_name,
    sender_email: row.smtp_sender_email,
    reply_to: row.smtp_reply_to,
    has_password: row.smtp_password === '' ? 0 : 1,
  }
}

/** Saves the mail server; all fields are required (docs/masters.md#lists), the password only if none is stored. */
export async function saveSmtp(
  input: ParsedInputOf<typeof settingsCalls.saveSmtp>,
  row: SettingsRow,
  ctx: Context,
  secrets: Secrets,
): Promise<SettingsRow> {
  const { password } = input
  if (password === '' || (password === undefined && row.smtp_password === ''))
    throw invalid({ password: 'is required' })
  const saved = await updateSettings(ctx, row, {
    smtp_host: input.host.trim(),
    smtp_user_name: input.user_name,
    smtp_port: input.port,
    smtp_is_ssl: input.is_ssl === 1,
    smtp_sender_name: input.sender_name,
    smtp_sender_email: input.sender_email,
    smtp_reply_to: input.reply_to,
    ...(await sealGiven(secrets, row, { smtp_password: password })),
  })
  await ctx.audit('save_smtp', 'client_setting', undefined, { host: input.host.trim(), port: input.port })
  return saved
}
