import { Text } from '@mantine/core'
import { noEditOf } from '#src/sync/outbox/edit-path.ts'
import type { QueueItem } from '#src/sync/outbox/use-queue.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { ItemStand } from './ItemStand.tsx'
import { flagWords } from './item-words.ts'

export interface ItemTextProps {
  item: QueueItem
  isOnline: boolean
}

/** What a change is, where it stands, why it is not on the server, and why it cannot be corrected where that is so. */
export function ItemText({ item, isOnline }: ItemTextProps) {
  const why = item.reason ?? item.problem
  const noEdit = item.state === 'needs_you' ? noEditOf(item.key) : undefined
  return (
    <>
      <Text fw={500}>{item.label}</Text>
      <ItemStand item={item} isOnline={isOnline} />
      {why !== undefined && <Text size="sm">{why}</Text>}
      {noEdit && (
        <Text size="sm" c="dimmed">
          {WORDS.noEdit[noEdit]}
        </Text>
      )}
      {item.flags.map((flag) => (
        <Text key={flag} size="sm">
          {flagWords(flag)}
        </Text>
      ))}
    </>
  )
}
