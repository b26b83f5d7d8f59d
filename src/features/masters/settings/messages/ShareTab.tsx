import { Text, TextInput } from '@mantine/core'
import { settingsCalls } from '#contract/calls/settings.ts'
import type { Fields } from '#contract/masters/engine/field.ts'
import { WHATSAPP_KINDS } from '#domain/message/channels.ts'
import { fillPlaceholders, SHARE_PLACEHOLDERS, unknownPlaceholders } from '#domain/message/placeholders.ts'
import { DEFAULT_SHARE_TEXTS, type ShareTexts } from '#domain/message/share-text.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { type SettingsForm, useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useSession } from '#src/sync/session/session.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { SettingsPanel, SettingsSection } from '../SettingsPanel.tsx'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { SHARE_SAMPLE } from './samples.ts'
import { TemplateText } from './TemplateText.tsx'

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
const WRITES_FIRST = {
  prints_report_code: {
    kind: 'flag',
    label: 'Print the code on receipts and visit slips',
    hint: 'The patient scans it and presses Send in WhatsApp; the link to the report comes once it is released.',
  },
  whatsapp_number: {
    kind: 'digits',
    label: 'WhatsApp number that patients write to',
    max: 15,
    hint: 'With the country code, digits alone.',
  },
  report_code_days: { kind: 'int', label: 'A code is valid for', min: 1, max: 365, unit: 'days' },
  whatsapp_app_secret: {
    kind: 'secret',
    label: 'App secret',
    hint: 'WhatsApp signs with it what it sends here.',
  },
  whatsapp_verify_token: {
    kind: 'secret',
    label: 'Verify token',
    hint: 'Any text; enter the same one beside the webhook address at WhatsApp.',
  },
  report_wa_template: {
    kind: 'text',
    label: 'Template of the report’s link',
    max: 100,
    hint: 'For a patient who wrote more than a day ago; its one variable is the link.',
  },
  report_wa_language: { kind: 'text', label: 'Language of the template', max: 100 },
} as const satisfies Fields
const TOLD = {
  tells_unasked: { kind: 'flag', label: 'Send them messages of appointments, payments and reports' },
} as const satisfies Fields
const LABELS = { ...TEXTS, ...SMS, ...WHATSAPP, ...WRITES_FIRST, ...TOLD }

type Input = Parameters<typeof callApi<typeof settingsCalls.saveShareContent>>[1]

/** The four texts used to share results, and the gateways of the channels that the client has bought. */
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
      ...(hasWhatsapp && hasNotices && WRITES_FIRST),
      ...(hasNotices && TOLD),
    }),
    send: async (values, rev) => {
      // A gateway with linked numbers does not report incoming messages, so its centre prints no code.
      const isCloud = values.whatsapp_kind === 'Cloud_API'
      const given = isCloud || !hasWhatsapp ? values : { ...values, prints_report_code: 0 }
      const { result } = await callApi(settingsCalls.saveShareContent, given as Input, { baseRev: rev })
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
      {hasWhatsapp && hasNotices && <WritesFirst form={form} />}
      {hasNotices && (
        <SettingsSection title={WORDS.toldTitle} hint={WORDS.toldHint} form={form} fields={TOLD} />
      )}
    </SettingsPanel>
  )
}

/** Settings for patients who write first; only for WhatsApp's own service, which reports incoming messages. */
function WritesFirst({ form }: { form: SettingsForm }) {
  if (form.values.whatsapp_kind !== 'Cloud_API') return null
  const address = textOf(form.base?.whatsapp_webhook_url)
  return (
    <SettingsSection title={WORDS.firstTitle} hint={WORDS.firstHint} form={form} fields={WRITES_FIRST}>
      {address === '' ? (
        <Text c="orange.4" size="sm" role="status">
          {WORDS.webhookUnknown}
        </Text>
      ) : (
        <TextInput label={WORDS.webhook} description={WORDS.webhookHint} value={address} readOnly />
      )}
    </SettingsSection>
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
