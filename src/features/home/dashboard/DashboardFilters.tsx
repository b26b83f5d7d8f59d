import { Group, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DATE_BASES, DEFAULT_DATE_BASIS } from '#domain/study/lists/date-basis.ts'
import { QUICK_RANGES, type QuickRange } from '#domain/time/quick-ranges.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import type { DashboardPartProps } from './Dashboard.tsx'
import classes from './dashboard.module.css'
import { changeOfDays, changeOfRange } from './dashboard-filter.ts'
import { DASHBOARD_WORDS } from './words.ts'

const { filters: WORDS, bases } = DASHBOARD_WORDS
const BASES = DATE_BASES.map((value) => ({ value, label: bases[value] }))

export interface DashboardFiltersProps extends Pick<DashboardPartProps, 'filter' | 'isOnline' | 'onChange'> {
  onRefresh: () => void
}

/** Branch, date basis, days and quick dates in one row. */
export function DashboardFilters({ filter, isOnline, onChange, onRefresh }: DashboardFiltersProps) {
  const { branchId, basis, range, days } = filter
  const isPhone = useMediaQuery('(max-width: 30em)')
  return (
    <Group gap="xs" role="search" aria-label={DASHBOARD_WORDS.summary}>
      <BranchSelect
        label={WORDS.branch}
        value={branchId}
        onChange={(branch_id) => onChange({ branch_id, doctors: undefined })}
      />
      <Select
        className={classes.select}
        aria-label={WORDS.basis}
        data={BASES}
        value={basis}
        onChange={(value) =>
          onChange({ date_col: !value || value === DEFAULT_DATE_BASIS ? undefined : value })
        }
        allowDeselect={false}
      />
      <div className={classes.days}>
        <DayRangeInput
          aria-label={WORDS.days}
          value={days}
          onChange={(chosen) => onChange(changeOfDays(chosen))}
        />
      </div>
      <SegmentedControl
        className={classes.quick}
        size={isPhone ? 'xs' : 'sm'}
        aria-label={WORDS.quick}
        data={[...QUICK_RANGES]}
        value={range ?? ''}
        onChange={(value) => onChange(changeOfRange(value as QuickRange))}
      />
      <RefreshButton isOnline={isOnline} onRefresh={onRefresh} />
    </Group>
  )
}

export interface BranchSelectProps {
  label: string
  /** Undefined means all branches of the reader. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Selects one of the reader's branches, or all of them. */
export function BranchSelect({ label, value, onChange }: BranchSelectProps) {
  const branches = useBranches()
  return (
    <Select
      className={classes.select}
      aria-label={label}
      data={[
        { value: '', label: WORDS.allBranches },
        ...branches.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? ''}
      onChange={(id) => onChange(id || undefined)}
      allowDeselect={false}
      searchable={branches.length > 8}
    />
  )
}
