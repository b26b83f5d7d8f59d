import { MultiSelect } from '@mantine/core'
import { CRITICAL_CONTACTS_MAX } from '#domain/study/critical-steps.ts'
import type { SettingsForm } from '#src/parts/settings-form/use-settings-form.ts'
import { SETTINGS_WORDS as WORDS } from '../words.ts'

interface Person {
  id: string
  name: string
}

/** The people who receive an overdue critical result that has not been reported. */
export function CriticalContacts({ form }: { form: SettingsForm }) {
  const chosen = (form.values.critical_contacts ?? []) as string[]
  const people = (form.base?.critical_people ?? []) as Person[]
  return (
    <MultiSelect
      label={WORDS.criticalContacts}
      description={WORDS.criticalContactsHint}
      placeholder={chosen.length === 0 ? WORDS.noContacts : undefined}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.filter((id) => people.some((person) => person.id === id))}
      onChange={(ids) => form.setValue('critical_contacts', ids)}
      error={form.errors.critical_contacts}
      maxValues={CRITICAL_CONTACTS_MAX}
      searchable
      clearable
    />
  )
}
