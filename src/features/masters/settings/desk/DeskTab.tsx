import { MultiSelect } from '@mantine/core'
import { settingsCalls } from '#contract/calls/settings.ts'
import { PAYMENT_MODE_LABELS, PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { type SettingsForm, useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { SettingsPanel, SettingsSection } from '../SettingsPanel.tsx'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { DESK_LABELS, HL7_IN, HL7_OUT, PRIVACY, RECEIPTS, SYSTEMS } from './desk-fields.ts'
import { MachineProfiles } from './MachineProfiles.tsx'

type Input = Parameters<typeof callApi<typeof settingsCalls.saveDeskSettings>>[1]

const MODES = PAYMENT_MODES.map((mode) => ({ value: mode, label: PAYMENT_MODE_LABELS[mode] }))

/** Settings of the desk's papers and services, of the waiting room, and of systems that query or send data. */
export function DeskTab() {
  const { stored, error, refresh } = useKeptSettings(settingsCalls.general, {}, 'general')
  const form = useSettingsForm({
    name: 'desk',
    stored,
    fields: Object.keys(DESK_LABELS),
    send: async (values, rev) => {
      // A cleared choice is stored as empty.
      const given = { ...values, hl7_charset_in: values.hl7_charset_in ?? '' } as Input
      const { result } = await callApi(settingsCalls.saveDeskSettings, given, { baseRev: rev })
      return result
    },
  })
  return (
    <>
      <SettingsPanel form={form} error={error} onRetry={refresh} labels={DESK_LABELS}>
        <SettingsSection title={WORDS.moneyTitle} form={form} fields={RECEIPTS}>
          <HiddenModes form={form} />
        </SettingsSection>
        <SettingsSection title={WORDS.privacyTitle} form={form} fields={PRIVACY} />
        <SettingsSection title={WORDS.systemsTitle} hint={WORDS.systemsHint} form={form} fields={SYSTEMS} />
        <SettingsSection title={WORDS.hl7InTitle} hint={WORDS.hl7InHint} form={form} fields={HL7_IN} />
        <SettingsSection title={WORDS.hl7OutTitle} hint={WORDS.hl7OutHint} form={form} fields={HL7_OUT} />
      </SettingsPanel>
      <div className={classes.below}>
        <MachineProfiles />
      </div>
    </>
  )
}

function HiddenModes({ form }: { form: SettingsForm }) {
  const hidden = (form.values.hidden_payment_modes ?? []) as string[]
  return (
    <MultiSelect
      label={WORDS.hiddenModes}
      description={WORDS.hiddenModesHint}
      placeholder={hidden.length === 0 ? WORDS.noneHidden : undefined}
      data={MODES}
      value={hidden}
      onChange={(modes) => form.setValue('hidden_payment_modes', modes)}
      error={form.errors.hidden_payment_modes}
      clearable
    />
  )
}
