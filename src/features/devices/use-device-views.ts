import { useMemo } from 'react'
import type { DeviceItem } from '#contract/calls/devices.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import { type DeviceView, viewOf } from './device-view.ts'

/** How often the levels are recalculated; the ages next to them update by themselves. */
const JUDGED_MS = 10_000

/** Returns the devices with their current urgency. */
export function useDeviceViews(devices: readonly DeviceItem[] | undefined): readonly DeviceView[] {
  const now = Math.ceil(useTickingTime(true) / JUDGED_MS) * JUDGED_MS
  const views = useMemo(() => (devices ?? []).map((item) => viewOf(item, now)), [devices, now])
  // Rerenders only if a level has changed.
  return useSteady(views)
}
