import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { BranchItem } from '#contract/calls/directory.ts'
import { findDay } from '#domain/time/zones.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { QUEUE_WORDS as WORDS } from './words.ts'

export interface QueueFiltersProps {
  branches: readonly BranchItem[]
  branchId: string
  day: string
  onBranch: (id: string) => void
  onDay: (day: string) => void
}

/** Branch, day and refresh. */
export function QueueFilters({ branches, branchId, day, onBranch, onDay }: QueueFiltersProps) {
  return (
    <>
      <Select
        aria-label={WORDS.branch}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branchId}
        onChange={(id) => id && onBranch(id)}
        allowDeselect={false}
        w={220}
      />
      <TextInput
        type="date"
        aria-label={WORDS.date}
        value={day}
        onChange={({ currentTarget: { value } }) => findDay(value) && onDay(value)}
        w={150}
      />
      <Tooltip label={WORDS.refresh}>
        <ActionIcon variant="default" size={36} aria-label={WORDS.refresh} onClick={refreshCopies}>
          <IconRefresh size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
