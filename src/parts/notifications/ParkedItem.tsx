import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { formatShortDateTime } from '#domain/time/formats.ts'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import classes from './notifications.module.css'
import { NOTIFICATION_WORDS as WORDS } from './words.ts'

export interface ParkedItemProps {
  item: QueueItem
  onLeave: () => void
}

/** A change of this device that the server refused: it stays until the person resolves it in the Sync centre. */
export function ParkedItem({ item: { label, reason, at }, onLeave }: ParkedItemProps) {
  return (
    <li>
      <Link to="/sync" className={classes.item} data-unread onClick={onLeave}>
        <IconAlertTriangle size={18} aria-hidden className={classes.icon} data-kind="parked" />
        <span className={classes.words}>
          <Text span size="sm" fw={600}>
            {WORDS.needsYou}: {label}
          </Text>
          <Text span c="dimmed" size="xs" className="tabular">
            {[reason, formatShortDateTime(at, READER_ZONE)].filter(Boolean).join(' · ')}
          </Text>
        </span>
        <span className={classes.dot} role="img" aria-label={WORDS.unread} />
      </Link>
    </li>
  )
}
