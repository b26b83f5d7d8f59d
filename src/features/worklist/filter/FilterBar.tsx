import { Group, SegmentedControl, Select } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { StudySort } from '#domain/study/lists/sort-studies.ts'
import { QUICK_RANGES, type QuickRange } from '#domain/time/quick-ranges.ts'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import { FilterPopover } from './FilterPopover.tsx'
import type { FilterChange, ListFilter, RowKey } from './list-filter.ts'
import { sortOptions } from './sort-options.ts'
import type { Choices } from './use-choices.ts'

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
  return (
    <Group gap="xs" mb="xs" wrap={isNarrow ? 'nowrap' : 'wrap'} role="search">
      <SearchField
        className={classes.keyword}
        label={WORDS.filters.k}
        placeholder={WORDS.keywordHint}
        isPaused
        isNarrow={isNarrow}
        value={filter.fields.k ?? ''}
        onChange={(k) => onChange({ k })}
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
