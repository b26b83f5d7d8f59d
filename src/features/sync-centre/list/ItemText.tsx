import { Text } from '@mantine/core'
import type { QueueItem } from '#src/sync/outbox/use-queue.ts'
import { ItemStand } from './ItemStand.tsx'
import { flagWords } from './item-words.ts'

export interface ItemTextProps {
  item: QueueItem
  isOnline: boolean
}

/** What a change is, where it stands, and why it is not on the server. */
export function ItemText({ item, isOnline }: ItemTextProps) {
  const why = item.reason ?? item.problem
  return (
    <>
      <Text fw={500}>{item.label}</Text>
      <ItemStand item={item} isOnline={isOnline} />
      {why !== undefined && <Text size="sm">{why}</Text>}
      {item.flags.map((flag) => (
        <Text key={flag} size="sm">
          {flagWords(flag)}
        </Text>
      ))}
    </>
  )
}
