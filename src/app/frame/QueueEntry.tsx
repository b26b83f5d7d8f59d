import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { formatMoment } from '#domain/time/formats.ts'
import { giveUp, retryParked } from '#src/sync/outbox/parked.ts'
import type { QueueItem } from '#src/sync/outbox/use-queue.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { notifyError } from '#src/ui/notify.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

export interface QueueEntryProps {
  item: QueueItem
  /** Closes the panel: the person goes on to another screen or to a question. */
  onLeave: () => void
}

/** One change: what it is, where it stands, and for what the server refused its reason and the ways on. */
export function QueueEntry({ item, onLeave }: QueueEntryProps) {
  const askToDiscard = () => {
    // The panel would lie over the question.
    onLeave()
    return discard(item)
  }
  return (
    <li>
      <Text fw={500}>{item.label}</Text>
      <Text size="sm" c={item.state === 'needs_you' ? 'red.4' : 'dimmed'} className="tabular">
        {stateWords(item)}
      </Text>
      {item.reason !== undefined && <Text size="sm">{item.reason}</Text>}
      {item.state === 'needs_you' && (
        <Group gap="xs" mt={6}>
          {item.isConflict ? (
            <Button component={Link} to={`/report/${item.studyId}`} size="compact-sm" onClick={onLeave}>
              {WORDS.openReport}
            </Button>
          ) : (
            <Button size="compact-sm" onClick={() => void retryParked(item.id).catch(notifyError)}>
              {WORDS.retry}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => void askToDiscard()}>
            {WORDS.discard}
          </Button>
        </Group>
      )}
    </li>
  )
}

function stateWords({ state, at }: QueueItem): string {
  const kept = WORDS.onDevice(formatMoment(at, new Date(), LOCAL_ZONE))
  if (state === 'device') return kept
  return state === 'sending' ? `${WORDS.sending} · ${kept}` : `${WORDS.needsYouState} · ${kept}`
}

async function discard({ id, label }: QueueItem): Promise<void> {
  const isMeant = await confirmAction({
    title: WORDS.discardTitle,
    message: WORDS.discardMessage(label),
    confirmLabel: WORDS.discard,
    danger: true,
  })
  if (isMeant) await giveUp(id).catch(notifyError)
}
