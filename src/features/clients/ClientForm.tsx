import { Divider, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ClientRecord, client } from '#contract/masters/client.ts'
import { COUNTRIES, CURRENCIES, findCountry } from '#domain/masters/countries.ts'
import { MainModulesField } from '#src/parts/licence/MainModulesField.tsx'
import { makeAdminLink, notifyNoLink } from '#src/parts/password-link/make-password-link.tsx'
import { PASSWORD_LINK_WORDS } from '#src/parts/password-link/words.ts'
import { FormFields } from '#src/ui/master/FormFields.tsx'
import type { Values } from '#src/ui/master/form-values.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ClientAiBodyParts } from './ClientAiBodyParts.tsx'
import { CLIENT_WORDS as WORDS } from './words.ts'

const INITIAL = { main_module_ids: [], ai_bodyparts: [] }
const OF_CLIENT = [
  'no_of_decimal',
  'can_create_branch',
  'pacs_used',
  'status',
  'basic_auth_usr',
  'basic_auth_pwd',
]
const OF_PERSON = ['fname', 'lname', 'mobile', 'email']

/** The form of a client: its data, its administrator, and what it has bought. */
export function ClientForm(props: MasterFormProps<typeof client>) {
  const record = props.record as Values | undefined
  const disabled = props.readOnly ?? false
  const layout = (form: MasterFormState) => (
    <ClientLayout form={form} record={record} present={props.record} disabled={disabled} />
  )
  // A new administrator has no password yet.
  const saved = (made: ClientRecord) => {
    props.onSaved?.(made)
    if (!props.record) makeAdminLink(made).catch(notifyNoLink)
  }
  return (
    <MasterForm<typeof client>
      {...props}
      initial={INITIAL}
      size="min(860px, 100%)"
      layout={layout}
      onSaved={saved}
    />
  )
}

interface ClientLayoutProps {
  form: MasterFormState
  record: Values | undefined
  /** The saved client; undefined for a new one. */
  present: ClientRecord | undefined
  disabled: boolean
}

function ClientLayout({ form, record, present, disabled }: ClientLayoutProps) {
  const common = { master: client, form, record, disabled }
  return (
    <Stack gap="md">
      <FormFields {...common} only={['name']} />
      <CountryFields form={form} disabled={disabled} />
      <FormFields {...common} only={form.isNew ? OF_CLIENT : [...OF_CLIENT, 'reaches_private']} />
      <FormFields {...common} only={['image_file_id']} />
      <Divider label={WORDS.administrator} labelPosition="left" />
      <Text size="sm" c="dimmed">
        {form.isNew ? WORDS.administratorHint : WORDS.passwordLater}
      </Text>
      <FormFields {...common} only={OF_PERSON} />
      {present && !disabled && <AdminLinkButton present={present} />}
      <Divider />
      <MainModulesField
        form={form}
        label={WORDS.modules}
        description={WORDS.modulesHint}
        disabled={disabled}
      />
      <Divider />
      <ClientAiBodyParts form={form} disabled={disabled} />
    </Stack>
  )
}

const COUNTRY_OPTIONS = COUNTRIES.map(({ id, name }) => ({ value: String(id), label: name }))

// The currency follows the country, but can be changed.
function CountryFields({ form, disabled }: { form: MasterFormState; disabled: boolean }) {
  const choose = (value: string | null) => {
    const country = findCountry(Number(value))
    if (!country) return
    form.setValue('country_id', country.id)
    form.setValue('currency', country.currency)
    form.setValue('no_of_decimal', country.no_of_decimal)
  }
  const { country_id: id, currency } = form.values
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
      <div data-field="country_id" data-wrong={form.errors.country_id !== undefined || undefined}>
        <Select
          label={WORDS.country}
          description={WORDS.countryHint}
          withAsterisk
          searchable
          data={COUNTRY_OPTIONS}
          value={typeof id === 'number' ? String(id) : null}
          onChange={choose}
          error={form.errors.country_id}
          disabled={disabled}
        />
      </div>
      <Select
        label={WORDS.currency}
        searchable
        data={CURRENCIES}
        value={typeof currency === 'string' && currency !== '' ? currency : null}
        onChange={(value) => value && form.setValue('currency', value)}
        error={form.errors.currency}
        disabled={disabled}
      />
    </SimpleGrid>
  )
}

function AdminLinkButton({ present }: { present: ClientRecord }) {
  const parts = useAct()
  const [, act] = parts
  return (
    <ActBox parts={parts} title={PASSWORD_LINK_WORDS.linkFailed}>
      <OnlineButton
        variant="default"
        loading={act.isBusy}
        onClick={() => void act.run(() => makeAdminLink(present))}
      >
        {WORDS.passwordLink}
      </OnlineButton>
    </ActBox>
  )
}
