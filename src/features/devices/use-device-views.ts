import { useMemo } from 'react'
import type { DeviceItem } from '#contract/calls/devices.ts'
import { useTickingTime } from '#src/ui/ticking-clock.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import { type DeviceView, viewOf } from './device-view.ts'

/** Levels are judged this often; the ages beside them tick by themselves. */
const JUDGED_MS = 10_000

/** The devices with how urgent each is now. */
export function useDeviceViews(devices: readonly DeviceItem[] | undefined): readonly DeviceView[] {
  const now = Math.ceil(useTickingTime(true) / JUDGED_MS) * JUDGED_MS
  const views = useMemo(() => (devices ?? []).map((item) => viewOf(item, now)), [devices, now])
  // Drawn anew only where a level changed.
  return useSteady(views)
}
