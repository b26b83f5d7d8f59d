import { Group, MultiSelect, Select } from '@mantine/core'
import { BOOKING_SORTS } from '#contract/calls/bookings.ts'
import { VISIT_STATUS_TABLE, VISIT_STATUSES } from '#domain/status/visit-status.ts'
import type { BookingsInput } from '#src/sync/bookings/pick-bookings.ts'
import { useBranches, useTags } from '#src/sync/directory/use-directory.ts'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import classes from './booking-requests.module.css'
import type { RequestKey } from './request-filter.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

export interface RequestFiltersProps {
  filter: BookingsInput
  onChange: (change: Partial<Record<RequestKey, string>>) => void
}

const STATUS_CHOICES = VISIT_STATUSES.map((status) => ({
  value: String(status),
  label: VISIT_STATUS_TABLE[status].label,
}))
const SORT_CHOICES = BOOKING_SORTS.map((sort) => ({ value: sort, label: WORDS.sorts[sort] }))

/** Patient, branch, tags, visit status and order. */
export function RequestFilters({ filter, onChange }: RequestFiltersProps) {
  const branches = useBranches()
  const tags = useTags().filter(({ type }) => type === 'Normal')
  const { branch_id, tag_ids = '', visit_status, sort_by, k = '' } = filter
  return (
    <Group gap="xs" mb="xs" align="flex-end" role="search">
      <SearchField
        className={classes.keyword}
        type="search"
        label={WORDS.filters.k}
        isPaused
        value={k}
        onChange={(text) => onChange({ k: text })}
      />
      <FilterSelect
        className={classes.select}
        name={WORDS.filters.branch}
        choices={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branch_id}
        onChange={(id) => onChange({ branch_id: id })}
      />
      <MultiSelect
        className={classes.select}
        aria-label={WORDS.filters.tags}
        placeholder={tag_ids === '' ? WORDS.filters.tags : undefined}
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={tag_ids === '' ? [] : tag_ids.split(',')}
        onChange={(ids) => onChange({ tag_ids: ids.join(',') })}
        clearable
      />
      <FilterSelect
        className={classes.select}
        name={WORDS.filters.visitStatus}
        choices={STATUS_CHOICES}
        value={visit_status === undefined ? undefined : String(visit_status)}
        onChange={(status) => onChange({ visit_status: status })}
      />
      <Select
        className={classes.select}
        aria-label={WORDS.filters.sort}
        data={SORT_CHOICES}
        value={sort_by ?? null}
        onChange={(sort) => onChange({ sort_by: sort ?? '' })}
        allowDeselect={false}
      />
    </Group>
  )
}
