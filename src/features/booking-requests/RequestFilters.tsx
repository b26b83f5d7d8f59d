import { Group, MultiSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { BOOKING_SORTS } from '#contract/calls/bookings.ts'
import { VISIT_STATUS_TABLE, VISIT_STATUSES } from '#domain/status/visit-status.ts'
import type { BookingsInput } from '#src/sync/bookings/pick-bookings.ts'
import { useBranches, useTags } from '#src/sync/directory/use-directory.ts'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import classes from './booking-requests.module.css'
import type { RequestKey } from './request-filter.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

/** Debounce of the keyword: the list is requested this long after the last keystroke. */
const PAUSE_MS = 250

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
      <Keyword value={k} onChange={(text) => onChange({ k: text })} />
      <Select
        className={classes.select}
        aria-label={WORDS.filters.branch}
        placeholder={WORDS.filters.branch}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branch_id ?? null}
        onChange={(id) => onChange({ branch_id: id ?? '' })}
        clearable
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
      <Select
        className={classes.select}
        aria-label={WORDS.filters.visitStatus}
        placeholder={WORDS.filters.visitStatus}
        data={STATUS_CHOICES}
        value={visit_status === undefined ? null : String(visit_status)}
        onChange={(status) => onChange({ visit_status: status ?? '' })}
        clearable
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

function Keyword({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const tellLater = useDebouncedCallback((text: string) => onChange(text.trim()), PAUSE_MS)
  useSearchKey(input)
  return (
    <TextInput
      ref={input}
      className={classes.keyword}
      type="search"
      aria-label={WORDS.filters.k}
      placeholder={WORDS.filters.k}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        tellLater(event.currentTarget.value)
      }}
    />
  )
}
