import { Group, NativeSelect } from '@mantine/core'
import { FOLLOW_UP_MODALITIES } from '#domain/follow-up/named-modalities.ts'
import { FOLLOW_UP_FILTERS, type FollowUpState, statesOf } from '#domain/follow-up/states.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import classes from '#src/ui/list/list.module.css'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import type { FilterChange, FollowUpFields } from './follow-up-filter.ts'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

const MODALITIES = FOLLOW_UP_MODALITIES.map(({ code, label }) => ({ value: code, label }))

export interface FollowUpFiltersProps {
  fields: FollowUpFields
  /** The number of follow-ups in each state; undefined until the list was loaded. */
  counts: Readonly<Record<FollowUpState, number>> | undefined
  onChange: (change: FilterChange) => void
}

/** State with counts, keyword, branch, modality and due dates. */
export function FollowUpFilters({ fields, counts, onChange }: FollowUpFiltersProps) {
  const branches = useBranches()
  const states = FOLLOW_UP_FILTERS.map((value) => {
    const count = counts ? statesOf(value).reduce((sum, state) => sum + counts[state], 0) : 0
    return { value, label: WORDS.count(WORDS.states[value], count) }
  })
  return (
    <Group gap="xs" mb="xs" align="flex-end" role="search">
      <NativeSelect
        className={classes.select}
        aria-label={WORDS.filters.state}
        data={states}
        value={fields.state ?? 'Open'}
        onChange={({ currentTarget: { value } }) => onChange({ state: value === 'Open' ? '' : value })}
      />
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
      <FilterSelect
        className={classes.select}
        name={WORDS.filters.modality}
        choices={MODALITIES}
        value={fields.modality}
        onChange={(modality) => onChange({ modality })}
      />
      <DayRangeInput
        value={{ from: fields.from_date, to: fields.to_date }}
        onChange={({ from, to }) => onChange({ from_date: from, to_date: to })}
      />
    </Group>
  )
}
