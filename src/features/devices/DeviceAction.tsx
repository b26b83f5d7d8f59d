import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconDeviceDesktopCheck, IconDeviceDesktopOff } from '@tabler/icons-react'
import { readmit, revoke } from './device-acts.tsx'
import type { DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

export interface DeviceActionProps {
  view: DeviceView
  isOnline: boolean
  /** In a row: a button with words or, if space is short, an icon; on a card: a button of full width. */
  shape: 'words' | 'icon' | 'card'
  /** Called after the server has changed something. */
  onChanged: () => void
}

/** The action on a device: revoke it or readmit it. */
export function DeviceAction({ view, isOnline, shape, onChanged }: DeviceActionProps) {
  const name = view.isRevoked ? WORDS.readmit : WORDS.revoke
  const act = async () => {
    const isDone = await (view.isRevoked ? readmit(view) : revoke(view))
    if (isDone) onChanged()
  }
  const button = {
    variant: 'default',
    'aria-disabled': !isOnline || undefined,
    'data-disabled': !isOnline || undefined,
    onClick: isOnline ? () => void act() : undefined,
  } as const
  const Icon = view.isRevoked ? IconDeviceDesktopCheck : IconDeviceDesktopOff
  return (
    <Tooltip label={isOnline ? name : WORDS.needsNetwork} disabled={isOnline && shape !== 'icon'}>
      {shape === 'icon' ? (
        <ActionIcon {...button} aria-label={name}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button {...button} size={shape === 'card' ? 'sm' : 'compact-xs'}>
          {name}
        </Button>
      )}
    </Tooltip>
  )
}
