import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type FlowStep, flowCalls, type Turnaround } from '#contract/calls/flow.ts'
import { minutesInWords } from '#domain/time/tat.ts'
import { Headline, PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import { BarList } from '#src/ui/chart/BarList.tsx'
import { signedLink } from './links.ts'
import { type FlowContext, useFlowPanel } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.turnaround
const MINUTES = { kind: 'minutes' } as const

type Row = Pick<FlowStep, 'n' | 'p50' | 'p80' | 'p95'> & { label: string }
const minutes = (value: number | null) => (value === null ? '' : minutesInWords(Math.round(value)))

const COLUMNS: readonly SalesColumn<Row>[] = [
  { id: 'step', header: WORDS.step, cell: ({ label }) => label, isWords: true },
  { id: 'n', header: WORDS.n, cell: ({ n }) => n, isNumber: true },
  { id: 'p50', header: WORDS.p50, cell: ({ p50 }) => minutes(p50), isNumber: true },
  { id: 'p80', header: WORDS.p80, cell: ({ p80 }) => minutes(p80), isNumber: true },
  { id: 'p95', header: WORDS.p95, cell: ({ p95 }) => minutes(p95), isNumber: true },
]

const rowsOf = ({ steps, received_signed }: Turnaround): Row[] => [
  ...steps.map(({ step, ...waits }) => ({ ...waits, label: WORDS.steps[step] })),
  { ...received_signed, label: WORDS.total },
]

/** Durations between the stages of studies, and how many studies were signed in time. */
export function TurnaroundPanel({ place, canOpen }: { place: FlowContext; canOpen: boolean }) {
  const panel = useFlowPanel(flowCalls.turnaround, place)
  return (
    <PanelFrame title={WORDS.title} panel={panel} isOnline={place.isOnline}>
      {({ result }) => <Figures result={result} to={canOpen ? signedLink(place) : undefined} />}
    </PanelFrame>
  )
}

function Figures({ result, to }: { result: Turnaround; to: string | undefined }) {
  const rows = useMemo(() => rowsOf(result), [result])
  const items = useMemo(
    () => rows.flatMap(({ label, n, p80 }) => (n > 0 && p80 !== null ? [{ label, value: p80 }] : [])),
    [rows],
  )
  const { studies, with_target, in_target } = result
  if (studies === 0) return <Text c="dimmed">{WORDS.none}</Text>
  const signed = WORDS.signed(studies)
  return (
    <>
      <Headline number={with_target > 0 ? WORDS.inTarget(in_target, with_target) : WORDS.noTarget} />
      <Text size="sm" c="dimmed">
        {to === undefined ? signed : <Link to={to}>{signed}</Link>}. {WORDS.hint}
      </Text>
      <SalesTable label={WORDS.table} columns={COLUMNS} rows={rows} rowId={({ label }) => label} />
      <BarList
        title={WORDS.chart}
        placeHeading={WORDS.step}
        valueHeading={WORDS.p80}
        unit={MINUTES}
        items={items}
      />
    </>
  )
}
