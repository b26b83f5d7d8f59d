import { Badge, Button, Group, Select } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SALES_ORDERS } from '#domain/money/sales/sales-filters.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import type { VisitListView } from './use-visit-params.ts'
import { ALL_BRANCHES, activeKeys, VISIT_RANGES } from './visit-params.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

const SORTS = SALES_ORDERS.map((value) => ({ value, label: WORDS.sorts[value] }))

export interface VisitToolsProps {
  view: VisitListView
  isLoading: boolean
  /** Whether the filter panel is open, and its id. */
  criteria: { isOpen: boolean; id: string; toggle: () => void }
  onRefresh: () => void
  /** File exports and actions at the end of the row. */
  children?: ReactNode
}

/** Branch, days, search, filters and order in one row above the list. */
export function VisitTools({ view, isLoading, criteria, onRefresh, children }: VisitToolsProps) {
  const { branches, branchId, days, zone, fields, order, change } = view
  const inPanel = activeKeys(fields).filter((key) => key !== 'k').length
  const choices = branches.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Group gap="xs" mb="xs" role="search">
      <Select
        className={classes.branch}
        aria-label={WORDS.branch}
        data={branches.length > 1 ? [...choices, { value: ALL_BRANCHES, label: WORDS.allBranches }] : choices}
        value={branchId ?? ALL_BRANCHES}
        allowDeselect={false}
        searchable
        onChange={(branch) => branch !== null && view.chooseBranch(branch)}
      />
      <DayRangeInput
        aria-label={WORDS.days}
        value={days}
        zone={zone}
        ranges={VISIT_RANGES}
        onChange={({ from, to }) =>
          view.chooseDays({ from: from ?? to ?? days.from, to: to ?? from ?? days.to })
        }
      />
      <SearchField
        className={classes.search}
        label={WORDS.search}
        placeholder={WORDS.searchHint}
        isPaused
        value={fields.k ?? ''}
        onChange={(k) => change({ k })}
      />
      <Button
        variant="default"
        aria-expanded={criteria.isOpen}
        aria-controls={criteria.isOpen ? criteria.id : undefined}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        rightSection={
          inPanel > 0 && (
            <Badge size="sm" circle>
              {inPanel}
            </Badge>
          )
        }
        onClick={criteria.toggle}
      >
        {WORDS.criteria}
      </Button>
      <Select
        className={classes.sort}
        aria-label={WORDS.sort}
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        data={SORTS}
        value={order}
        allowDeselect={false}
        onChange={(next) => next && change({ order: next })}
      />
      <RefreshButton isLoading={isLoading} onRefresh={onRefresh} />
      {children}
    </Group>
  )
}
