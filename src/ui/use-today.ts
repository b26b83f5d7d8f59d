import { useSyncExternalStore } from 'react'
import { type DayText, dayAt } from '#domain/time/zones.ts'

/** How late a list may notice that a new day has begun. */
const LOOK_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  // Timers sleep with the machine; the page looks again when it is looked at.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** The day in `zone`; a page that stays open over midnight moves on with it. */
export function useToday(zone: string): DayText {
  return useSyncExternalStore(subscribe, () => dayAt(new Date(), zone))
}
