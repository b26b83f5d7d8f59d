import { Button, ScrollArea } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import type { Told } from '#src/sync/notifications/use-notifications.ts'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import type { Shown } from './NotificationsDialog.tsx'
import classes from './notifications.module.css'
import { ParkedItem } from './ParkedItem.tsx'
import { NOTIFICATION_WORDS as WORDS } from './words.ts'

/** Number of rows shown at once. */
const STEP = 50

export interface NotificationListProps {
  shown: Shown
  told: readonly Told[] | undefined
  /** Changes of this device that the server did not accept. */
  parked: readonly QueueItem[]
  onLeave: () => void
}

/** Entries that need the person first, then other events, newest first. */
export function NotificationList({ shown, told, parked, onLeave }: NotificationListProps) {
  const [limit, setLimit] = useState(STEP)
  if (!told) return <SkeletonRows height={52} />
  const changes = shown === 'all' || shown === 'parked' ? parked : []
  const rows = told.filter(({ notification }) => shown === 'all' || notification.kind === shown)
  if (changes.length + rows.length === 0)
    return (
      <EmptyState
        title={WORDS.empty}
        hint={shown === 'all' ? WORDS.emptyHint : WORDS.emptyKind}
        icon={<IconBell size={32} aria-hidden />}
      />
    )
  const left = rows.length - limit
  return (
    <ScrollArea.Autosize mah="min(560px, 70dvh)" type="auto">
      <ul className={classes.list} aria-label={WORDS.title}>
        {changes.map((item) => (
          <ParkedItem key={item.id} item={item} onLeave={onLeave} />
        ))}
        {rows.slice(0, limit).map((one) => (
          <NotificationItem key={one.notification.id} told={one} onLeave={onLeave} />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="subtle" fullWidth onClick={() => setLimit(limit + STEP)}>
          {WORDS.more(Math.min(left, STEP))}
        </Button>
      )}
    </ScrollArea.Autosize>
  )
}
