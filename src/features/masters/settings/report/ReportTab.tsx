import { Text } from '@mantine/core'
import { settingsCalls } from '#contract/calls/settings.ts'
import { useKeptSettings } from '#src/parts/settings-form/use-kept-settings.ts'
import { useSettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { saveAsked } from '#src/ui/master/save-asked.ts'
import { SettingsPanel, SettingsSection } from '../SettingsPanel.tsx'
import { SETTINGS_WORDS as WORDS } from '../words.ts'
import { CODE_DLT, CODE_SMS, CodeSmsSection } from './CodeSmsSection.tsx'
import { CriticalContacts } from './CriticalContacts.tsx'
import { PasskeyRoles } from './PasskeyRoles.tsx'
import {
  CRITICALS,
  EXPORTS,
  PATIENTS,
  PEER,
  REPORT_LABELS,
  REPORTS,
  SIGN_IN,
  THIRD_PARTY,
  XML_OUT,
} from './report-fields.ts'
import { XmlToken } from './XmlToken.tsx'

type Input = Parameters<typeof callApi<typeof settingsCalls.saveReportSettings>>[1]

const LABELS = { ...REPORT_LABELS, ...CODE_SMS, ...CODE_DLT }

/** All general settings of reports, results, sign-in, and data sent to other systems. */
export function ReportTab() {
  const { stored, error, refresh } = useKeptSettings(settingsCalls.general, {}, 'general')
  const form = useSettingsForm({
    name: 'report',
    stored,
    fields: [...Object.keys(LABELS), 'passkey_roles', 'critical_contacts'],
    send: async (values, rev) => {
      const saved = await saveAsked(values, (input) =>
        callApi(settingsCalls.saveReportSettings, input as Input, { baseRev: rev }),
      )
      return saved?.result
    },
  })
  return (
    <SettingsPanel form={form} error={error} onRetry={refresh} labels={LABELS}>
      <SettingsSection title={WORDS.reportsTitle} form={form} fields={REPORTS} />
      <SettingsSection title={WORDS.peerTitle} form={form} fields={PEER}>
        {Number(form.base?.signing_doctors) < 2 && (
          <Text c="dimmed" size="sm">
            {WORDS.peerAlone}
          </Text>
        )}
      </SettingsSection>
      <SettingsSection title={WORDS.criticalsTitle} form={form} fields={CRITICALS}>
        <CriticalContacts form={form} />
      </SettingsSection>
      <SettingsSection title={WORDS.patientsTitle} form={form} fields={PATIENTS} />
      <SettingsSection title={WORDS.signInTitle} form={form} fields={SIGN_IN}>
        {form.base?.has_code_channel === 0 && (
          <Text c="dimmed" size="sm">
            {WORDS.noChannel}
          </Text>
        )}
        {form.values.passkey_rule === 'Roles' && <PasskeyRoles form={form} />}
      </SettingsSection>
      {form.values.otp_channel === 'S' && <CodeSmsSection form={form} />}
      <SettingsSection
        title={WORDS.thirdPartyTitle}
        hint={WORDS.thirdPartyHint}
        form={form}
        fields={THIRD_PARTY}
      />
      <SettingsSection title={WORDS.xmlOutTitle} form={form} fields={XML_OUT} />
      <XmlToken
        address={textOf(form.base?.report_xml_receive_api_url)}
        hasToken={form.base?.has_report_xml_receive_api_token === 1}
        refusal={form.isDirty ? WORDS.unsaved : undefined}
        onRenewed={refresh}
      />
      <SettingsSection title={WORDS.exportsTitle} form={form} fields={EXPORTS} />
    </SettingsPanel>
  )
}
