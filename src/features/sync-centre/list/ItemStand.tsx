import { Badge, Text } from '@mantine/core'
import type { QueueItem, QueueItemState } from '#src/sync/outbox/look/use-queue.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import { detailWords, standWords } from './item-words.ts'

const COLOURS: Record<QueueItemState, string> = {
  needs_you: 'red',
  sending: 'accent',
  device: 'orange',
  flagged: 'green',
}

export interface ItemStandProps {
  item: QueueItem
  isOnline: boolean
}

/** The state of a change with its age, which updates without rerendering the surrounding rows. */
export function ItemStand({ item, isOnline }: ItemStandProps) {
  const now = useTickingTime(true)
  const colour = COLOURS[item.state]
  return (
    <Text size="sm" c="dimmed" component="div" className="tabular" my={3}>
      <Badge
        radius="sm"
        tt="none"
        fw={600}
        mr={8}
        bg={`color-mix(in srgb, var(--mantine-color-${colour}-6) 18%, transparent)`}
        c={`${colour}.3`}
      >
        {standWords(item, now)}
      </Badge>
      {detailWords(item, isOnline, now).join(' · ')}
    </Text>
  )
}
