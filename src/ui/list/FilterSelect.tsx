import { Select } from '@mantine/core'
import { LIST_WORDS as WORDS } from './words.ts'

export interface FilterSelectProps {
  /** The filter's name, used as the placeholder. */
  name: string
  /** Also shows the name above the field. */
  isLabelled?: boolean
  choices: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  className?: string
  w?: number
}

/** A filter with a list of choices, or none. */
export function FilterSelect({
  name,
  isLabelled = false,
  choices,
  value,
  onChange,
  className,
  w,
}: FilterSelectProps) {
  return (
    <Select
      className={className}
      w={w}
      label={isLabelled ? name : undefined}
      aria-label={name}
      placeholder={isLabelled ? WORDS.all : name}
      data={[...choices]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      searchable={choices.length > 8}
      comboboxProps={{ withinPortal: !isLabelled }}
      clearButtonProps={{ 'aria-label': name }}
    />
  )
}
