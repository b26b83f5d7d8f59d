import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { formatMoment } from '#domain/time/formats.ts'
import { discardParked, retryParked } from '#src/sync/outbox/parked.ts'
import type { Queue, QueueItem } from '#src/sync/outbox/use-queue.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

/** More than these are counted, not listed. */
const LISTED = 20

export interface QueuePanelProps {
  queue: Queue
}

/** What is still on this device, in words, with retry for what the server refused. */
export function QueuePanel({ queue }: QueuePanelProps) {
  const { items } = queue
  if (items.length === 0) return <Text c="dimmed">{WORDS.queueEmpty}</Text>
  return (
    <ScrollArea.Autosize mah={420}>
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.slice(0, LISTED).map((item) => (
          <QueueEntry key={item.id} item={item} />
        ))}
        {items.length > LISTED && <li>{WORDS.queueMore(items.length - LISTED)}</li>}
      </Stack>
    </ScrollArea.Autosize>
  )
}

function QueueEntry({ item }: { item: QueueItem }) {
  return (
    <li>
      <Text>{item.label}</Text>
    </li>
  )
}
