import { ColorInput, MultiSelect, Select, Switch } from '@mantine/core'
import { MODALITIES } from '#domain/study/modalities.ts'
import { MASTER_WORDS } from '../words.ts'
import { type AnyFieldProps, type FieldProps, inputProps, listOf, textOf } from './field-props.ts'

/** A longer list is searchable. */
const SEARCHED_FROM = 15

export function ChoiceWidget(props: FieldProps<'choice'>) {
  const { options, labels, required } = props.field
  return (
    <Select
      {...inputProps(props)}
      data={options.map((value) => ({ value, label: labels?.[value] ?? value }))}
      value={textOf(props.value) || null}
      onChange={props.onChange}
      allowDeselect={!required}
      clearable={!required}
      searchable={options.length > SEARCHED_FROM}
      checkIconPosition="right"
    />
  )
}

export function FlagWidget(props: FieldProps<'flag'>) {
  return <ZeroOne {...props} />
}

/** Active and Inactive: the switch shows the word, since a colour alone says nothing. */
export function ActiveWidget(props: FieldProps<'active'>) {
  return <ZeroOne {...props} state={props.value === 1 ? MASTER_WORDS.active : MASTER_WORDS.inactive} />
}

function ZeroOne({ state, ...props }: AnyFieldProps & { state?: string }) {
  const { name, field, value, onChange, error, disabled } = props
  return (
    <Switch
      name={name}
      label={state === undefined ? field.label : `${field.label}: ${state}`}
      description={field.hint}
      error={error}
      disabled={disabled}
      checked={value === 1}
      onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
    />
  )
}

const SWATCHES = ['#ff0000', '#e8590c', '#f59f00', '#2f9e44', '#0c8599', '#1971c2', '#6741d9', '#c2255c']

export function ColourWidget(props: FieldProps<'colour'>) {
  return (
    <ColorInput
      {...inputProps(props)}
      value={textOf(props.value)}
      onChange={props.onChange}
      swatches={SWATCHES}
      format="hex"
      className="tabular"
      eyeDropperButtonProps={{ 'aria-label': `${props.field.label}: pick from the screen` }}
    />
  )
}

export function ModalitiesWidget(props: FieldProps<'modalities'>) {
  const chosen = listOf(props.value)
  // Values of an older record stay available.
  const offered = [...new Set<string>([...MODALITIES, ...chosen])]
  return (
    <MultiSelect
      {...inputProps(props)}
      data={offered}
      value={chosen}
      onChange={props.onChange}
      searchable
      clearable
      hidePickedOptions
    />
  )
}
