import { Group, Paper, SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import type { CasesOfMonth } from '#contract/calls/dashboard.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { formatMonth } from '#domain/time/formats.ts'
import { firstDayOf, lastDayOf } from '#domain/time/months.ts'
import type { DayRange } from '#domain/time/quick-ranges.ts'
import { BarChart } from '#src/ui/chart/BarChart.tsx'
import { LineChart } from '#src/ui/chart/LineChart.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import type { DashboardPartProps } from './Dashboard.tsx'
import { BranchSelect } from './DashboardFilters.tsx'
import classes from './dashboard.module.css'
import { listAddress } from './list-address.ts'
import { useMonths } from './use-figures.ts'
import { DASHBOARD_WORDS } from './words.ts'

const { months: WORDS, failed } = DASHBOARD_WORDS
const HEIGHT = 300
const AS = [
  { value: 'bar', label: WORDS.bar },
  { value: 'line', label: WORDS.line },
]
const SERIES = [{ label: WORDS.cases }]
const NO_MONTHS: readonly CasesOfMonth[] = []

/** Cases of the last twelve months as bars or as a line, with a separate branch filter; a month opens its list. */
export function MonthsChart({
  session,
  filter,
  isOnline,
  onChange,
  params,
}: DashboardPartProps & { params: URLSearchParams }) {
  const branchId = EntityId.safeParse(params.get('months_branch')).data
  const isLine = params.get('months_as') === 'line'
  const { basis } = filter
  const { answer, error, refresh } = useMonths({ branchId, basis }, isOnline)
  const months = answer?.result ?? NO_MONTHS
  const items = useMemo(
    () =>
      months.map((month) => ({
        label: formatMonth(month.y, month.m, session.locale),
        value: month.no_of_cases,
        days: daysOf(month),
      })),
    [months, session.locale],
  )
  const points = useMemo(() => items.map((item) => ({ ...item, values: [item.value] })), [items])
  const hrefOf = ({ days }: { days: DayRange }) =>
    listAddress(session, { branchId, basis, range: undefined, days })
  const chart = {
    title: WORDS.title,
    placeHeading: WORDS.month,
    valueHeading: WORDS.cases,
    height: HEIGHT,
    emptyText: answer || isOnline ? WORDS.empty : DASHBOARD_WORDS.noneKept,
    tools: (
      <Group gap="xs">
        <BranchSelect
          label={WORDS.branch}
          value={branchId}
          onChange={(id) => onChange({ months_branch: id })}
        />
        <SegmentedControl
          size="xs"
          aria-label={WORDS.as}
          data={AS}
          value={isLine ? 'line' : 'bar'}
          onChange={(value) => onChange({ months_as: value === 'line' ? value : undefined })}
        />
      </Group>
    ),
  }
  return (
    <Paper component="section" aria-label={WORDS.title} className={classes.card}>
      {error && isOnline && <ErrorNote title={failed} message={error.message} onRetry={refresh} />}
      {isLine ? (
        <LineChart {...chart} series={SERIES} points={points} isArea hrefOf={({ point }) => hrefOf(point)} />
      ) : (
        <BarChart {...chart} items={items} hrefOf={hrefOf} />
      )}
    </Paper>
  )
}

const daysOf = (month: CasesOfMonth): DayRange => ({ from: firstDayOf(month), to: lastDayOf(month) })
