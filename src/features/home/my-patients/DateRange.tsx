import { ActionIcon, Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import {
  type DayRange,
  daysOfQuickRange,
  findQuickRange,
  QUICK_RANGES,
  type QuickRange,
} from '#domain/time/quick-ranges.ts'
import type { DayText } from '#domain/time/zones.ts'
import { MY_PATIENTS_WORDS as WORDS } from './words.ts'

export interface DateRangeProps {
  range: DayRange
  today: DayText
  isNarrow: boolean
  onChange: (range: DayRange) => void
  onRefresh: () => void
}

/** The days that the list shows: by the quick ranges, or from one day to another. */
export function DateRange({ range, today, isNarrow, onChange, onRefresh }: DateRangeProps) {
  return (
    <Group gap="xs" mb="xs" align="flex-end">
      {!isNarrow && (
        <SegmentedControl
          aria-label={WORDS.range}
          data={[...QUICK_RANGES]}
          // Days that were typed are none of the quick ranges: no pill is chosen then.
          value={findQuickRange(range, today) ?? ''}
          onChange={(name) => onChange(daysOfQuickRange(name as QuickRange, today))}
        />
      )}
      <DayInput label={WORDS.from} day={range.from} onDay={(from) => onChange(ordered({ ...range, from }))} />
      <DayInput label={WORDS.to} day={range.to} onDay={(to) => onChange(ordered({ ...range, to }))} />
      <ActionIcon variant="default" size={36} aria-label={WORDS.refresh} onClick={onRefresh}>
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface DayInputProps {
  label: string
  day: DayText | undefined
  onDay: (day: DayText | undefined) => void
}

function DayInput({ label, day, onDay }: DayInputProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      w={150}
      value={day ?? ''}
      onChange={(event) => onDay(event.currentTarget.value || undefined)}
    />
  )
}

// The later day moves along, so that no range ends before it begins.
function ordered({ from, to }: { from?: DayText | undefined; to?: DayText | undefined }): DayRange {
  const isTurned = from !== undefined && to !== undefined && from > to
  return { ...(from && { from }), ...(to && { to: isTurned ? from : to }) }
}
