import { useSyncExternalStore } from 'react'
import { type DayText, dayAt } from '#domain/time/zones.ts'
import { onClockTick } from './clock-ticks.ts'

/** Today's date in `zone`; a page that stays open over midnight updates. */
export function useToday(zone: string): DayText {
  return useSyncExternalStore(onClockTick, () => dayAt(new Date(), zone))
}
