import { Textarea, TextInput } from '@mantine/core'
import { type CompanyDetail, type CompanyInput, profileCalls } from '#contract/calls/profile.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { FilePicker } from '#src/ui/master/fields/FilePicker.tsx'
import fields from '#src/ui/master/master.module.css'
import { FormPanel } from './FormPanel.tsx'
import { useSavedForm } from './use-saved-form.ts'
import { PROFILE_WORDS as WORDS } from './words.ts'

export interface CompanyFormProps {
  company: CompanyDetail
}

type Company = { [K in keyof CompanyInput]: CompanyInput[K] }

const LABELS = {
  company_name: WORDS.companyName,
  company_email: WORDS.email1,
  company_email2: WORDS.email2,
  company_phone: WORDS.phone1,
  company_phone2: WORDS.phone2,
  company_address: WORDS.address,
  company_logo_file_id: WORDS.companyLogo,
  powered_logo_file_id: WORDS.poweredLogo,
  api_host_url: WORDS.apiHostUrl,
} as const satisfies Record<keyof Company, string>

const LINES = [
  { name: 'company_email', mode: 'email' },
  { name: 'company_email2', mode: 'email' },
  { name: 'company_phone', mode: 'tel' },
  { name: 'company_phone2', mode: 'tel' },
] as const

const LOGOS = ['company_logo_file_id', 'powered_logo_file_id'] as const

const send = async (input: Company) => (await callApi(profileCalls.updateCompany, input)).message

/** Company Detail of a client, only for its administrators. */
export function CompanyForm({ company }: CompanyFormProps) {
  const form = useSavedForm<Company>({
    initial: {
      company_name: company.company_name ?? '',
      company_email: company.company_email ?? '',
      company_email2: company.company_email2 ?? '',
      company_phone: company.company_phone ?? '',
      company_phone2: company.company_phone2 ?? '',
      company_address: company.company_address ?? '',
      company_logo_file_id: company.company_logo_file_id,
      powered_logo_file_id: company.powered_logo_file_id,
      api_host_url: company.api_host_url ?? '',
    },
    labels: LABELS,
    required: ['company_name'],
    send,
  })
  const { values, errors, set } = form
  return (
    <FormPanel
      title={WORDS.company}
      hint={WORDS.companyHint}
      failure={form.failure}
      isSaving={form.isSaving}
      refusal={form.isDirty ? undefined : WORDS.unchanged}
      onSave={form.save}
    >
      <TextInput
        className={fields.wide}
        label={WORDS.companyName}
        withAsterisk
        maxLength={200}
        value={values.company_name}
        error={errors.company_name}
        onChange={(event) => set('company_name', event.currentTarget.value)}
      />
      {LINES.map(({ name, mode }) => (
        <TextInput
          key={name}
          label={LABELS[name]}
          maxLength={200}
          inputMode={mode}
          className={mode === 'tel' ? 'tabular' : undefined}
          value={values[name]}
          error={errors[name]}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      <Textarea
        className={fields.wide}
        label={WORDS.address}
        maxLength={500}
        autosize
        minRows={2}
        value={values.company_address}
        error={errors.company_address}
        onChange={(event) => set('company_address', event.currentTarget.value)}
      />
      <TextInput
        className={fields.wide}
        label={WORDS.apiHostUrl}
        maxLength={500}
        inputMode="url"
        value={values.api_host_url}
        error={errors.api_host_url}
        onChange={(event) => set('api_host_url', event.currentTarget.value.trim())}
      />
      {LOGOS.map((name) => (
        <FilePicker
          key={name}
          label={LABELS[name]}
          use="companyLogo"
          purpose="logo"
          value={values[name]}
          error={errors[name]}
          onChange={(fileId) => set(name, fileId)}
        />
      ))}
    </FormPanel>
  )
}
