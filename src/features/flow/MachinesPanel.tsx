import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { flowCalls, type MachineUse } from '#contract/calls/flow.ts'
import { entriesLink } from '#src/parts/figures/entries-link.ts'
import { PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import { BarList } from '#src/ui/chart/BarList.tsx'
import { type FlowContext, useFlowPanel } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.machines
const PERCENT = { kind: 'percent' } as const

/** The maximum number of bars; the table lists every machine. */
const BARS_MAX = 12

/** Does not convert hours to days: a machine's day is as long as its branch is open. */
const hoursOf = (minutes: number) => {
  const whole = Math.round(minutes)
  return `${Math.floor(whole / 60)} h ${whole % 60} m`
}

const shareOf = ({ used_minutes, open_minutes }: MachineUse) =>
  open_minutes > 0 ? Math.round((used_minutes / open_minutes) * 100) : 0

const columnsOf = (
  nameOf: (row: MachineUse) => string,
  linkOf: ((row: MachineUse) => string) | undefined,
): SalesColumn<MachineUse>[] => [
  { id: 'machine', header: WORDS.machine, cell: nameOf, isWords: true },
  {
    id: 'exams',
    header: WORDS.exams,
    cell: (row) => (linkOf ? <Link to={linkOf(row)}>{row.exams}</Link> : row.exams),
    isNumber: true,
  },
  { id: 'used', header: WORDS.used, cell: (row) => hoursOf(row.used_minutes), isNumber: true },
  { id: 'open', header: WORDS.open, cell: (row) => hoursOf(row.open_minutes), isNumber: true },
  {
    id: 'share',
    header: WORDS.share,
    cell: (row) => (row.open_minutes > 0 ? `${shareOf(row)} %` : ''),
    isNumber: true,
  },
  {
    id: 'outside',
    header: WORDS.outside,
    cell: (row) => hoursOf(row.outside_minutes),
    isNumber: true,
  },
]

/** The share of the open hours in which each machine was in use. */
export function MachinesPanel({ place, canOpen }: { place: FlowContext; canOpen: boolean }) {
  const panel = useFlowPanel(flowCalls.machineUse, place)
  return (
    <PanelFrame title={WORDS.title} panel={panel} isOnline={place.isOnline}>
      {({ result }) => <Figures machines={result} place={place} canOpen={canOpen} />}
    </PanelFrame>
  )
}

interface FiguresProps {
  machines: readonly MachineUse[]
  place: FlowContext
  canOpen: boolean
}

function Figures({ machines, place, canOpen }: FiguresProps) {
  const { branchId } = place
  const nameOf = ({ machine, branch }: MachineUse) =>
    branchId === undefined && branch !== '' ? `${machine}, ${branch}` : machine
  const linkOf = canOpen
    ? ({ machine_id }: MachineUse) => entriesLink(place, 'services', { cases: 'All', machine_id })
    : undefined
  const items = useMemo(
    () =>
      machines
        .filter(({ open_minutes }) => open_minutes > 0)
        .slice(0, BARS_MAX)
        .map((row) => ({
          label: branchId === undefined && row.branch !== '' ? `${row.machine}, ${row.branch}` : row.machine,
          value: shareOf(row),
        })),
    [machines, branchId],
  )
  if (machines.length === 0) return <Text c="dimmed">{WORDS.none}</Text>
  return (
    <>
      <Text size="sm" c="dimmed">
        {WORDS.hint}
      </Text>
      <SalesTable
        label={WORDS.table}
        columns={columnsOf(nameOf, linkOf)}
        rows={machines}
        rowId={({ machine_id }) => machine_id}
        isShort
      />
      <BarList
        title={WORDS.chart}
        placeHeading={WORDS.machine}
        valueHeading={WORDS.share}
        unit={PERCENT}
        items={items}
      />
    </>
  )
}
