import { Select } from '@mantine/core'
import type { BranchItem } from '#contract/calls/directory.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { QUEUE_WORDS as WORDS } from './words.ts'

export interface QueueFiltersProps {
  branches: readonly BranchItem[]
  branchId: string
  day: string
  /** The time zone of the branch. */
  zone: string
  onBranch: (id: string) => void
  onDay: (day: string) => void
}

/** Branch, day and refresh. */
export function QueueFilters({ branches, branchId, day, zone, onBranch, onDay }: QueueFiltersProps) {
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
      <DayInput
        aria-label={WORDS.date}
        zone={zone}
        required
        value={day}
        onChange={(next) => next && onDay(next)}
        w={150}
      />
      <RefreshButton onRefresh={refreshCopies} />
    </>
  )
}
