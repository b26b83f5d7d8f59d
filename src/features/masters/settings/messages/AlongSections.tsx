import { MultiSelect, Text } from '@mantine/core'
import type { Fields } from '#contract/masters/engine/field.ts'
import { fillNotification, NOTIFICATION_PLACEHOLDERS } from '#domain/message/notification.ts'
import { fitsRegistered, VARIABLE_MARK, VARIABLE_MAX } from '#domain/message/registered-text.ts'
import type { SettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { SettingsSection } from '../SettingsPanel.tsx'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { NOTIFICATION_SAMPLE } from './samples.ts'

/** The registration fields of an SMS text at Indian carriers (DLT). */
export const DLT = {
  dlt_entity_id: { kind: 'text', label: 'Entity ID', max: 100 },
  dlt_header: { kind: 'text', label: 'Header', max: 100, hint: 'Stands in the place of the SMS sender.' },
  dlt_template_id: { kind: 'text', label: 'Template ID', max: 100 },
  dlt_text: {
    kind: 'text',
    label: 'Registered text',
    max: 1000,
    lines: 3,
    hint: `${VARIABLE_MARK} where it may differ, by at most ${VARIABLE_MAX} characters.`,
  },
} as const satisfies Fields

/** The WhatsApp template of an event. */
export const WA_TEMPLATE = {
  wa_template: { kind: 'text', label: 'Template name', max: 100, hint: 'Blank: the text above is sent.' },
  wa_language: {
    kind: 'text',
    label: 'Language',
    max: 100,
    hint: 'As WhatsApp names it, such as en or en_US.',
  },
} as const satisfies Fields

/** The registered SMS text of an event, and whether the template still matches it. */
export function RegisteredText({ form }: { form: SettingsForm }) {
  const text = fillNotification(textOf(form.values.sms), NOTIFICATION_SAMPLE)
  return (
    <SettingsSection title={WORDS.dltTitle} hint={WORDS.dltHint} form={form} fields={DLT}>
      <FitsRegistered text={text} registered={textOf(form.values.dlt_text)} />
    </SettingsSection>
  )
}

/** Says whether an SMS matches its registered text; renders nothing if none is registered. */
export function FitsRegistered({ text, registered }: { text: string; registered: string }) {
  if (registered.trim() === '') return null
  const fits = fitsRegistered(text, registered)
  return (
    <Text size="sm" role="status" c={fits ? 'dimmed' : 'orange.4'}>
      {fits ? WORDS.fitsRegistered : WORDS.differsFromRegistered}
    </Text>
  )
}

/** The WhatsApp template of an event, with its values. */
export function WhatsappTemplate({ form }: { form: SettingsForm }) {
  const chosen = form.values.wa_variables
  return (
    <SettingsSection title={WORDS.waTitle} hint={WORDS.waHint} form={form} fields={WA_TEMPLATE}>
      <div className={classes.wide}>
        <MultiSelect
          label={WORDS.waVariables}
          description={WORDS.waVariablesHint}
          data={[...NOTIFICATION_PLACEHOLDERS]}
          value={Array.isArray(chosen) ? chosen.map(String) : []}
          searchable
          clearable
          onChange={(names) => form.setValue('wa_variables', names)}
        />
      </div>
    </SettingsSection>
  )
}
