import { MultiSelect } from '@mantine/core'
import type { SettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { SETTINGS_WORDS as WORDS } from '../words.ts'

/** The roles whose people must have a passkey. */
export function PasskeyRoles({ form }: { form: SettingsForm }) {
  const { rows } = useMasters('role')
  const chosen = ((form.values.passkey_roles ?? []) as number[]).map(String)
  return (
    <MultiSelect
      label={WORDS.passkeyRoles}
      placeholder={chosen.length === 0 ? WORDS.noRoles : undefined}
      data={rows.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={chosen}
      onChange={(ids) => form.setValue('passkey_roles', ids.map(Number))}
      error={form.errors.passkey_roles}
      searchable
      clearable
    />
  )
}
