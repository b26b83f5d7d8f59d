import { IconCalendarMonth } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatMonthText } from '#domain/time/formats.ts'
import { type MonthText, parseTypedMonth } from '#domain/time/typed-month.ts'
import type { DayText } from '#domain/time/zones.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useToday } from '../time/use-today.ts'
import { PickerField, type PickerInputProps } from './PickerField.tsx'
import { MonthPanel } from './panels.ts'
import { type Reading, useTyped } from './use-typed.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export interface MonthInputProps extends PickerInputProps {
  /** Empty for none. */
  value: MonthText
  onChange: (month: MonthText) => void
  min?: MonthText | undefined
  max?: MonthText | undefined
  /** The zone that decides the current month: the branch's, if there is one. */
  zone?: string
}

/** A month (YYYY-MM), shown as MMM YYYY and typed as people write it (`11 2026`, `nov`, `t`, `-1`). */
export function MonthInput({ value, onChange, zone = branchZone(), min, max, ...input }: MonthInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const today = useToday(zone)
  const read = (text: string) => readMonth(text, today, { min, max })
  const typed = useTyped({ value, onChange, format: formatMonthText, read, field })
  return (
    <PickerField
      {...input}
      typed={typed}
      field={field}
      icon={<IconCalendarMonth size={16} stroke={1.5} aria-hidden />}
      words={{ open: WORDS.openMonths, panel: WORDS.months, hint: WORDS.monthHint }}
      load={MonthPanel.load}
      renderPanel={(close) => (
        <MonthPanel
          month={value}
          thisMonth={today.slice(0, 7)}
          min={min}
          max={max}
          canClear={!input.required && !input.withAsterisk && value !== ''}
          onMonth={(month) => {
            typed.choose(month)
            close()
          }}
        />
      )}
    />
  )
}

interface MonthLimits {
  min?: MonthText | undefined
  max?: MonthText | undefined
}

function readMonth(text: string, today: DayText, { min, max }: MonthLimits): Reading {
  const found = parseTypedMonth(text, today)
  if ('problem' in found) return { problem: WORDS.monthProblem }
  if (min && found.month < min) return { problem: WORDS.notBefore(formatMonthText(min)) }
  if (max && found.month > max) return { problem: WORDS.notAfter(formatMonthText(max)) }
  return { value: found.month, isWhole: found.isWhole }
}
