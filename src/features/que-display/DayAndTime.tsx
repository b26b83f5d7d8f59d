import { formatDate, formatTime, weekdayAt } from '#domain/time/formats.ts'
import { useTickingTime } from '#src/ui/ticking-clock.ts'
import classes from './que-display.module.css'

/** Day and time at the branch, by the server's clock. */
export function DayAndTime({ zone, skewMs }: { zone: string; skewMs: number }) {
  const now = new Date(useTickingTime(true) + skewMs)
  return (
    <p className={classes.clock}>
      <span className={classes.time}>{formatTime(now, zone)}</span>
      <span className={classes.day}>
        {weekdayAt(now, zone)}, {formatDate(now, zone)}
      </span>
    </p>
  )
}
