import { Select } from '@mantine/core'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import classes from './figures.module.css'
import type { Span } from './read-span.ts'
import type { FiguresChoice } from './use-figures-context.ts'
import { FIGURES_WORDS as WORDS } from './words.ts'

const RANGES = ['Today', 'Yesterday', 'Week', 'Month', 'Year'] as const

export interface FiguresFiltersProps {
  choice: Pick<FiguresChoice, 'branches' | 'zone' | 'isOnline' | 'change'> & { shown: Span }
  onRefresh: () => void
}

/** Chooses the branch and days of a figures page, and refreshes them. */
export function FiguresFilters({
  choice: { shown, branches, zone, isOnline, change },
  onRefresh,
}: FiguresFiltersProps) {
  const { branchId, from, to } = shown
  return (
    <>
      <Select
        aria-label={WORDS.branch}
        data={[
          { value: '', label: WORDS.allBranches },
          ...branches.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={branchId ?? ''}
        onChange={(id) => change({ branch_id: id ?? '' })}
        allowDeselect={false}
        disabled={!isOnline}
        w={200}
      />
      <div className={classes.days}>
        <DayRangeInput
          aria-label={WORDS.days}
          value={{ from, to }}
          onChange={(range) => {
            if (range.from !== undefined && range.to !== undefined)
              change({ from_date: range.from, to_date: range.to })
          }}
          ranges={RANGES}
          zone={zone}
          disabled={!isOnline}
        />
      </div>
      <RefreshButton onRefresh={onRefresh} />
    </>
  )
}
