import { useCallback, useSyncExternalStore } from 'react'
import { type Activation, activeAt } from '#domain/sharing/activation.ts'
import { onClockTick } from '#src/ui/time/clock-ticks.ts'

const still = () => () => {}

/** Returns whether the patient sees the study now; a page that stays open past the end of the activation updates. */
export function useActivation({ is_active_for_patient, active_until }: Activation): 0 | 1 {
  const canEnd = is_active_for_patient === 1 && Boolean(active_until)
  const look = useCallback(
    () => activeAt({ is_active_for_patient, active_until }, new Date()),
    [is_active_for_patient, active_until],
  )
  return useSyncExternalStore(canEnd ? onClockTick : still, look)
}
