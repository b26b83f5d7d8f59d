import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { KeyHint } from '../KeyHint.tsx'
import { useSearchKey } from '../keys/use-search-key.ts'
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
  const search = useRef<HTMLInputElement>(null)
  useSearchKey(search)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs" flex="1 1 240px">
        <TextInput
          ref={search}
          type="search"
          aria-label={WORDS.search}
          placeholder={WORDS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<KeyHint keys={[WORDS.searchHint]} />}
          value={state.word}
          onChange={(event) => state.setWord(event.currentTarget.value)}
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
