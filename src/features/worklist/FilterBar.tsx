import { Group, SegmentedControl, Select } from '@mantine/core'
import { IconArrowsSort, IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import type { StudySort } from '#domain/study/sort-studies.ts'
import { QUICK_RANGES, type QuickRange } from '#domain/time/quick-ranges.ts'
import { FilterText } from '#src/ui/FilterText.tsx'
import { KeyHint } from '#src/ui/KeyHint.tsx'
import { useSearchKey } from '#src/ui/keys/use-search-key.ts'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { FilterPopover } from './FilterPopover.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import type { FilterChange, ListFilter, RowKey } from './list-filter.ts'
import { sortOptions } from './sort-options.ts'
import type { Choices } from './use-choices.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

export interface FilterBarProps {
  filter: ListFilter
  choices: Choices
  /** The sort orders that the list offers. */
  sorts: readonly StudySort[]
  isNarrow: boolean
  /** The filters that fit in the row; the others are in the popover. */
  rowKeys: readonly RowKey[]
  isLoading: boolean
  onChange: (change: FilterChange) => void
  onRefresh: () => void
}

/** The filters in one row above the list; those that do not fit are in the popover (docs/screens.md#looks). */
export function FilterBar({
  filter,
  choices,
  sorts,
  isNarrow,
  rowKeys,
  isLoading,
  onChange,
  onRefresh,
}: FilterBarProps) {
  const keyword = useRef<HTMLInputElement>(null)
  useSearchKey(keyword)
  return (
    <Group gap="xs" mb="xs" wrap={isNarrow ? 'nowrap' : 'wrap'} role="search">
      <FilterText
        ref={keyword}
        className={classes.keyword}
        aria-label={WORDS.filters.k}
        placeholder={WORDS.keywordHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isNarrow ? undefined : <KeyHint keys={['/']} />}
        maxLength={100}
        value={filter.fields.k ?? ''}
        onCommit={(k) => onChange({ k })}
      />
      {!isNarrow && (
        <>
          <SegmentedControl
            aria-label={WORDS.filters.range}
            data={[...QUICK_RANGES]}
            // Explicit days match no quick range: then no pill is selected.
            value={filter.range ?? ''}
            onChange={(range) => onChange({ range: range as QuickRange })}
          />
          {rowKeys.length > 0 && (
            <Select
              className={classes.rowSelect}
              aria-label={WORDS.sort}
              leftSection={<IconArrowsSort size={16} aria-hidden />}
              data={sortOptions(sorts)}
              value={filter.sort}
              onChange={(sort) => sort && onChange({ sort })}
              allowDeselect={false}
            />
          )}
          {rowKeys.map((key) => (
            <FilterSelect
              key={key}
              className={classes.rowSelect}
              name={WORDS.filters[key]}
              choices={choices[key]}
              value={filter.fields[key]}
              onChange={(value) => onChange({ [key]: value })}
            />
          ))}
        </>
      )}
      <FilterPopover
        filter={filter}
        choices={choices}
        sorts={sorts}
        isNarrow={isNarrow}
        rowKeys={rowKeys}
        onChange={onChange}
      />
      <RefreshButton isLoading={isLoading} onRefresh={onRefresh} />
    </Group>
  )
}
