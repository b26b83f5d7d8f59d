import { Group, NativeSelect, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { flowCalls, type SkippedStudies, type SkippedStudy } from '#contract/calls/flow.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { REPORT_STATUS_TABLE } from '#domain/status/report-status.ts'
import { isSkipReason, SKIP_REASON_WORDS, SKIP_REASONS } from '#domain/study/lists/skip-reasons.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { Headline, PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import { usePanel } from '#src/parts/figures/use-panel.ts'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import { useDoctors } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'
import { type FlowContext, narrowing } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.skips
const TONES = { waiting_for_priors: 'orange', poor_images: 'red', second_opinion: 'gray' } as const
const SERIES = SKIP_REASONS.map((reason) => ({
  reason,
  label: SKIP_REASON_WORDS[reason],
  tone: TONES[reason],
}))
const REASONS = [
  { value: '', label: WORDS.anyReason },
  ...SKIP_REASONS.map((reason) => ({ value: reason, label: SKIP_REASON_WORDS[reason] })),
]

const columnsOf = (canOpen: boolean): SalesColumn<SkippedStudy>[] => [
  {
    id: 'at',
    header: WORDS.at,
    cell: ({ skipped_on, branch_id }) => formatDateTime(new Date(skipped_on), branchZone(branch_id)),
  },
  { id: 'by', header: WORDS.by, cell: ({ doctor }) => doctor, isWords: true },
  { id: 'reason', header: WORDS.reason, cell: ({ reason }) => SKIP_REASON_WORDS[reason] },
  {
    id: 'accession',
    header: WORDS.accession,
    // Also links a study without an accession number.
    cell: ({ study_id, accession_no }) =>
      canOpen ? <Link to={`/study/${study_id}`}>{accession_no || '-'}</Link> : accession_no,
  },
  { id: 'modality', header: FLOW_WORDS.modality, cell: ({ modality }) => modality },
  { id: 'description', header: WORDS.description, cell: ({ study_desc }) => study_desc, isWords: true },
  { id: 'branch', header: WORDS.branch, cell: ({ branch }) => branch, isWords: true },
  { id: 'status', header: WORDS.status, cell: ({ status }) => REPORT_STATUS_TABLE[status].label },
]

export interface SkipsPanelProps {
  place: FlowContext
  params: URLSearchParams
  onChange: (change: Readonly<Record<string, string>>) => void
  canOpen: boolean
}

/**
 * Studies that readers skipped in the range, with reader and reason; filtered by the doctor and reason in the
 * address.
 */
export function SkipsPanel({ place, params, onChange, canOpen }: SkipsPanelProps) {
  const doctors = useDoctors()
  const doctor = EntityId.safeParse(params.get('doctor_id')).data
  const reason = params.get('reason')
  const panel = usePanel(flowCalls.skips, place, {
    ...narrowing(place),
    ...(doctor === undefined ? {} : { doctor_id: doctor }),
    ...(isSkipReason(reason) ? { reason } : {}),
  })
  const tools = (
    <Group gap="xs">
      <NativeSelect
        aria-label={WORDS.by}
        data={[
          { value: '', label: WORDS.anybody },
          ...doctors.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={doctor ?? ''}
        onChange={(event) => onChange({ doctor_id: event.currentTarget.value })}
        disabled={!place.isOnline}
      />
      <NativeSelect
        aria-label={WORDS.reason}
        data={REASONS}
        value={isSkipReason(reason) ? reason : ''}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        disabled={!place.isOnline}
      />
    </Group>
  )
  return (
    <PanelFrame title={WORDS.title} panel={panel} isOnline={place.isOnline} tools={tools}>
      {({ result }) => <Skips result={result} canOpen={canOpen} />}
    </PanelFrame>
  )
}

function Skips({ result: { total, skips, counts }, canOpen }: { result: SkippedStudies; canOpen: boolean }) {
  const groups = useMemo(() => groupsOf(counts), [counts])
  const columns = useMemo(() => columnsOf(canOpen), [canOpen])
  if (total === 0) return <Text c="dimmed">{WORDS.none}</Text>
  return (
    <>
      <Headline number={WORDS.skips(total)} />
      <Text size="sm" c="dimmed">
        {WORDS.hint}
      </Text>
      <SalesTable label={WORDS.table} columns={columns} rows={skips} rowId={({ id }) => id} isShort />
      {skips.length < total && (
        <Text size="sm" c="dimmed">
          {WORDS.newest(skips.length)}
        </Text>
      )}
      <StackedBarChart
        title={WORDS.chart}
        placeHeading={WORDS.by}
        valueHeading={WORDS.title}
        series={SERIES}
        groups={groups}
        emptyText={WORDS.none}
      />
    </>
  )
}

/**
 * Groups the counts of all doctors of the place, one bar each, so that a chosen doctor is seen next to the
 * others.
 */
function groupsOf(counts: SkippedStudies['counts']) {
  return [...Map.groupBy(counts, ({ doctor_id }) => doctor_id).values()].map((own) => ({
    label: own[0]?.doctor ?? '',
    values: SKIP_REASONS.map((reason) => own.find((one) => one.reason === reason)?.skips ?? 0),
  }))
}
