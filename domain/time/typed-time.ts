/** A time of day as stored in fields: HH:mm, 24-hour clock. */
export type TimeText = string

export type TypedTime =
  | {
      time: TimeText
      /** True if hours and minutes were both typed in full. */
      isWhole: boolean
    }
  | { problem: 'unreadable' | 'no_such_time' }

const FORM = /^(\d{1,2})(?:[\s:.h]*(\d\d))?\s*(?:([ap])\.?(?:m\.?)?)?$/
const two = (value: number) => String(value).padStart(2, '0')

/**
 * Parses a time of day as people type it: `14:05`, `1405`, `905`, `9`, `2pm`, `2:05 PM`, `9.30`, `n` or `now` (which is
 * `now`, HH:mm). Without AM or PM the hours are those of the 24-hour clock. The text is not empty.
 */
export function parseTypedTime(text: string, now: TimeText): TypedTime {
  const typed = text.trim().toLowerCase()
  if (typed === 'n' || typed === 'now') return { time: now, isWhole: true }
  const found = FORM.exec(typed)
  if (!found) return { problem: 'unreadable' }
  const [hours, minutes] = [Number(found[1]), Number(found[2] ?? 0)]
  const half = found[3] as 'a' | 'p' | undefined
  const hour = half === undefined ? hours : hourOfHalf(hours, half)
  if (hour === undefined || hour > 23 || minutes > 59) return { problem: 'no_such_time' }
  const isWhole = found[2] !== undefined && found[1]?.length === 2
  return { time: `${two(hour)}:${two(minutes)}`, isWhole }
}

function hourOfHalf(hours: number, half: 'a' | 'p'): number | undefined {
  if (hours < 1 || hours > 12) return undefined
  return (hours % 12) + (half === 'p' ? 12 : 0)
}

/** `02:05 PM` (hh:mm A) of an HH:mm; an invalid time is returned as is. */
export function formatTimeText(time: TimeText): string {
  const found = /^(\d\d):(\d\d)/.exec(time)
  if (!found) return time
  const hour = Number(found[1])
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${found[2]} ${hour < 12 ? 'AM' : 'PM'}`
}
