import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type AgesOfDoctor, type AgesOfModality, flowCalls } from '#contract/calls/flow.ts'
import { Headline, PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'
import { dueLink } from './links.ts'
import { type FlowContext, narrowing } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.ageing
const SERIES = [
  { label: WORDS.ages.InTarget, tone: 'green', due: 'InTarget' },
  { label: WORDS.ages.UpToTwice, tone: 'orange', due: 'UpToTwice' },
  { label: WORDS.ages.OverTwice, tone: 'red', due: 'OverTwice' },
  { label: WORDS.ages.NoTarget, tone: 'gray', due: 'NoTarget' },
] as const

type Ages = Pick<AgesOfModality, (typeof SERIES)[number]['due']>
interface Group {
  label: string
  values: number[]
  /** The filter of the study lists that finds them; undefined if there is no such filter. */
  filter: Record<string, string> | undefined
}

const valuesOf = (ages: Ages) => SERIES.map(({ due }) => ages[due])

const ofDoctor = (row: AgesOfDoctor): Group => ({
  label:
    row.as === 'Unassigned' ? WORDS.unassigned : row.as === 'Signing' ? WORDS.signing(row.name) : row.name,
  values: valuesOf(row),
  filter:
    row.as === 'Unassigned'
      ? { assigned_type: 'Unassigned' }
      : row.as === 'Assigned' && row.doctor_id !== null
        ? { assigned_type: 'Assigned', assigned_doctor_id: row.doctor_id }
        : undefined,
})

const ofModality = (row: AgesOfModality): Group => ({
  label: row.modality === '-' ? WORDS.noModality : row.modality,
  values: valuesOf(row),
  filter: row.modality === '-' ? undefined : { modality: row.modality },
})

/** Unsigned studies by the share of their allowed time that has passed: by doctor and by modality. */
export function AgeingPanels({ place, canOpen }: { place: FlowContext; canOpen: boolean }) {
  const { branchId, modality, departmentId, isOnline, round } = place
  const input = {
    ...(branchId === undefined ? {} : { branch_id: branchId }),
    ...narrowing(place),
  }
  const panel = useKeptCall(flowCalls.ageing, input, {
    isWanted: isOnline,
    news: String(round),
    keptAs: [flowCalls.ageing.key, branchId ?? 'all', modality ?? '', departmentId ?? ''].join(' ').trimEnd(),
  })
  return (
    <>
      <PanelFrame title={WORDS.byDoctor} panel={panel} isOnline={isOnline}>
        {({ result: { all, doctors } }) => (
          <>
            <Headline number={WORDS.pending(valuesOf(all).reduce((sum, one) => sum + one, 0))} />
            <Over
              count={all.UpToTwice + all.OverTwice}
              to={canOpen ? dueLink(place, 'Overdue') : undefined}
            />
            <AgesChart
              title={WORDS.byDoctor}
              heading={WORDS.doctor}
              rows={doctors}
              groupOf={ofDoctor}
              place={place}
              canOpen={canOpen}
            />
          </>
        )}
      </PanelFrame>
      <PanelFrame title={WORDS.byModality} panel={panel} isOnline={isOnline}>
        {({ result: { modalities } }) => (
          <AgesChart
            title={WORDS.byModality}
            heading={FLOW_WORDS.modality}
            rows={modalities}
            groupOf={ofModality}
            place={place}
            canOpen={canOpen}
          />
        )}
      </PanelFrame>
    </>
  )
}

function Over({ count, to }: { count: number; to: string | undefined }) {
  const words = WORDS.over(count)
  return (
    <Text size="sm" c="dimmed">
      {to === undefined ? words : <Link to={to}>{words}</Link>}
    </Text>
  )
}

interface AgesChartProps<Row> {
  title: string
  heading: string
  rows: readonly Row[]
  groupOf: (row: Row) => Group
  place: FlowContext
  canOpen: boolean
}

function AgesChart<Row>({ title, heading, rows, groupOf, place, canOpen }: AgesChartProps<Row>) {
  const groups = useMemo(() => rows.map(groupOf), [rows, groupOf])
  return (
    <StackedBarChart
      title={title}
      placeHeading={heading}
      valueHeading={WORDS.studies}
      series={SERIES}
      groups={groups}
      emptyText={WORDS.none}
      hrefOf={
        canOpen ? ({ group, series }) => group.filter && dueLink(place, series.due, group.filter) : undefined
      }
    />
  )
}
