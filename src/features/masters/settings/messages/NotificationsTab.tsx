import { NavLink, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { settingsCalls } from '#contract/calls/settings.ts'
import type { Fields } from '#contract/masters/engine/field.ts'
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

/** The messages that patients receive at ten events, and their channels (docs/masters.md#notification-templates). */
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
            <EventTemplate event={one} />
          </div>
        ))}
      </div>
    </div>
  )
}

type Input = Parameters<typeof callApi<typeof settingsCalls.saveNotification>>[1]

function EventTemplate({ event }: { event: NotificationEvent }) {
  const { stored, error, refresh } = useKeptSettings(settingsCalls.notification, { event }, event)
  const form = useSettingsForm({
    name: event,
    stored,
    fields: Object.keys(LABELS),
    send: async (values, rev) => {
      const input = { ...values, event } as Input
      return (await callApi(settingsCalls.saveNotification, input, { baseRev: rev })).result
    },
  })
  return (
    <SettingsPanel form={form} error={error} onRetry={refresh} labels={LABELS}>
      <SettingsSection
        title={WORDS.sendsBy}
        hint={form.base?.rev === 0 ? WORDS.builtIn : ''}
        form={form}
        fields={SWITCHES}
      />
      <SettingsSection title={WORDS.email} hint={WORDS.textsHint} form={form}>
        <EventText name="subject" form={form} isLine />
        <EventText name="body" form={form} />
      </SettingsSection>
      <SettingsSection title={WORDS.short} form={form}>
        <EventText name="sms" form={form} />
      </SettingsSection>
      <RegisteredText form={form} />
      <WhatsappTemplate form={form} />
    </SettingsPanel>
  )
}

interface EventTextProps {
  name: keyof typeof TEXTS
  form: SettingsForm
  isLine?: boolean
}

function EventText({ name, form, isLine }: EventTextProps) {
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
    />
  )
}
