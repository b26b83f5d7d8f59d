import '@mantine/dates/styles.layer.css'
import { Button, Group } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import type { DayLimits } from '#domain/time/typed-day.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'
import { CALENDAR_CLASSES, dayProps, namesIn } from './calendar-props.ts'
import { useDayLanguage } from './day-language.ts'
import { useDayKeys } from './use-day-keys.ts'
import { useTouchSize } from './use-touch-size.ts'
import { useWeekend } from './use-weekend.ts'

export interface CalendarPanelProps extends DayLimits {
  day: DayText
  today: DayText
  canClear: boolean
  onDay: (day: DayText) => void
}

/** A month to choose a day from; its heading leads to years and decades. */
export default function CalendarPanel({ day, today, min, max, canClear, onDay }: CalendarPanelProps) {
  const language = useDayLanguage()
  const weekend = useWeekend()
  const first = nearest(findDay(day) ? day : today, { min, max })
  const { boxProps, focused, shown, show } = useDayKeys({ first, months: 1, min, max })
  const size = useTouchSize()
  const isTodayOff = (min && today < min) || (max && today > max)
  return (
    <div {...boxProps}>
      <DatePicker
        classNames={CALENDAR_CLASSES}
        {...namesIn(language)}
        weekendDays={weekend}
        size={size}
        hideOutsideDates
        value={findDay(day) ? day : null}
        onChange={(next) => next && onDay(next)}
        date={shown}
        onDateChange={show}
        minDate={min || undefined}
        maxDate={max || undefined}
        getDayProps={(one) => dayProps(one, { today, focused })}
      />
      <Group justify="space-between" mt={8}>
        <Button variant="subtle" size="compact-sm" disabled={!!isTodayOff} onClick={() => onDay(today)}>
          {language.today}
        </Button>
        {canClear && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onDay('')}>
            {language.clear}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** Returns `day`, or the nearest day within the limits. */
export function nearest(day: DayText, { min, max }: DayLimits): DayText {
  if (min && day < min) return min
  return max && day > max ? max : day
}
