import { type AnyRecord, recordOf, SYNCED_RECORDS } from '#contract/records/records.ts'
import type { SyncWindow } from '../source.ts'

const DAY_MS = 86_400_000

/**
 * Returns the window that devices keep of each type at `now`. Rounded to days, so that it does not move
 * between two pulls.
 */
export function windowsAt(now: Date): Readonly<Record<string, SyncWindow>> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const from = (days: number) => ({ from: new Date(today - days * DAY_MS) })
  return Object.fromEntries(
    SYNCED_RECORDS.flatMap((record) => {
      const days = keptDaysOf(record)
      return days === undefined ? [] : [[record.type, from(days)]]
    }),
  )
}

/** Parts are kept as long as their parent. */
const keptDaysOf = (record: AnyRecord): number | undefined =>
  'parent' in record ? recordOf(record.parent).keptDays : record.keptDays
