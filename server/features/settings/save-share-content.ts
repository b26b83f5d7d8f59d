import type { settingsCalls } from '#contract/calls/settings.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { unknownPlaceholders } from '#domain/message/placeholders.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import { sealGiven } from './seal-given.ts'
import { type SettingsRow, updateSettings } from './settings-row.ts'

const TEXTS = [
  'pat_viewer_share_content',
  'pat_viewer_share_content_with_report',
  'pat_login_share_content',
  'pat_print_login_share_content',
] as const

/** Keeps the texts that results are shared with, and the gateways of SMS and WhatsApp where they are given. */
export async function saveShareContent(
  input: ParsedInputOf<typeof settingsCalls.saveShareContent>,
  row: SettingsRow,
  ctx: Context,
  secrets: Secrets,
): Promise<SettingsRow> {
  const broken: Record<string, string> = {}
  for (const name of TEXTS) {
    const [unknown] = unknownPlaceholders(input[name])
    if (unknown) broken[name] = `names %${unknown}%, which nothing is known for`
  }
  if (Object.keys(broken).length > 0) throw invalid(broken)
  const { sms_url, sms_user, sms_sender, whatsapp_url, sms_password, whatsapp_token } = input
  const { whatsapp_kind, whatsapp_phone_id, tells_unasked } = input
  const saved = await updateSettings(ctx, row, {
    ...Object.fromEntries(TEXTS.map((name) => [name, input[name]])),
    ...given({ sms_url, sms_user, sms_sender, whatsapp_url, whatsapp_kind, whatsapp_phone_id }),
    ...(tells_unasked !== undefined && { tells_unasked: tells_unasked === 1 }),
    ...(await sealGiven(secrets, row, { sms_password, whatsapp_token })),
  })
  await ctx.audit('save_share_content', 'client_setting', undefined)
  return saved
}

const given = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
