import '@mantine/dates/styles.layer.css'
import { Button, Group } from '@mantine/core'
import { MonthPicker } from '@mantine/dates'
import { useEffect, useRef, useState } from 'react'
import type { MonthText } from '#domain/time/typed-month.ts'
import { CALENDAR_CLASSES, namesIn } from './calendar-props.ts'
import { useDayLanguage } from './day-language.ts'
import { useTouchSize } from './use-touch-size.ts'
import { DATES_WORDS as WORDS } from './words.ts'

export interface MonthPanelProps {
  month: MonthText
  thisMonth: MonthText
  min?: MonthText | undefined
  max?: MonthText | undefined
  canClear: boolean
  onMonth: (month: MonthText) => void
}

const firstDay = (month: MonthText | undefined) => (month ? `${month}-01` : undefined)

/** A year to choose a month from. */
export default function MonthPanel({ month, thisMonth, min, max, canClear, onMonth }: MonthPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useTouchSize()
  const { ariaLabels, monthsListFormat } = namesIn(useDayLanguage())
  const shown = month || thisMonth
  // The month that has the focus, or had it last: the popover's focus trap focuses it in a timer, after the first key.
  const [focused, setFocused] = useState(shown)
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const isNowOff = (min && thisMonth < min) || (max && thisMonth > max)
  return (
    <div ref={box}>
      <MonthPicker
        classNames={CALENDAR_CLASSES}
        ariaLabels={ariaLabels}
        monthsListFormat={monthsListFormat}
        size={size}
        value={firstDay(month) ?? null}
        onChange={(next) => next && onMonth(next.slice(0, 7))}
        defaultDate={firstDay(shown)}
        minDate={firstDay(min)}
        maxDate={firstDay(max)}
        getMonthControlProps={(one) => ({
          'data-autofocus': one.slice(0, 7) === focused || undefined,
          onFocus: () => setFocused(one.slice(0, 7)),
          'aria-current': one.slice(0, 7) === thisMonth ? 'date' : undefined,
        })}
      />
      <Group justify="space-between" mt={8}>
        <Button variant="subtle" size="compact-sm" disabled={!!isNowOff} onClick={() => onMonth(thisMonth)}>
          {WORDS.thisMonth}
        </Button>
        {canClear && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onMonth('')}>
            {WORDS.clear}
          </Button>
        )}
      </Group>
    </div>
  )
}
