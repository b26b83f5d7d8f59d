import { formatDay } from '#domain/time/formats.ts'
import type { DayText } from '#domain/time/zones.ts'
import classes from './calendar.module.css'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** `Mon 23 Nov`. */
export function shortDay(day: DayText): string {
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return `${weekday} ${formatDay(day).slice(0, 6)}`
}

/** The names of the days above their columns. */
export function DayHeads({ days, today }: { days: readonly DayText[]; today: DayText }) {
  return (
    <div className={classes.heads}>
      <span className={classes.corner} />
      {days.map((day) => (
        <span key={day} className={classes.head} data-today={day === today || undefined}>
          {shortDay(day)}
        </span>
      ))}
    </div>
  )
}
