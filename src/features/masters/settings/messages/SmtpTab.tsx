import { settingsCalls } from '#contract/calls/settings.ts'
import type { Fields } from '#contract/masters/engine/field.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { SettingsPanel, SettingsSection } from '../SettingsPanel.tsx'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { TestEmail } from './TestEmail.tsx'

const SERVER: Fields = {
  host: { kind: 'text', label: 'Host', required: true, max: 253 },
  port: { kind: 'port', label: 'Port', required: true },
  user_name: { kind: 'text', label: 'User name', required: true, max: 200 },
  password: { kind: 'secret', label: 'Password', required: true },
  is_ssl: {
    kind: 'flag',
    label: 'SSL',
    hint: 'On for port 465; off where the server begins with STARTTLS (587).',
  },
}
const SENDER: Fields = {
  sender_name: { kind: 'text', label: 'Sender name', required: true, max: 100 },
  sender_email: { kind: 'email', label: 'Sender email', required: true },
  reply_to: { kind: 'email', label: 'Reply to', required: true },
}
const LABELS = { ...SERVER, ...SENDER }

type Input = Parameters<typeof callApi<typeof settingsCalls.saveSmtp>>[1]

/** The client's mail server, and a test email (docs/masters.md#settings). */
export function SmtpTab() {
  const { stored, error, refresh } = useKeptSettings(settingsCalls.smtp, {}, 'smtp')
  const form = useSettingsForm({
    name: 'smtp',
    stored,
    fields: Object.keys(LABELS),
    send: async (values, rev) => {
      const { result } = await callApi(settingsCalls.saveSmtp, values as Input, { baseRev: rev })
      return result
    },
  })
  return (
    <SettingsPanel form={form} error={error} onRetry={refresh} labels={LABELS}>
      <SettingsSection title={WORDS.mailServer} hint={WORDS.mailServerHint} form={form} fields={SERVER} />
      <SettingsSection title={WORDS.sender} form={form} fields={SENDER} />
      <TestEmail refusal={form.isDirty || form.base?.host === '' ? WORDS.testSaveFirst : undefined} />
    </SettingsPanel>
  )
}
