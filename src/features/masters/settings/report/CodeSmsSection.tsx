import type { Fields } from '#contract/masters/engine/field.ts'
import {
  CODE_PLACEHOLDERS,
  CODE_SMS_MAX,
  codeSmsProblems,
  fillCodeSms,
  SAMPLE_CODE,
} from '#domain/message/code-text.ts'
import type { SettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { DLT, FitsRegistered } from '../messages/AlongSections.tsx'
import { TemplateText } from '../messages/TemplateText.tsx'
import { SettingsSection } from '../SettingsPanel.tsx'
import { SETTINGS_WORDS as WORDS } from '../words.ts'

/** The registration fields of the one-time code SMS at Indian carriers. */
export const CODE_DLT = {
  otp_dlt_entity_id: DLT.dlt_entity_id,
  otp_dlt_header: DLT.dlt_header,
  otp_dlt_template_id: DLT.dlt_template_id,
  otp_dlt_text: DLT.dlt_text,
} as const satisfies Fields

/** The text field of the one-time code SMS. */
export const CODE_SMS = {
  otp_sms: { kind: 'text', label: WORDS.codeSms, max: CODE_SMS_MAX },
} as const satisfies Fields

/** The SMS that sends one-time codes, with its registered text if the carriers require one. */
export function CodeSmsSection({ form }: { form: SettingsForm }) {
  const value = textOf(form.values.otp_sms)
  const filled = fillCodeSms(value, SAMPLE_CODE)
  // A separate line below says whether it matches the registered text.
  const rule = form.errors.otp_sms ?? codeSmsProblems(value, '').otp_sms
  return (
    <>
      <SettingsSection title={WORDS.codeSmsTitle} hint={WORDS.textsHint} form={form}>
        <TemplateText
          label={WORDS.codeSms}
          value={value}
          onChange={(text) => form.setValue('otp_sms', text)}
          names={CODE_PLACEHOLDERS}
          preview={filled}
          unknown={[]}
          error={rule === undefined ? undefined : WORDS.rule(WORDS.codeSms, rule)}
          max={CODE_SMS_MAX}
        />
      </SettingsSection>
      <SettingsSection title={WORDS.codeDltTitle} hint={WORDS.dltHint} form={form} fields={CODE_DLT}>
        <FitsRegistered text={filled} registered={textOf(form.values.otp_dlt_text)} />
      </SettingsSection>
    </>
  )
}
