import { Button, Group, Tooltip } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { discard, retry, settle } from './item-acts.ts'
import { isRetriable } from './sections.ts'

export interface ItemActionsProps {
  item: QueueItem
  isOnline: boolean
  /** Called before the person goes to another screen or a dialog opens, so that a panel closes. */
  onLeave?: () => void
}

/** The actions for one change; none while it is in flight. */
export function ItemActions({ item, isOnline, onLeave }: ItemActionsProps) {
  const { state, editPath } = item
  const parts = useAct()
  const [, act] = parts
  if (state === 'sending') return null
  return (
    <ActBox parts={parts}>
      <Group gap="xs">
        {isRetriable(item) && (
          <Button size="compact-sm" onClick={() => void act.run(() => retry(item))}>
            {WORDS.retry}
          </Button>
        )}
        {editPath !== undefined && (
          <Button
            component={Link}
            to={editPath}
            size="compact-sm"
            variant={item.isConflict ? 'filled' : 'default'}
            onClick={onLeave}
          >
            {editWords(item)}
          </Button>
        )}
        {state === 'flagged' ? (
          <Button size="compact-sm" variant="default" onClick={() => void act.run(() => settle(item))}>
            {WORDS.settle}
          </Button>
        ) : (
          <Discard item={item} isOnline={isOnline} onLeave={onLeave} />
        )}
      </Group>
    </ActBox>
  )
}

function editWords({ state, isConflict, editPath }: QueueItem): string {
  if (isConflict) return editPath?.startsWith('/report/') ? WORDS.openReport : WORDS.compare
  return state === 'flagged' ? WORDS.open : WORDS.edit
}

/** Withdraws a change from the server first if it may have been sent, which needs the network. */
function Discard({ item, isOnline, onLeave }: ItemActionsProps) {
  const needsNetwork = item.wasSent && !isOnline
  const ask = () => {
    onLeave?.()
    void discard(item)
  }
  return (
    <Tooltip label={WORDS.discardNeedsNetwork} disabled={!needsNetwork}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        data-disabled={needsNetwork || undefined}
        aria-disabled={needsNetwork || undefined}
        onClick={needsNetwork ? undefined : ask}
      >
        {WORDS.discard}
      </Button>
    </Tooltip>
  )
}
