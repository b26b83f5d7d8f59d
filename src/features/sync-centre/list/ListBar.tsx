import { Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Queue, QueueItemState } from '#src/sync/outbox/use-queue.ts'
import { KeyHint } from '#src/ui/KeyHint.tsx'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import classes from '../sync-centre.module.css'
import { SYNC_WORDS as WORDS } from '../words.ts'
import { SECTION_ORDER, type SyncFilter } from './sections.ts'

const ALL = 'all'

export interface ListBarProps {
  filter: SyncFilter
  queue: Queue
  isNarrow: boolean
  onChange: (filter: SyncFilter) => void
}

/** The filters in one row above the list, with the number of changes in each state. */
export function ListBar({ filter, queue, isNarrow, onChange }: ListBarProps) {
  const words = useRef<HTMLInputElement>(null)
  useSearchKey(words)
  const counts: Record<QueueItemState, number> = {
    needs_you: queue.needsYou,
    sending: queue.sending,
    device: queue.waiting,
    flagged: queue.flagged,
  }
  const states = [
    { value: ALL, label: WORDS.all },
    ...SECTION_ORDER.map((state) => ({
      value: state,
      label: `${WORDS.shortStates[state]} ${counts[state]}`,
    })),
  ]
  const choose = (value: string) => {
    const state = SECTION_ORDER.find((one) => one === value)
    onChange({ text: filter.text, ...(state && { state }) })
  }
  const value = filter.state ?? ALL
  return (
    <Group gap="xs" mb="sm" role="search">
      <TextInput
        ref={words}
        className={classes.words}
        aria-label={WORDS.filterText}
        placeholder={WORDS.filterHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isNarrow ? undefined : <KeyHint keys={['/']} />}
        maxLength={100}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      {isNarrow ? (
        <Select
          aria-label={WORDS.states}
          data={states}
          value={value}
          onChange={(next) => choose(next ?? ALL)}
          allowDeselect={false}
          w={170}
        />
      ) : (
        <SegmentedControl aria-label={WORDS.states} data={states} value={value} onChange={choose} />
      )}
    </Group>
  )
}
