import { Button, ScrollArea, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { ItemActions } from '#src/features/sync-centre/list/ItemActions.tsx'
import { ItemText } from '#src/features/sync-centre/list/ItemText.tsx'
import { OpenCriticals } from '#src/parts/critical/OpenCriticals.tsx'
import { CRITICAL_WORDS } from '#src/parts/critical/words.ts'
import type { Queue } from '#src/sync/outbox/look/use-queue.ts'
import type { OpenCritical } from '#src/sync/study-parts/use-open-criticals.ts'
import classes from './frame.module.css'
import { QUEUE_WORDS } from './queue-words.ts'

/** Further entries are in the Sync centre. */
const LISTED = 6

export interface QueuePanelProps {
  queue: Queue
  /** Number of texts typed here and not saved. */
  unsaved?: number
  /** Critical results that this person must still report to somebody. */
  criticals?: readonly OpenCritical[]
  isOnline: boolean
  /** Closes the panel: the person moves on to another screen or dialog. */
  onLeave: () => void
  /** Whether the person may open the Sync centre, which shows everything. */
  hasCentre: boolean
}

/** A summary of the work still on this device; entries that need a person come first. */
export function QueuePanel({
  queue,
  unsaved = 0,
  criticals = [],
  isOnline,
  onLeave,
  hasCentre,
}: QueuePanelProps) {
  return (
    <Stack gap="sm">
      {criticals.length > 0 && (
        <section aria-label={CRITICAL_WORDS.needsYou}>
          <Text fw={600} size="sm" mb={6}>
            {CRITICAL_WORDS.needsYou}
          </Text>
          <OpenCriticals criticals={criticals.slice(0, LISTED)} onLeave={onLeave} />
          {criticals.length > LISTED && <Text>{QUEUE_WORDS.queueMore(criticals.length - LISTED)}</Text>}
        </section>
      )}
      {unsaved > 0 && <Text>{QUEUE_WORDS.unsavedTexts(unsaved)}</Text>}
      {queue.items.length === 0 ? (
        unsaved === 0 && <Text c="dimmed">{QUEUE_WORDS.queueEmpty}</Text>
      ) : (
        <ShortList queue={queue} isOnline={isOnline} onLeave={onLeave} />
      )}
      {hasCentre && (
        <Button component={Link} to="/sync" variant="default" fullWidth onClick={onLeave}>
          {QUEUE_WORDS.openSyncCentre}
        </Button>
      )}
    </Stack>
  )
}

function ShortList({
  queue,
  isOnline,
  onLeave,
}: Omit<QueuePanelProps, 'hasCentre' | 'criticals' | 'unsaved'>) {
  const items = queue.items.toSorted(
    (a, b) => Number(b.state === 'needs_you') - Number(a.state === 'needs_you'),
  )
  return (
    <ScrollArea.Autosize mah="min(420px, 60dvh)" type="auto">
      <Stack gap="sm" component="ul" className={classes.queue} aria-label={QUEUE_WORDS.queueTitle}>
        {items.slice(0, LISTED).map((item) => (
          <li key={item.id}>
            <ItemText item={item} isOnline={isOnline} />
            {(item.state === 'needs_you' || item.state === 'flagged') && (
              <div className={classes.queueActions}>
                <ItemActions item={item} isOnline={isOnline} onLeave={onLeave} />
              </div>
            )}
          </li>
        ))}
        {items.length > LISTED && <li>{QUEUE_WORDS.queueMore(items.length - LISTED)}</li>}
      </Stack>
    </ScrollArea.Autosize>
  )
}
