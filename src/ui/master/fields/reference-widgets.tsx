import { MultiSelect, Select } from '@mantine/core'
import { useMemo } from 'react'
import { type MasterKey, referredTo } from '#contract/masters/engine/keys.ts'
import { copyIdOf, type MasterRecord, nameOf } from '#src/sync/masters/master-of.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { FIELD_WORDS as WORDS } from '../words.ts'
import { type AnyFieldProps, type FieldProps, inputProps, listOf, textOf } from './field-props.ts'

/** Options shown at once; more are found by typing. */
const OPTIONS_MAX = 100

/** Records to choose from: active ones, and those already chosen. */
function useOptions(
  to: MasterKey,
  chosen: readonly string[],
  narrowed: AnyFieldProps['narrowed'],
): { value: string; label: string }[] {
  const { rows } = useMasters(to)
  const chosenText = chosen.join(' ')
  return useMemo(() => {
    const kept = new Set(chosenText.split(' '))
    return (rows as readonly MasterRecord[])
      .filter((row) => {
        const isOffered = row.status !== 0 && (narrowed?.(row) ?? true)
        return isOffered || kept.has(copyIdOf(row))
      })
      .map((row) => ({ value: copyIdOf(row), label: nameOf(row) }))
  }, [rows, chosenText, narrowed])
}

export function ReferenceWidget(props: FieldProps<'reference'>) {
  const chosen = textOf(props.value)
  const options = useOptions(referredTo(props.field), chosen === '' ? [] : [chosen], props.narrowed)
  return (
    <Select
      {...inputProps(props)}
      data={options}
      value={chosen || null}
      onChange={props.onChange}
      placeholder={WORDS.choose}
      nothingFoundMessage={WORDS.nothingFound}
      limit={OPTIONS_MAX}
      searchable
      allowDeselect={!props.field.required}
      clearable={!props.field.required}
    />
  )
}

export function ReferencesWidget(props: FieldProps<'references'>) {
  const chosen = listOf(props.value)
  const options = useOptions(referredTo(props.field), chosen, props.narrowed)
  return (
    <MultiSelect
      {...inputProps(props)}
      data={options}
      value={chosen}
      onChange={props.onChange}
      placeholder={chosen.length === 0 ? WORDS.choose : undefined}
      nothingFoundMessage={WORDS.nothingFound}
      limit={OPTIONS_MAX}
      searchable
      clearable
      hidePickedOptions
    />
  )
}
