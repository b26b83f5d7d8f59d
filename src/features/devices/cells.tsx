import { Badge, Group, Text, Tooltip } from '@mantine/core'
import { formatMoment } from '#domain/time/formats.ts'
import type { ContactLevel } from '#domain/time/intervals.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { roomText } from '#src/ui/room-text.ts'
import { ageText } from '#src/ui/time/age-text.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import type { DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

const COLOURS: Record<ContactLevel, string> = { quiet: 'dimmed', warn: 'orange.4', alarm: 'red.4' }

export interface DeviceCellProps {
  view: DeviceView
}

/** A live age in the colour and with the word of its level. */
function Age({ at, level }: { at: string; level: ContactLevel }) {
  const now = useTickingTime(true)
  const age = ageText(now - Date.parse(at))
  return (
    <Text span inherit c={COLOURS[level]} fw={level === 'quiet' ? undefined : 600}>
      {level === 'quiet' ? WORDS.ago(age) : `${age} · ${WORDS.levels[level]}`}
    </Text>
  )
}

/** When the server last had contact with the device; marked late only if work is waiting on it. */
export function ContactCell({ view }: DeviceCellProps) {
  const hint = view.contactLevel === 'quiet' ? WORDS.quietHint : WORDS.lateHint
  return (
    <Tooltip label={hint} disabled={view.isRevoked || (view.contactLevel === 'quiet' && view.unsent > 0)}>
      <span>
        <Age at={view.item.last_contact} level={view.contactLevel} />
      </span>
    </Tooltip>
  )
}

/** The age of the device's oldest unsent change. */
export function OldestCell({ view }: DeviceCellProps) {
  const { oldest_unsent } = view.item
  if (oldest_unsent === null)
    return (
      <Text span inherit c="dimmed">
        {WORDS.nothing}
      </Text>
    )
  return <Age at={oldest_unsent} level={view.oldestLevel} />
}

export function DeviceNameCell({ view }: DeviceCellProps) {
  const name = view.item.device_name || WORDS.nameless
  return (
    <Group gap={8} wrap="nowrap">
      <Text span inherit truncate title={name}>
        {name}
      </Text>
      <RevokedBadge view={view} />
    </Group>
  )
}

export function RevokedBadge({ view }: DeviceCellProps) {
  const { revoked } = view.item
  const now = useTickingTime(revoked !== null)
  if (revoked === null) return null
  const since = formatMoment(new Date(revoked), new Date(now), READER_ZONE)
  return (
    <Tooltip label={WORDS.revokedAt(since)}>
      <Badge color="gray" variant="outline" radius="sm" tt="none" style={{ flex: 'none' }}>
        {WORDS.stateNames.revoked}
      </Badge>
    </Tooltip>
  )
}

/** A number that is highlighted if it is not zero. */
export function CountCell({ count, isUrgent = false }: { count: number; isUrgent?: boolean }) {
  return (
    <Text span inherit className="tabular" c={count === 0 ? 'dimmed' : isUrgent ? 'red.4' : undefined}>
      {count}
    </Text>
  )
}

export function storageWords({ item }: DeviceView): string {
  return item.storage_granted === 0
    ? WORDS.nothing
    : WORDS.storage(roomText(item.storage_used), roomText(item.storage_granted))
}
