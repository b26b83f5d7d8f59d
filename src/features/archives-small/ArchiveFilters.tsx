import { Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { REPORT_STATUS_TABLE, REPORT_STATUSES } from '#domain/status/report-status.ts'
import { QUICK_RANGES } from '#domain/time/quick-ranges.ts'
import { useBranches, useModalities } from '#src/sync/directory/use-directory.ts'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import type { ArchiveFilter, StudyFilterKey } from './archive-filter.ts'
import classes from './archives-small.module.css'
import { ARCHIVE_WORDS as WORDS } from './words.ts'

/** Debounce of the keyword: the list is requested this long after the last keystroke. */
const PAUSE_MS = 250
const STATUSES = REPORT_STATUSES.map((value) => ({ value, label: REPORT_STATUS_TABLE[value].label }))

export interface ArchiveFiltersProps {
  filter: ArchiveFilter
  onChange: (key: StudyFilterKey | 'range', value: string | undefined) => void
}

/** Keyword, days, branch, modality and status in one row. */
export function ArchiveFilters({ filter: { range, fields }, onChange }: ArchiveFiltersProps) {
  const branches = useBranches()
  const modalities = useModalities()
  const choices = {
    branch_id: branches.map(({ id, name }) => ({ value: id, label: name })),
    modality: [...modalities],
    status: STATUSES,
  }
  return (
    <Group gap="xs" mb="xs" role="search">
      <Keyword value={fields.k ?? ''} onChange={(k) => onChange('k', k)} />
      <NativeSelect
        className={classes.select}
        aria-label={WORDS.filters.range}
        data={[...QUICK_RANGES]}
        value={range}
        onChange={(event) => onChange('range', event.currentTarget.value)}
      />
      {(['branch_id', 'modality', 'status'] as const).map((key) => (
        <Select
          key={key}
          className={classes.select}
          aria-label={WORDS.filters[key]}
          placeholder={WORDS.filters[key]}
          data={choices[key]}
          value={fields[key] ?? null}
          onChange={(value) => onChange(key, value ?? undefined)}
          clearable
        />
      ))}
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
