import { Text } from '@mantine/core'
import { noEditOf } from '#src/sync/outbox/look/edit-path.ts'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { ItemStand } from './ItemStand.tsx'
import { flagWords } from './item-words.ts'

export interface ItemTextProps {
  item: QueueItem
  isOnline: boolean
}

/** A change's subject and state, why it is not on the server and, if applicable, why it cannot be corrected. */
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
