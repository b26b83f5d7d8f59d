import { Button, Tooltip } from '@mantine/core'
import { readmit, revoke } from './device-acts.tsx'
import type { DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

export interface DeviceActionProps {
  view: DeviceView
  isOnline: boolean
  /** Told after the server changed something. */
  onChanged: () => void
}

/** The one thing that is done to a device: taken out of use, or readmitted. */
export function DeviceAction({ view, isOnline, onChanged }: DeviceActionProps) {
  const act = async () => {
    const isDone = await (view.isRevoked ? readmit(view) : revoke(view))
    if (isDone) onChanged()
  }
  return (
    <Tooltip label={WORDS.needsNetwork} disabled={isOnline}>
      <Button
        variant="default"
        size="compact-xs"
        aria-disabled={!isOnline || undefined}
        data-disabled={!isOnline || undefined}
        onClick={isOnline ? () => void act() : undefined}
      >
        {view.isRevoked ? WORDS.readmit : WORDS.revoke}
      </Button>
    </Tooltip>
  )
}
