import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatDay } from '#domain/time/formats.ts'
import type { DayLimits } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import { LOCAL_ZONE } from '../local-zone.ts'
import { useToday } from '../use-today.ts'
import { PickerField, type PickerInputProps } from './PickerField.tsx'
import { CalendarPanel } from './panels.ts'
import { readDay } from './read-day.ts'
import { useTyped } from './use-typed.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export interface DayInputProps extends PickerInputProps, DayLimits {
  value: DayText | ''
  onChange: (day: DayText | '') => void
  /** The zone whose day is today: the branch's, where there is one. */
  zone?: string
}

/**
 * A day, shown as DD MMM YYYY and typed as people write it (`23 11 2026`, `23/11`, `t`, `+1`). A text that is no day
 * stays in the field with the reason, and `onChange` is told the empty value. Typed days keep to `min` and `max`.
 */
export function DayInput({ value, onChange, zone = LOCAL_ZONE, min, max, ...input }: DayInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const today = useToday(zone)
  const read = (text: string) => readDay(text, today, { min, max })
  const typed = useTyped({ value, onChange, format: formatDay, read, field })
  return (
    <PickerField
      {...input}
      typed={typed}
      field={field}
      icon={<IconCalendar size={16} stroke={1.5} aria-hidden />}
      words={{ open: WORDS.openCalendar, panel: WORDS.calendar, hint: WORDS.dayHint }}
      load={CalendarPanel.load}
      panel={(close) => (
        <CalendarPanel
          day={value}
          today={today}
          min={min}
          max={max}
          canClear={!input.required && value !== ''}
          onDay={(day) => {
            typed.choose(day)
            close()
          }}
        />
      )}
    />
  )
}
