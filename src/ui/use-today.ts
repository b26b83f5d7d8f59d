import { useSyncExternalStore } from 'react'
import { type DayText, dayAt } from '#domain/time/zones.ts'
import { onClockTick } from './clock-ticks.ts'

/** The day in `zone`; a page that stays open over midnight moves on with it. */
export function useToday(zone: string): DayText {
  return useSyncExternalStore(onClockTick, () => dayAt(new Date(), zone))
}
