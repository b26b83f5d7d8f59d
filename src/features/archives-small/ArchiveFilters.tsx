import { Group, NativeSelect } from '@mantine/core'
import { REPORT_STATUS_TABLE, REPORT_STATUSES } from '#domain/status/report-status.ts'
import { QUICK_RANGES } from '#domain/time/quick-ranges.ts'
import { useBranches, useModalities } from '#src/sync/directory/use-directory.ts'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import classes from '#src/ui/list/list.module.css'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import type { ArchiveFilter, StudyFilterKey } from './archive-filter.ts'
import { ARCHIVE_WORDS as WORDS } from './words.ts'

const STATUSES = REPORT_STATUSES.map((value) => ({ value, label: REPORT_STATUS_TABLE[value].label }))

export interface ArchiveFiltersProps {
  filter: ArchiveFilter
  onChange: (change: Partial<Record<StudyFilterKey | 'range', string>>) => void
}

/** Keyword, days, branch, modality and status in one row. */
export function ArchiveFilters({ filter: { range, fields }, onChange }: ArchiveFiltersProps) {
  const branches = useBranches()
  const modalities = useModalities()
  const choices = {
    branch_id: branches.map(({ id, name }) => ({ value: id, label: name })),
    modality: modalities.map((code) => ({ value: code, label: code })),
    status: STATUSES,
  }
  return (
    <Group gap="xs" mb="xs" role="search">
      <SearchField
        className={classes.keyword}
        label={WORDS.filters.k}
        placeholder={WORDS.keywordHint}
        isPaused
        value={fields.k ?? ''}
        onChange={(k) => onChange({ k })}
      />
      <NativeSelect
        className={classes.select}
        aria-label={WORDS.filters.range}
        data={[...QUICK_RANGES]}
        value={range}
        onChange={(event) => onChange({ range: event.currentTarget.value })}
      />
      {(['branch_id', 'modality', 'status'] as const).map((key) => (
        <FilterSelect
          key={key}
          className={classes.select}
          name={WORDS.filters[key]}
          choices={choices[key]}
          value={fields[key]}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </Group>
  )
}
