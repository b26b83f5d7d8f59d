import { Group, Input, type MantineSize } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { DayInput } from './DayInput.tsx'
import { TimeInput } from './TimeInput.tsx'
import { DATES_WORDS as WORDS } from './words.ts'

/** A day with its time on a wall clock: YYYY-MM-DDTHH:mm. */
export type DayTimeText = string

export interface DayTimeInputProps {
  /** Empty for none. */
  value: DayTimeText
  onChange: (value: DayTimeText) => void
  label: string
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  size?: MantineSize
  min?: string
  max?: string
  /** The zone of the wall clock: the branch's, if there is one. */
  zone?: string
}

/** A day and a time. While either is missing, `onChange` gets the empty value. */
export function DayTimeInput({ value, onChange, label, error, min, max, ...input }: DayTimeInputProps) {
  const id = useId()
  const [parts, setParts] = useState({ day: '', time: '', of: '' })
  // Parts of an incomplete value are kept here; a value from outside replaces them.
  const [day = '', time = ''] = parts.of === value ? [parts.day, parts.time] : value.split('T')
  const set = (next: { day: string; time: string }) => {
    const whole = next.day && next.time ? `${next.day}T${next.time}` : ''
    setParts({ ...next, of: whole })
    if (whole !== value) onChange(whole)
  }
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      error={error}
      required={input.required}
      size={input.size}
    >
      <Group gap={4} wrap="nowrap" role="group" aria-label={label}>
        <DayInput
          {...input}
          id={id}
          flex="1 1 128px"
          miw={120}
          min={min}
          max={max}
          value={day}
          onChange={(next) => set({ day: next, time })}
        />
        <TimeInput
          {...input}
          aria-label={WORDS.timeOf(label)}
          flex="1 1 104px"
          miw={100}
          value={time}
          onChange={(next) => set({ day, time: next })}
        />
      </Group>
    </Input.Wrapper>
  )
}
