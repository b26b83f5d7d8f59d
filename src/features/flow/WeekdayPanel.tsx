import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { type FlowDay, flowCalls } from '#contract/calls/flow.ts'
import { meanOf } from '#domain/flow/weekdays.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { changeWords } from '#domain/time/compared-range.ts'
import { formatDay, weekdayAt } from '#domain/time/formats.ts'
import { entriesLink, visitsLink } from '#src/parts/figures/entries-link.ts'
import { Headline, PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { BarChart } from '#src/ui/chart/BarChart.tsx'
import classes from './flow.module.css'
import type { FlowContext } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.weekday

export interface WeekdayPanelProps {
  place: FlowContext
  today: string
  canOpen: boolean
  canOpenVisits: boolean
}

/** Compares the last day of the range with the same weekday of earlier weeks. */
export function WeekdayPanel({ place, today, canOpen, canOpenVisits }: WeekdayPanelProps) {
  const { branchId, departmentId, to: day, isOnline, round } = place
  const department: Record<string, string> = departmentId === undefined ? {} : { department_id: departmentId }
  const panel = useKeptCall(
    flowCalls.weekday,
    { ...(branchId === undefined ? {} : { branch_id: branchId }), ...department, day },
    {
      isWanted: isOnline,
      news: String(round),
      keptAs: [flowCalls.weekday.key, branchId ?? 'all', day, ...Object.values(department)].join(' '),
    },
  )
  const weekday = weekdayAt(new Date(`${day}T12:00:00Z`), 'UTC')
  const ofDay = { branchId, from: day, to: day }
  return (
    <PanelFrame title={WORDS.title(weekday, formatDay(day))} panel={panel} isOnline={isOnline}>
      {({ result }) => (
        <>
          <Numbers
            {...result}
            weekday={weekday}
            visitsTo={canOpenVisits ? visitsLink(ofDay, department) : undefined}
            examsTo={canOpen ? entriesLink(ofDay, 'services', { cases: 'All', ...department }) : undefined}
            receivedTo={
              canOpen ? entriesLink(ofDay, 'receipts', { kind: 'All', includeFutureReceipt: 'N' }) : undefined
            }
          />
          {day === today && (
            <Text size="sm" c="dimmed">
              {WORDS.soFar}
            </Text>
          )}
          <VisitsChart {...result} branchId={branchId} department={department} canOpen={canOpenVisits} />
        </>
      )}
    </PanelFrame>
  )
}

interface NumbersProps {
  day: FlowDay
  before: readonly FlowDay[]
  weekday: string
  visitsTo: string | undefined
  examsTo: string | undefined
  receivedTo: string | undefined
}

function Numbers({ day, before, weekday, visitsTo, examsTo, receivedTo }: NumbersProps) {
  const money = useMoneyFormat()
  const change = (name: 'visits' | 'exams' | 'received', format?: (value: number) => string) => {
    const mean = meanOf(before.map((one) => one[name] ?? 0))
    // One decimal place of a mean is enough for a comparison.
    const rounded = name === 'received' ? mean : Math.round(mean * 10) / 10
    return changeWords(day[name] ?? 0, rounded, { words: WORDS.than(weekday) }, format)
  }
  const count = (value: number) => String(Math.round(value * 10) / 10)
  return (
    <div className={classes.numbers}>
      <div>
        <Text size="sm">{WORDS.visits}</Text>
        <Headline number={String(day.visits)} change={change('visits', count)} to={visitsTo} />
      </div>
      <div>
        <Text size="sm">{WORDS.exams}</Text>
        <Headline number={String(day.exams)} change={change('exams', count)} to={examsTo} />
      </div>
      <div>
        <Text size="sm">{WORDS.received}</Text>
        {day.received === null ? (
          <Text size="sm" c="dimmed">
            {WORDS.noMoney}
          </Text>
        ) : (
          <Headline
            number={formatMoney(day.received, money)}
            change={change('received', (amount) => formatMoney(amount, money))}
            to={receivedTo}
          />
        )}
      </div>
    </div>
  )
}

interface VisitsChartProps {
  day: FlowDay
  before: readonly FlowDay[]
  branchId: string | undefined
  /** The department filter; empty without one. */
  department: Readonly<Record<string, string>>
  canOpen: boolean
}

function VisitsChart({ day, before, branchId, department, canOpen }: VisitsChartProps) {
  const items = useMemo(
    () =>
      [day, ...before].toReversed().map((one) => ({
        // Leaves out the year, which the page's dates show.
        label: formatDay(one.day).slice(0, 6),
        value: one.visits,
        day: one.day,
      })),
    [day, before],
  )
  return (
    <BarChart
      title={WORDS.chart}
      placeHeading={WORDS.day}
      valueHeading={WORDS.visits}
      items={items}
      height={180}
      emptyText={WORDS.none}
      hrefOf={canOpen ? (one) => visitsLink({ branchId, from: one.day, to: one.day }, department) : undefined}
    />
  )
}
