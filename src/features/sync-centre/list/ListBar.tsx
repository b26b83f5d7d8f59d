import { Group } from '@mantine/core'
import type { Queue, QueueItemState } from '#src/sync/outbox/look/use-queue.ts'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import { StateFilter } from '#src/ui/list/StateFilter.tsx'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { SECTION_ORDER, type SyncFilter } from './sections.ts'

export interface ListBarProps {
  filter: SyncFilter
  queue: Queue
  isNarrow: boolean
  onChange: (filter: SyncFilter) => void
}

/** The filters in one row above the list, with the number of changes in each state. */
export function ListBar({ filter, queue, isNarrow, onChange }: ListBarProps) {
  const counts: Record<QueueItemState, number> = {
    needs_you: queue.needsYou,
    sending: queue.sending,
    device: queue.waiting,
    flagged: queue.flagged,
  }
  return (
    <Group gap="xs" mb="sm" role="search">
      <SearchField
        flex="1 1 180px"
        miw={120}
        maw={320}
        label={WORDS.filterText}
        placeholder={WORDS.filterHint}
        isNarrow={isNarrow}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <StateFilter
        label={WORDS.states}
        states={SECTION_ORDER.map((state) => ({
          state,
          name: WORDS.shortStates[state],
          count: counts[state],
        }))}
        value={filter.state}
        isNarrow={isNarrow}
        onChange={(state) => onChange({ ...filter, state })}
      />
    </Group>
  )
}
