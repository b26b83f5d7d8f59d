import { TextInput, type TextInputProps } from '@mantine/core'
import { typedAmount } from '../draft/reckon.ts'

export interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  decimals: number
  onChange: (typed: string) => void
}

/** Accepts only digits and one dot (docs/visits.md#booking). */
export function AmountInput({ value, decimals, onChange, ...input }: AmountInputProps) {
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      className="tabular"
      styles={{ input: { textAlign: 'end' } }}
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const typed = typedAmount(event.currentTarget.value, decimals)
        if (typed !== undefined) onChange(typed)
      }}
    />
  )
}
