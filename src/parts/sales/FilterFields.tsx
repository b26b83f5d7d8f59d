import { Button, Group, MultiSelect, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import type { Choice } from './use-choices.ts'
import { SALES_LIST_WORDS as WORDS } from './words.ts'

/** One filter of a tab: its wire name, label, and kind of control. */
export interface FilterField {
  name: string
  label: string
  kind: 'select' | 'multi' | 'switch'
  /** The options of a select. */
  choices?: readonly Choice[]
  /** The default of a switch, if the URL has no value. */
  usual?: 'Y' | 'N'
}

export interface FilterFieldsProps {
  fields: readonly FilterField[]
  /** Values by name; an absent one does not filter. */
  filter: Readonly<Record<string, string>>
  onChange: (change: Readonly<Record<string, string>>) => void
  /** Shown at the end of the row. */
  children?: ReactNode
}

/** The filters of a tab in one row, with a button to clear them. */
export function FilterFields({ fields, filter, onChange, children }: FilterFieldsProps) {
  const names = Object.keys(filter)
  return (
    <Group gap="xs" align="flex-end" role="search">
      {fields.map((field) => (
        <Field key={field.name} field={field} value={filter[field.name]} onChange={onChange} />
      ))}
      {names.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => onChange(Object.fromEntries(names.map((name) => [name, ''])))}
        >
          {WORDS.clear}
        </Button>
      )}
      {children}
    </Group>
  )
}

interface FieldProps {
  field: FilterField
  value: string | undefined
  onChange: FilterFieldsProps['onChange']
}

function Field({ field: { name, label, kind, choices = [], usual = 'N' }, value, onChange }: FieldProps) {
  if (kind === 'switch')
    return (
      <Switch
        label={label}
        checked={(value ?? usual) === 'Y'}
        onChange={({ currentTarget: { checked } }) => {
          const chosen = checked ? 'Y' : 'N'
          onChange({ [name]: chosen === usual ? '' : chosen })
        }}
        mb={8}
      />
    )
  if (kind === 'multi')
    return (
      <MultiSelect
        aria-label={label}
        placeholder={value ? undefined : label}
        data={[...choices]}
        value={value ? value.split(',') : []}
        onChange={(ids) => onChange({ [name]: ids.join(',') })}
        searchable
        clearable
        hidePickedOptions
        maw={360}
        miw={200}
      />
    )
  return (
    <FilterSelect
      name={label}
      choices={choices}
      value={value}
      onChange={(chosen) => onChange({ [name]: chosen ?? '' })}
      w={190}
    />
  )
}

/** Returns the options from a table of labels. */
export const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
