import { formatDay } from '#domain/time/formats.ts'
import type { DayText } from '#domain/time/zones.ts'
import { useWeekend } from '#src/ui/dates/use-weekend.ts'
import classes from './calendar.module.css'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** Returns, for example, `Mon 23 Nov`. */
export function shortDay(day: DayText): string {
  const weekday = WEEKDAYS[weekdayOf(day)]
  return `${weekday} ${formatDay(day).slice(0, 6)}`
}

const weekdayOf = (day: DayText) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The day names above their columns; the country's weekend days are dimmed. */
export function DayHeads({ days, today }: { days: readonly DayText[]; today: DayText }) {
  const weekend: readonly number[] = useWeekend()
  return (
    <div className={classes.heads}>
      <span className={classes.corner} data-corner />
      {days.map((day) => (
        <span
          key={day}
          className={classes.head}
          data-today={day === today || undefined}
          data-weekend={weekend.includes(weekdayOf(day)) || undefined}
        >
          {shortDay(day)}
        </span>
      ))}
    </div>
  )
}
