import { useCallback, useSyncExternalStore } from 'react'
import { type Activation, activeAt } from '#domain/sharing/activation.ts'

/** How late a page may notice that an activation is over. */
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
const still = () => () => {}

/** Whether the patient sees the study now; a page that stays open over the end of the days moves on with it. */
export function useActivation({ is_active_for_patient, active_until }: Activation): 0 | 1 {
  const canEnd = is_active_for_patient === 1 && Boolean(active_until)
  const look = useCallback(
    () => activeAt({ is_active_for_patient, active_until }, new Date()),
    [is_active_for_patient, active_until],
  )
  return useSyncExternalStore(canEnd ? subscribe : still, look)
}
