import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import type { DayLimits } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useToday } from '../time/use-today.ts'
import { useDayLanguage } from './day-language.ts'
import { PickerField, type PickerInputProps } from './PickerField.tsx'
import { CalendarPanel } from './panels.ts'
import { readDay } from './read-day.ts'
import { useTyped } from './use-typed.ts'

export interface DayInputProps extends PickerInputProps, DayLimits {
  /** Empty for none. */
  value: DayText
  onChange: (day: DayText) => void
  /** The zone that decides today: the branch's, if there is one. */
  zone?: string
}

/**
 * A day, shown as DD MMM YYYY and typed as people write it (`23 11 2026`, `23/11`, `t`, `+1`). Text that is not a day
 * stays in the field with the reason, and `onChange` gets the empty value. Typed days must be within `min` and `max`.
 */
export function DayInput({ value, onChange, zone = branchZone(), min, max, ...input }: DayInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const language = useDayLanguage()
  const today = useToday(zone)
  const read = (text: string) => readDay(text, today, { min, max }, language)
  const typed = useTyped({ value, onChange, format: language.format, read, field })
  return (
    <PickerField
      {...input}
      typed={typed}
      field={field}
      icon={<IconCalendar size={16} stroke={1.5} aria-hidden />}
      words={{ open: language.openCalendar, panel: language.calendar, hint: language.hint }}
      language={language}
      load={CalendarPanel.load}
      renderPanel={(close) => (
        <CalendarPanel
          // A typed day may arrive after the panel has opened: it restarts at that day.
          key={value}
          day={value}
          today={today}
          min={min}
          max={max}
          canClear={!input.required && !input.withAsterisk && value !== ''}
          onDay={(day) => {
            typed.choose(day)
            close()
          }}
        />
      )}
    />
  )
}
