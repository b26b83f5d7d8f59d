import { createHash, randomBytes } from 'node:crypto'
import type { settingsCalls } from '#contract/calls/settings.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { demandSettings } from '../branches/public/rights.ts'
import { listProfiles, saveProfile } from '../modality-worklist/public/machine-profiles.ts'
import { generalOf, reportInUrl, type SettingsConfig, type SettingsDeps } from './general.ts'
import { notificationTemplate, saveNotificationTemplate } from './public/notifications.ts'
import { saveDeskSettings } from './save-desk-settings.ts'
import { saveReportSettings } from './save-report-settings.ts'
import { saveShareContent } from './save-share-content.ts'
import { getSettings, lockSettings, type SettingsRow, updateSettings } from './settings-row.ts'
import { saveSmtp, smtpOf } from './smtp.ts'

/**
 * Returns the handlers of the settings drawer (docs/masters.md#settings); reading needs the same right as writing.
 */
export const createSettingsHandlers = (deps: SettingsDeps): HandlersFor<typeof settingsCalls> => ({
  general: async (_, ctx) => {
    demandSettings(ctx.caller)
    return { result: await generalOf(await getSettings(ctx), ctx, deps.config) }
  },
  saveShareContent: async (input, ctx) => {
    demandSettings(ctx.caller)
    const row = await lockSettings(ctx, input.rev, (now) => generalOf(now, ctx, deps.config))
    const saved = await saveShareContent(input, row, ctx, deps.secrets)
    return { message: 'Saved', result: await generalOf(saved, ctx, deps.config) }
  },
  saveReportSettings: async (input, ctx) => {
    demandSettings(ctx.caller)
    const row = await lockSettings(ctx, input.rev, (now) => generalOf(now, ctx, deps.config))
    const saved = await saveReportSettings(input, row, ctx, deps)
    return { message: 'Saved', result: await generalOf(saved, ctx, deps.config) }
  },
  saveDeskSettings: async (input, ctx) => {
    demandSettings(ctx.caller)
    const row = await lockSettings(ctx, input.rev, (now) => generalOf(now, ctx, deps.config))
    const saved = await saveDeskSettings(input, row, ctx)
    return { message: 'Saved', result: await generalOf(saved, ctx, deps.config) }
  },
  machineProfiles: async (_, ctx) => {
    demandSettings(ctx.caller)
    return { result: await listProfiles(ctx) }
  },
  saveMachineProfile: async (input, ctx) => {
    demandSettings(ctx.caller)
    return { message: 'Saved', result: await saveProfile(input, ctx) }
  },
  renewXmlToken: async (_, ctx) => {
    demandSettings(ctx.caller)
    const row = await lockSettings(ctx, undefined, async () => undefined)
    return { result: await renewXmlToken(ctx, row, deps.config) }
  },
  notification: async (input, ctx) => {
    demandSettings(ctx.caller)
    return { result: await notificationTemplate(input, ctx) }
  },
  saveNotification: async (input, ctx) => {
    demandSettings(ctx.caller)
    return { message: 'Saved', result: await saveNotificationTemplate(input, ctx) }
  },
  smtp: async (_, ctx) => {
    demandSettings(ctx.caller)
    return { result: smtpOf(await getSettings(ctx)) }
  },
  saveSmtp: async (input, ctx) => {
    demandSettings(ctx.caller)
    const row = await lockSettings(ctx, input.rev, async (now) => smtpOf(now))
    return { message: 'Saved', result: smtpOf(await saveSmtp(input, row, ctx, deps.secrets)) }
  },
})

/** Creates a new token for incoming reports. Only its hash is stored, so it is shown now and never again. */
async function renewXmlToken(ctx: Context, row: SettingsRow, { publicUrl }: SettingsConfig) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token, 'utf8').digest()
  const { rev } = await updateSettings(ctx, row, { report_xml_receive_api_token_hash: hash })
  await ctx.audit('renew_xml_token', 'client_setting', undefined)
  return { url: reportInUrl(publicUrl) + token, rev }
}
