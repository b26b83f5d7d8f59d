import { settingsCalls } from '#contract/calls/settings.ts'
import type { Fields } from '#contract/masters/field.ts'
import { WHATSAPP_KINDS } from '#domain/message/channels.ts'
import { fillPlaceholders, SHARE_PLACEHOLDERS, unknownPlaceholders } from '#domain/message/placeholders.ts'
import { DEFAULT_SHARE_TEXTS, type ShareTexts } from '#domain/message/share-text.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { type SettingsForm, useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useSession } from '#src/sync/session/session.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { SettingsPanel, SettingsSection } from './SettingsPanel.tsx'
import { SHARE_SAMPLE } from './samples.ts'
import { TemplateText } from './TemplateText.tsx'
import { SETTINGS_WORDS as WORDS } from './words.ts'

const TEXTS = {
  pat_viewer_share_content: { kind: 'text', label: 'Images of a study' },
  pat_viewer_share_content_with_report: { kind: 'text', label: 'Images and report of a study' },
  pat_login_share_content: { kind: 'text', label: 'Patient login' },
  pat_print_login_share_content: { kind: 'text', label: 'Patient login, printed' },
} as const satisfies Fields
const TEXT_NAMES = Object.keys(TEXTS) as (keyof ShareTexts)[]
const TEXT_MAX = 2000

const SMS = {
  sms_url: { kind: 'url', label: 'SMS gateway address' },
  sms_sender: { kind: 'text', label: 'SMS sender', max: 100 },
  sms_user: { kind: 'text', label: 'SMS user', max: 100 },
  sms_password: { kind: 'secret', label: 'SMS password' },
} as const satisfies Fields
const WHATSAPP = {
  whatsapp_kind: {
    kind: 'choice',
    label: 'WhatsApp is sent by',
    required: true,
    options: WHATSAPP_KINDS,
    labels: { Gateway: 'A gateway with linked numbers', Cloud_API: 'WhatsApp’s own service (Cloud API)' },
  },
  whatsapp_url: {
    kind: 'url',
    label: 'WhatsApp gateway address',
    hint: 'Blank for WhatsApp’s own service.',
  },
  whatsapp_token: { kind: 'secret', label: 'WhatsApp token' },
  whatsapp_phone_id: {
    kind: 'text',
    label: 'Phone number ID',
    max: 100,
    hint: 'For WhatsApp’s own service.',
  },
} as const satisfies Fields
const TOLD = {
  tells_unasked: { kind: 'flag', label: 'Send them messages of appointments, payments and reports' },
} as const satisfies Fields
const LABELS = { ...TEXTS, ...SMS, ...WHATSAPP, ...TOLD }

type Input = Parameters<typeof callApi<typeof settingsCalls.saveShareContent>>[1]

/** What results are shared with: four texts, and the gateways of the ways that the client has bought. */
export function ShareTab() {
  const modules = useSession()?.main_modules ?? []
  const hasSms = modules.includes('sms_share')
  const hasWhatsapp = modules.includes('whatsapp_share') || modules.includes('whatsapp_send')
  const hasNotices = modules.includes('appointment_system')
  const { stored, error, refresh } = useKeptSettings(settingsCalls.general, {}, 'general')
  const form = useSettingsForm({
    name: 'share',
    stored,
    fields: Object.keys({
      ...TEXTS,
      ...(hasSms && SMS),
      ...(hasWhatsapp && WHATSAPP),
      ...(hasNotices && TOLD),
    }),
    send: async (values, rev) => {
      const { result } = await callApi(settingsCalls.saveShareContent, values as Input, { baseRev: rev })
      return result
    },
  })
  return (
    <SettingsPanel form={form} error={error} onRetry={refresh} labels={LABELS}>
      <SettingsSection title={WORDS.shareTab} hint={WORDS.textsHint} form={form}>
        {TEXT_NAMES.map((name) => (
          <ShareText key={name} name={name} form={form} />
        ))}
      </SettingsSection>
      {hasSms && <SettingsSection title={WORDS.smsTitle} hint={WORDS.smsHint} form={form} fields={SMS} />}
      {hasWhatsapp && (
        <SettingsSection
          title={WORDS.whatsappTitle}
          hint={WORDS.whatsappHint}
          form={form}
          fields={WHATSAPP}
        />
      )}
      {hasNotices && (
        <SettingsSection title={WORDS.toldTitle} hint={WORDS.toldHint} form={form} fields={TOLD} />
      )}
    </SettingsPanel>
  )
}

function ShareText({ name, form }: { name: keyof ShareTexts; form: SettingsForm }) {
  const value = textOf(form.values[name])
  const { label } = TEXTS[name]
  const rule = form.errors[name]
  return (
    <TemplateText
      label={label}
      value={value}
      onChange={(text) => form.setValue(name, text)}
      names={SHARE_PLACEHOLDERS}
      preview={fillPlaceholders(value.trim() || DEFAULT_SHARE_TEXTS[name], SHARE_SAMPLE)}
      unknown={unknownPlaceholders(value)}
      error={rule === undefined ? undefined : WORDS.rule(label, rule)}
      max={TEXT_MAX}
    />
  )
}
