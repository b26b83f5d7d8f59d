import { TextInput } from '@mantine/core'
import { isChargeText } from '#domain/masters/charge-text.ts'
import classes from '../catalogue.module.css'

export interface RateInputProps {
  label: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

/** The amount field of a row: accepts only digits and a dot (docs/masters.md#lists). */
export function RateInput({ label, value, fault, onChange }: RateInputProps) {
  return (
    <TextInput
      aria-label={label}
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={fault !== undefined}
      title={fault}
      className="tabular"
      classNames={{ input: classes.input }}
      onChange={({ currentTarget }) => {
        if (isChargeText(currentTarget.value)) onChange(currentTarget.value)
      }}
    />
  )
}
