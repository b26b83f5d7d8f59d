import { Group, SegmentedControl } from '@mantine/core'
import {
  type DayRange,
  daysOfQuickRange,
  findQuickRange,
  QUICK_RANGES,
  type QuickRange,
} from '#domain/time/quick-ranges.ts'
import type { DayText } from '#domain/time/zones.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { MY_PATIENTS_WORDS as WORDS } from './words.ts'

export interface DateRangeProps {
  range: DayRange
  today: DayText
  isNarrow: boolean
  onChange: (range: DayRange) => void
  onRefresh: () => void
}

/** The days of the list: a quick range, or from one day to another. */
export function DateRange({ range, today, isNarrow, onChange, onRefresh }: DateRangeProps) {
  return (
    <Group gap="xs" mb="xs" align="flex-end">
      {!isNarrow && (
        <SegmentedControl
          aria-label={WORDS.range}
          data={[...QUICK_RANGES]}
          // Explicit days match no quick range: then no pill is selected.
          value={findQuickRange(range, today) ?? ''}
          onChange={(name) => onChange(daysOfQuickRange(name as QuickRange, today))}
        />
      )}
      <DayRangeInput value={range} onChange={onChange} />
      <RefreshButton onRefresh={onRefresh} />
    </Group>
  )
}
