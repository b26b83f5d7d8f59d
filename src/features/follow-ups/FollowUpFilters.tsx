import { Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FOLLOW_UP_MODALITIES } from '#domain/follow-up/named-modalities.ts'
import { FOLLOW_UP_FILTERS, type FollowUpState, statesOf } from '#domain/follow-up/states.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import type { FilterChange, FollowUpFields } from './follow-up-filter.ts'
import classes from './follow-ups.module.css'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

/** Debounce of the keyword: the list is requested this long after the last keystroke. */
const PAUSE_MS = 250
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
        className={classes.state}
        aria-label={WORDS.filters.state}
        data={states}
        value={fields.state ?? 'Open'}
        onChange={({ currentTarget: { value } }) => onChange({ state: value === 'Open' ? '' : value })}
      />
      <Keyword value={fields.k ?? ''} onChange={(k) => onChange({ k })} />
      <Select
        className={classes.select}
        aria-label={WORDS.filters.branch_id}
        placeholder={WORDS.filters.branch_id}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.branch_id ?? null}
        onChange={(value) => onChange({ branch_id: value ?? '' })}
        clearable
      />
      <Select
        className={classes.select}
        aria-label={WORDS.filters.modality}
        placeholder={WORDS.filters.modality}
        data={MODALITIES}
        value={fields.modality ?? null}
        onChange={(value) => onChange({ modality: value ?? '' })}
        clearable
      />
      <DayRangeInput
        value={{ from: fields.from_date, to: fields.to_date }}
        onChange={({ from = '', to = '' }) => onChange({ from_date: from, to_date: to })}
      />
    </Group>
  )
}

/** Shows each keystroke immediately and reports the text to the list after a pause. */
function Keyword({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const tellLater = useDebouncedCallback((text: string) => onChange(text.trim()), PAUSE_MS)
  useSearchKey(input)
  return (
    <TextInput
      ref={input}
      className={classes.keyword}
      aria-label={WORDS.filters.k}
      placeholder={WORDS.keywordHint}
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
