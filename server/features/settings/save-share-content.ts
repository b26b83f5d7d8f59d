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

type ShareContent = ParsedInputOf<typeof settingsCalls.saveShareContent>

/** Saves the texts for sharing results, and the gateways of SMS and WhatsApp if given. */
export async function saveShareContent(
  input: ShareContent,
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
  demandReachable(input, row)
  const { sms_url, sms_user, sms_sender, whatsapp_url, sms_password, whatsapp_token } = input
  const { whatsapp_app_secret, whatsapp_verify_token } = input
  const { whatsapp_kind, whatsapp_phone_id, tells_unasked } = input
  const { whatsapp_number, prints_report_code, report_code_days, report_wa_template, report_wa_language } =
    input
  const saved = await updateSettings(ctx, row, {
    ...Object.fromEntries(TEXTS.map((name) => [name, input[name]])),
    ...given({ sms_url, sms_user, sms_sender, whatsapp_url, whatsapp_kind, whatsapp_phone_id }),
    ...(tells_unasked !== undefined && { tells_unasked: tells_unasked === 1 }),
    ...given({ whatsapp_number, report_wa_template, report_wa_language }),
    ...(prints_report_code !== undefined && { prints_report_code: prints_report_code === 1 }),
    ...(report_code_days !== undefined && { report_code_days }),
    ...(await sealGiven(secrets, row, {
      sms_password,
      whatsapp_token,
      whatsapp_app_secret,
      whatsapp_verify_token,
    })),
  })
  await ctx.audit('save_share_content', 'client_setting', undefined)
  return saved
}

// A printed code without a working service is worse than none, so each of its requirements is checked.
function demandReachable(input: ShareContent, row: SettingsRow): void {
  if (input.prints_report_code !== 1) return
  const kind = input.whatsapp_kind ?? row.whatsapp_kind
  if (kind !== 'Cloud_API') throw invalid({ prints_report_code: 'needs WhatsApp’s own service (Cloud API)' })
  const broken: Record<string, string> = {}
  for (const name of ['whatsapp_number', 'whatsapp_phone_id', 'whatsapp_app_secret'] as const)
    if ((input[name] ?? row[name]) === '') broken[name] = 'is needed for the code on papers'
  if (Object.keys(broken).length > 0) throw invalid(broken)
}

const given = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
