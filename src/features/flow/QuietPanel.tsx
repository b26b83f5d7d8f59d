import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { flowCalls, type QuietReferrer } from '#contract/calls/flow.ts'
import { EARLIER_DAYS, RECENT_DAYS } from '#domain/flow/quiet.ts'
import { formatDate } from '#domain/time/formats.ts'
import { addDays } from '#domain/time/zones.ts'
import { entriesLink } from '#src/parts/figures/entries-link.ts'
import { PanelFrame } from '#src/parts/figures/PanelFrame.tsx'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import type { FlowContext } from './use-flow-panel.ts'
import { FLOW_WORDS } from './words.ts'

const WORDS = FLOW_WORDS.quiet
const MONTHS_BEFORE = EARLIER_DAYS / RECENT_DAYS

const columnsOf = (
  zone: string,
  linkOf: ((row: QuietReferrer) => string) | undefined,
): SalesColumn<QuietReferrer>[] => [
  { id: 'name', header: WORDS.referrer, cell: ({ name }) => name, isWords: true },
  { id: 'last', header: WORDS.last, cell: (row) => formatDate(new Date(row.last_visit), zone) },
  {
    id: 'recent',
    header: WORDS.recent,
    cell: (row) => (linkOf ? <Link to={linkOf(row)}>{row.recent}</Link> : row.recent),
    isNumber: true,
  },
  {
    id: 'before',
    header: WORDS.before,
    cell: ({ earlier }) => String(Math.round((earlier / MONTHS_BEFORE) * 10) / 10),
    isNumber: true,
  },
]

export interface QuietPanelProps {
  place: FlowContext
  zone: string
  type: 'Doctor' | 'Hospital'
  canOpen: boolean
}

/** Referrers who send far less than before, up to the last day of the range. */
export function QuietPanel({ place, zone, type, canOpen }: QuietPanelProps) {
  const { branchId, departmentId, to: day, isOnline, round } = place
  const department: Record<string, string> = departmentId === undefined ? {} : { department_id: departmentId }
  const panel = useKeptCall(
    flowCalls.quietReferrers,
    {
      ...(branchId === undefined ? {} : { branch_id: branchId }),
      ...department,
      day,
      dr_type: type,
    },
    {
      isWanted: isOnline,
      news: String(round),
      keptAs: [flowCalls.quietReferrers.key, branchId ?? 'all', day, type, ...Object.values(department)].join(
        ' ',
      ),
    },
  )
  const title = type === 'Doctor' ? WORDS.doctors : WORDS.hospitals
  const field = type === 'Doctor' ? 'ref_dr_id' : 'ref_hospital_id'
  const recent = { branchId, from: addDays(day, 1 - RECENT_DAYS), to: day }
  const linkOf = canOpen
    ? (row: QuietReferrer) =>
        entriesLink(recent, 'services', { cases: 'All', [field]: row.ref_dr_id, ...department })
    : undefined
  const columns = columnsOf(zone, linkOf)
  return (
    <PanelFrame title={title} panel={panel} isOnline={isOnline}>
      {({ result }) =>
        result.length === 0 ? (
          <Text c="dimmed">{WORDS.none}</Text>
        ) : (
          <>
            <SalesTable
              label={type === 'Doctor' ? WORDS.doctorTable : WORDS.hospitalTable}
              columns={columns}
              rows={result}
              rowId={({ ref_dr_id }) => ref_dr_id}
              isShort
            />
            <Text size="sm" c="dimmed">
              {WORDS.hint}
            </Text>
          </>
        )
      }
    </PanelFrame>
  )
}
