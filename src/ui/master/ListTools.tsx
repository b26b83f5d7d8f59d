import { Group, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { SearchField } from '../list/SearchField.tsx'
import { OnlineButton } from './OnlineButton.tsx'
import type { ListState } from './use-list-state.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

export interface ListToolsProps {
  state: ListState
  hasStatus: boolean
  /** Absent if the reader may not add. */
  onAdd: (() => void) | undefined
  addLabel?: string | undefined
  /** Buttons of this list beside Add New. */
  children?: ReactNode
  /** Called to move the focus to the rows. */
  onDown: () => void
}

const STATUSES = (['', '1', '0'] as const).map((value) => ({ value, label: WORDS.statuses[value] }))

/** Search box, status filter, the list's own buttons and Add New. */
export function ListTools({ state, hasStatus, onAdd, addLabel, children, onDown }: ListToolsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs" flex="1 1 240px">
        <SearchField
          type="search"
          label={WORDS.search}
          value={state.word}
          onChange={state.setWord}
          onKeyDown={onKeyDown}
          flex="1 1 160px"
          maw={320}
        />
        {hasStatus && (
          <SegmentedControl
            aria-label={WORDS.status}
            data={STATUSES}
            value={state.status}
            onChange={(status) => state.setStatus(status)}
          />
        )}
      </Group>
      <Group gap="xs">
        {children}
        {onAdd && (
          <OnlineButton leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            {addLabel ?? WORDS.addNew}
          </OnlineButton>
        )}
      </Group>
    </Group>
  )
}
