import { Group } from '@mantine/core'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import classes from '#src/ui/list/list.module.css'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import type { LabChange, LabFilter } from './lab-filter.ts'
import { LAB_WORDS as WORDS } from './words.ts'

export interface LabFiltersProps {
  filter: LabFilter
  onChange: (change: LabChange) => void
}

/** Keyword, branch, from and to date. */
export function LabFilters({ filter: { fields }, onChange }: LabFiltersProps) {
  const branches = useBranches()
  return (
    <Group gap="xs" mb="xs" align="flex-end" role="search">
      <SearchField
        className={classes.keyword}
        label={WORDS.filters.k}
        placeholder={WORDS.keywordHint}
        isPaused
        value={fields.k ?? ''}
        onChange={(k) => onChange({ k })}
      />
      <FilterSelect
        className={classes.select}
        name={WORDS.filters.branch_id}
        choices={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.branch_id}
        onChange={(branch_id) => onChange({ branch_id })}
      />
      <DayRangeInput
        value={{ from: fields.from_date, to: fields.to_date }}
        onChange={({ from, to }) => onChange({ from_date: from, to_date: to })}
      />
    </Group>
  )
}
