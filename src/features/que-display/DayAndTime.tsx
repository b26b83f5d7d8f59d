import { usePatientDates } from '#src/parts/patient-words/patient-words.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from './que-display.module.css'

/** The day and time at the branch, by the server's clock. */
export function DayAndTime({ zone, skewMs }: { zone: string; skewMs: number }) {
  const dates = usePatientDates()
  const now = new Date(useTickingTime(true) + skewMs)
  return (
    <p className={classes.clock}>
      <span className={classes.time}>
        <bdi>{dates.time(now, zone)}</bdi>
      </span>
      <span className={classes.day}>
        <bdi>{dates.weekday(now, zone)}</bdi>
      </span>
    </p>
  )
}
