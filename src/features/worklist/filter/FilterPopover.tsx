import { Badge, Button, MultiSelect, NativeSelect, Popover, SimpleGrid, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { StudySort } from '#domain/study/lists/sort-studies.ts'
import { QUICK_RANGES, type QuickRange } from '#domain/time/quick-ranges.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { FilterSelect } from '#src/ui/list/FilterSelect.tsx'
import { FilterText } from '#src/ui/list/FilterText.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import classes from '../worklist.module.css'
import {
  activeKeys,
  type FilterChange,
  type FilterKey,
  type ListFilter,
  ROW_KEYS,
  type RowKey,
} from './list-filter.ts'
import { sortOptions } from './sort-options.ts'
import type { Choices } from './use-choices.ts'

export interface FilterPopoverProps {
  filter: ListFilter
  choices: Choices
  sorts: readonly StudySort[]
  /** On a narrow screen, the quick ranges are here too. */
  isNarrow: boolean
  /** Filters that are above the list instead. */
  rowKeys: readonly RowKey[]
  onChange: (change: FilterChange) => void
}

const TEXTS = ['pat_id', 'pat_name', 'accession_no', 'ref_physician'] as const satisfies readonly FilterKey[]
const TEXT_MAX = { pat_id: 64, pat_name: 100, accession_no: 64, ref_physician: 100 } as const
const DAYS = ['from_date', 'to_date'] as const satisfies readonly FilterKey[]

/** The filters that do not fit above the list, behind a button with the number of active ones. */
export function FilterPopover(props: FilterPopoverProps) {
  const { filter, isNarrow, rowKeys } = props
  const inUse = activeKeys(filter.fields).filter(
    (key) => key !== 'k' && !rowKeys.some((rowKey) => rowKey === key),
  )
  return (
    <Popover position="bottom-end" width={isNarrow ? 340 : 560} trapFocus withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          aria-haspopup="dialog"
          className={classes.filterButton}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          rightSection={
            inUse.length > 0 && (
              <Badge size="sm" circle>
                {inUse.length}
              </Badge>
            )
          }
        >
          {WORDS.filterButton}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={WORDS.filterButton} className={classes.filterDropdown}>
        <Stack gap="sm">
          {isNarrow && <RangeFilter {...props} />}
          {rowKeys.length === 0 && <SortChoice {...props} />}
          <SimpleGrid cols={isNarrow ? 1 : 2} spacing="sm" verticalSpacing="sm">
            <RowFilters {...props} />
            <DayFilters {...props} />
            {props.choices.department_id.length > 0 && <ChoiceFilter name="department_id" {...props} />}
            <ChoiceFilter name="date_col" {...props} />
            <ChoiceFilter name="due" {...props} />
            <TagFilters {...props} />
            <DoctorFilters {...props} />
            <ReportByFilter {...props} />
            <ChoiceFilter name="link" {...props} />
            <TextFilters {...props} />
          </SimpleGrid>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function RangeFilter({ filter, onChange }: FilterPopoverProps) {
  return (
    <NativeSelect
      label={WORDS.filters.range}
      // Explicit days match no quick range.
      data={filter.range === undefined ? [{ value: '', label: '' }, ...QUICK_RANGES] : [...QUICK_RANGES]}
      value={filter.range ?? ''}
      onChange={(event) => onChange({ range: event.currentTarget.value as QuickRange })}
    />
  )
}

function SortChoice({ filter, sorts, onChange }: FilterPopoverProps) {
  return (
    <NativeSelect
      label={WORDS.sort}
      data={sortOptions(sorts)}
      value={filter.sort}
      onChange={(event) => onChange({ sort: event.currentTarget.value as StudySort })}
    />
  )
}

function RowFilters({ filter, choices, rowKeys, onChange }: FilterPopoverProps) {
  return ROW_KEYS.filter((key) => !rowKeys.includes(key)).map((key) => (
    <FilterSelect
      key={key}
      isLabelled
      name={WORDS.filters[key]}
      choices={choices[key]}
      value={filter.fields[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  ))
}

function DayFilters({ filter, onChange }: FilterPopoverProps) {
  return DAYS.map((key) => (
    <DayInput
      key={key}
      label={WORDS.filters[key]}
      value={filter.fields[key] ?? ''}
      onChange={(day) => onChange({ [key]: day })}
    />
  ))
}

function TagFilters({ filter, choices, onChange }: FilterPopoverProps) {
  return (['tag_ids', 'tag_ids_critical'] as const).map((key) => (
    <MultiSelect
      key={key}
      label={WORDS.filters[key]}
      placeholder={filter.fields[key] ? undefined : WORDS.all}
      data={[...choices[key]]}
      value={filter.fields[key]?.split(',') ?? []}
      onChange={(ids) => onChange({ [key]: ids.join(',') })}
      comboboxProps={{ withinPortal: false }}
      clearable
    />
  ))
}

function DoctorFilters({ filter, choices, onChange }: FilterPopoverProps) {
  const type = filter.fields.assigned_type ?? 'Any'
  return (
    <>
      <FilterSelect
        isLabelled
        name={WORDS.filters.assigned_doctor_id}
        choices={choices.assigned_doctor_id}
        value={filter.fields.assigned_doctor_id}
        onChange={(value) => onChange({ assigned_doctor_id: value })}
      />
      <NativeSelect
        label={WORDS.filters.assigned_type}
        data={[...choices.assigned_type]}
        value={type}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChange({ assigned_type: chosen === 'Any' ? undefined : chosen })
        }}
      />
    </>
  )
}

function ReportByFilter({ filter, choices, onChange }: FilterPopoverProps) {
  return (
    <MultiSelect
      label={WORDS.filters.report_by_ids}
      placeholder={filter.fields.report_by_ids ? undefined : WORDS.all}
      data={[...choices.report_by_ids]}
      value={filter.fields.report_by_ids?.split(',') ?? []}
      onChange={(ids) => onChange({ report_by_ids: ids.join(',') })}
      comboboxProps={{ withinPortal: false }}
      clearable
    />
  )
}

interface ChoiceFilterProps extends FilterPopoverProps {
  name: 'link' | 'due' | 'date_col' | 'department_id'
}

function ChoiceFilter({ name, filter, choices, onChange }: ChoiceFilterProps) {
  return (
    <FilterSelect
      isLabelled
      name={WORDS.filters[name]}
      choices={choices[name]}
      value={filter.fields[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}

function TextFilters({ filter, onChange }: FilterPopoverProps) {
  return TEXTS.map((key) => (
    <FilterText
      key={key}
      label={WORDS.filters[key]}
      maxLength={TEXT_MAX[key]}
      value={filter.fields[key] ?? ''}
      onCommit={(value) => onChange({ [key]: value })}
    />
  ))
}
