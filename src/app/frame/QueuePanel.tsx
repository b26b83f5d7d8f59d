import { ScrollArea, Stack, Text } from '@mantine/core'
import type { Queue } from '#src/sync/outbox/use-queue.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'
import classes from './frame.module.css'
import { QueueEntry } from './QueueEntry.tsx'

/** More than these are counted, not listed. */
const LISTED = 20

export interface QueuePanelProps {
  queue: Queue
  onLeave: () => void
}

/** What is still on this device, in words; what needs a person stands first. */
export function QueuePanel({ queue, onLeave }: QueuePanelProps) {
  if (queue.items.length === 0) return <Text c="dimmed">{WORDS.queueEmpty}</Text>
  const items = queue.items.toSorted(
    (a, b) => Number(b.state === 'needs_you') - Number(a.state === 'needs_you'),
  )
  return (
    <ScrollArea.Autosize mah={420} type="auto">
      <Stack gap="sm" component="ul" className={classes.queue} aria-label={WORDS.queueTitle}>
        {items.slice(0, LISTED).map((item) => (
          <QueueEntry key={item.id} item={item} onLeave={onLeave} />
        ))}
        {items.length > LISTED && <li>{WORDS.queueMore(items.length - LISTED)}</li>}
      </Stack>
    </ScrollArea.Autosize>
  )
}
