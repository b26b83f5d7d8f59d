import { NavLink, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { settingsCalls } from '#contract/calls/settings.ts'
import type { Fields } from '#contract/masters/engine/field.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#domain/language/languages.ts'
import {
  EVENT_NAMES,
  fillNotification,
  NOTIFICATION_EVENTS,
  NOTIFICATION_PLACEHOLDERS,
  type NotificationEvent,
  unknownNotificationNames,
} from '#domain/message/notification.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { type SettingsForm, useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { SettingsPanel, SettingsSection } from '../SettingsPanel.tsx'
import classes from '../settings.module.css'
import { useOpenedPanels } from '../use-opened-panels.ts'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { DLT, RegisteredText, WA_TEMPLATE, WhatsappTemplate } from './AlongSections.tsx'
import { NOTIFICATION_SAMPLE } from './samples.ts'
import { TemplateText } from './TemplateText.tsx'

const SWITCHES: Fields = {
  is_email_active: { kind: 'flag', label: 'E-mail' },
  is_sms_active: { kind: 'flag', label: 'SMS' },
  is_whatsapp_active: { kind: 'flag', label: 'WhatsApp' },
}
const TEXTS = {
  subject: { kind: 'text', label: 'Subject', max: 200 },
  body: { kind: 'text', label: 'Body', max: 5000 },
  sms: { kind: 'text', label: 'SMS and WhatsApp text', max: 1000 },
} as const satisfies Fields
const LABELS: Fields = {
  ...SWITCHES,
  ...TEXTS,
  ...DLT,
  ...WA_TEMPLATE,
  wa_variables: { kind: 'text', label: WORDS.waVariables },
}
const NARROW = '(max-width: 62em)'

/**
 * The messages that patients receive at these events, each in every language, and their channels
 * (docs/masters.md#notification-templates).
 */
export function NotificationsTab() {
  const { shown: event, show: setEvent, isOpened } = useOpenedPanels<NotificationEvent>('Apointment_Request')
  const isNarrow = useMediaQuery(NARROW) ?? false
  const choose = (value: string | null) => {
    const found = NOTIFICATION_EVENTS.find((one) => one === value)
    if (found) setEvent(found)
  }
  return (
    <div className={classes.events}>
      {isNarrow ? (
        <Select
          label={WORDS.eventsLabel}
          data={NOTIFICATION_EVENTS.map((value) => ({ value, label: EVENT_NAMES[value] }))}
          value={event}
          onChange={choose}
          allowDeselect={false}
        />
      ) : (
        <nav aria-label={WORDS.eventsLabel}>
          {NOTIFICATION_EVENTS.map((one) => (
            <NavLink
              key={one}
              component="button"
              type="button"
              label={EVENT_NAMES[one]}
              active={one === event}
              aria-current={one === event ? 'true' : undefined}
              onClick={() => setEvent(one)}
            />
          ))}
        </nav>
      )}
      <div>
        {NOTIFICATION_EVENTS.filter(isOpened).map((one) => (
          <div key={one} hidden={one !== event}>
            <EventLanguages event={one} />
          </div>
        ))}
      </div>
    </div>
  )
}

type Input = Parameters<typeof callApi<typeof settingsCalls.saveNotification>>[1]

const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({
  value,
  label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
}))

/** The texts of an event; opened languages stay mounted, so that typed text survives a switch. */
function EventLanguages({ event }: { event: NotificationEvent }) {
  const { shown: language, show, isOpened } = useOpenedPanels<Language>('en')
  // A referrer is written to in English.
  if (event === 'Follow_Up_Referrer') return <EventTemplate event={event} language="en" />
  return (
    <>
      <SegmentedControl
        aria-label={WORDS.languageOf(EVENT_NAMES[event])}
        data={LANGUAGE_CHOICES}
        value={language}
        onChange={show}
        mb="md"
      />
      {LANGUAGES.filter(isOpened).map((one) => (
        <div key={one} hidden={one !== language}>
          <EventTemplate event={event} language={one} />
        </div>
      ))}
    </>
  )
}

interface EventTemplateProps {
  event: NotificationEvent
  language: Language
}

function EventTemplate({ event, language }: EventTemplateProps) {
  const isEnglish = language === 'en'
  const key = isEnglish ? { event } : { event, language }
  const name = isEnglish ? event : `${event} ${language}`
  const { stored, error, refresh } = useKeptSettings(settingsCalls.notification, key, name)
  const form = useSettingsForm({
    name,
    stored,
    fields: Object.keys(LABELS),
    send: async (values, rev) => {
      const input = { ...values, ...key } as Input
      return (await callApi(settingsCalls.saveNotification, input, { baseRev: rev })).result
    },
  })
  const builtInHint = form.base?.rev === 0 ? WORDS.builtIn : ''
  return (
    <SettingsPanel form={form} error={error} onRetry={refresh} labels={LABELS}>
      <SettingsSection
        title={isEnglish ? WORDS.sendsBy : WORDS.replacesEnglish}
        hint={isEnglish ? builtInHint : WORDS.replacesEnglishHint}
        form={form}
        fields={SWITCHES}
      />
      <SettingsSection title={WORDS.email} hint={WORDS.textsHint} form={form}>
        <EventText name="subject" form={form} language={language} isLine />
        <EventText name="body" form={form} language={language} />
      </SettingsSection>
      <SettingsSection title={WORDS.short} form={form}>
        <EventText name="sms" form={form} language={language} />
      </SettingsSection>
      <RegisteredText form={form} />
      <WhatsappTemplate form={form} />
    </SettingsPanel>
  )
}

interface EventTextProps {
  name: keyof typeof TEXTS
  form: SettingsForm
  language: Language
  isLine?: boolean
}

function EventText({ name, form, language, isLine }: EventTextProps) {
  const value = textOf(form.values[name])
  const { label, max } = TEXTS[name]
  const rule = form.errors[name]
  return (
    <TemplateText
      label={label}
      value={value}
      onChange={(text) => form.setValue(name, text)}
      names={NOTIFICATION_PLACEHOLDERS}
      preview={fillNotification(value, NOTIFICATION_SAMPLE)}
      unknown={unknownNotificationNames(value)}
      error={rule === undefined ? undefined : WORDS.rule(label, rule)}
      max={max}
      isLine={isLine}
      language={language}
    />
  )
}
