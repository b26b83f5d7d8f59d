import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowRight,
  IconCheck,
  IconDots,
  IconExternalLink,
  IconPaperclip,
  IconPlayerPlay,
  type IconProps,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { actionsOf, nameOf, type RequestAction, type RequestActionKind } from './row-actions.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

const ICONS: Record<RequestActionKind, ComponentType<IconProps>> = {
  convert: IconArrowRight,
  open: IconExternalLink,
  document: IconPaperclip,
  start: IconPlayerPlay,
  complete: IconCheck,
  cancel: IconX,
}

export interface RequestMenuProps {
  row: BookingRow
  isOnline: boolean
  onRun: (kind: RequestActionKind, row: BookingRow) => void
}

/** The menu of a request's actions. */
export function RequestMenu({ row, isOnline, onRun }: RequestMenuProps) {
  const actions = actionsOf(row, isOnline)
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.actionsOf(nameOf(row))}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map((action) => (
          <Item key={action.kind} action={action} onRun={() => onRun(action.kind, row)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ action: { kind, reason }, onRun }: { action: RequestAction; onRun: () => void }) {
  const Icon = ICONS[kind]
  const isOff = reason !== undefined
  return (
    <Menu.Item
      color={kind === 'cancel' ? 'red' : undefined}
      leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      title={reason}
      closeMenuOnClick={!isOff}
      onClick={isOff ? undefined : onRun}
    >
      {WORDS.actions[kind]}
    </Menu.Item>
  )
}
