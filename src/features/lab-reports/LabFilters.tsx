import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import type { LabFilter, LabFilterKey } from './lab-filter.ts'
import classes from './lab-reports.module.css'
import { LAB_WORDS as WORDS } from './words.ts'

/** Debounce of the keyword: the list is requested this long after the last keystroke. */
const PAUSE_MS = 250

export interface LabFiltersProps {
  filter: LabFilter
  onChange: (change: Partial<Record<LabFilterKey, string>>) => void
}

/** Keyword, branch, from and to date. */
export function LabFilters({ filter: { fields }, onChange }: LabFiltersProps) {
  const branches = useBranches()
  return (
    <Group gap="xs" mb="xs" align="flex-end" role="search">
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
