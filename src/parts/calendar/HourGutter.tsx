import { memo } from 'react'
import classes from './calendar.module.css'
import { clockOfMinutes, type OpenHours } from './slots.ts'

/** The hours beside the days. */
export const HourGutter = memo(function Hours({ shown, scale }: { shown: OpenHours; scale: number }) {
  const first = Math.ceil(shown.open / 60)
  const last = Math.floor((shown.close - 1) / 60)
  const hours = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * 60)
  return (
    <div className={classes.gutter} aria-hidden>
      {hours.map((minutes) => (
        <span key={minutes} className={classes.hour} style={{ top: (minutes - shown.open) * scale }}>
          {clockOfMinutes(minutes)}
        </span>
      ))}
    </div>
  )
})
