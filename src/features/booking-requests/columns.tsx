import { Badge } from '@mantine/core'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { type BookingStatus, isRequested } from '#domain/status/booking-status.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { VisitStatusBadge } from '#src/ui/badges/VisitStatusBadge.tsx'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { TwoLines } from '#src/ui/list/TwoLines.tsx'
import { DocumentMark } from './RequestDocument.tsx'
import { nameOf } from './row-actions.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

const dayAndTime = (instant: string, { branch_id }: BookingRow) =>
  formatDateTime(new Date(instant), branchZone(branch_id))

/** Returns the examination's time, or the requested time. */
export const wantedText = (row: BookingRow): string => {
  const at = row.visit_start_dt ?? row.start_date
  return at === null ? WORDS.noDate : dayAndTime(at, row)
}

/** Returns the hospital's priority in words; empty if it is routine. */
const priorityText = ({ order_priority = '' }: BookingRow): string => {
  const code = order_priority.toUpperCase()
  return code === 'R' || code === '' ? '' : (WORDS.priorities[code] ?? order_priority)
}

/**
 * Returns what is requested: study, department, urgency, later remarks of the hospital, reason, and the
 * patient's location.
 */
export const wantsText = (row: BookingRow): string =>
  [
    row.study_desc || row.department || row.modalities.join(', '),
    priorityText(row),
    row.order_held ? WORDS.held : '',
    row.order_note ?? '',
    row.exam_reason,
    row.ipno ? WORDS.ip(row.ipno) : '',
    row.bedno ? WORDS.bed(row.bedno) : '',
  ]
    .filter(Boolean)
    .join(' · ')

/** Returns the columns of the list; includes the person who changed the request if it is no longer pending. */
export function requestColumns(status: BookingStatus | undefined): readonly GridColumn<BookingRow>[] {
  const isWaiting = status === undefined || isRequested(status)
  return [
    {
      id: 'patient',
      header: NAMES.patient,
      width: 'minmax(150px, 1.2fr)',
      cell: (row) => <Patient row={row} />,
    },
    { id: 'wanted', header: NAMES.wanted, width: '158px', cell: wantedText },
    { id: 'wants', header: NAMES.wants, width: 'minmax(150px, 1.6fr)', cell: (row) => <Wants row={row} /> },
    {
      id: 'branch',
      header: NAMES.branch,
      width: 'minmax(110px, 0.8fr)',
      fromWidth: 940,
      cell: (row) => row.branch || WORDS.noBranch,
    },
    {
      id: 'from',
      header: NAMES.from,
      width: '84px',
      fromWidth: 820,
      cell: (row) => WORDS.sources[row.source],
    },
    { id: 'tag', header: NAMES.tag, width: '104px', cell: (row) => <Tag row={row} /> },
    ...(isWaiting
      ? [
          {
            id: 'came',
            header: NAMES.came,
            width: '158px',
            fromWidth: 1080,
            cell: (row: BookingRow) => dayAndTime(row.created, row),
          },
        ]
      : [
          {
            id: 'visit',
            header: NAMES.visit,
            width: '190px',
            cell: (row: BookingRow) => <Visit row={row} />,
          },
          { id: 'done', header: NAMES.done, width: 'minmax(150px, 1fr)', fromWidth: 1080, cell: changedText },
        ]),
  ]
}

function changedText(row: BookingRow): string {
  const { status_updated_on: at, status_updated_by_name: name } = row
  return at === null ? '' : WORDS.doneBy(name, dayAndTime(at, row))
}

function Patient({ row }: { row: BookingRow }) {
  const born = row.pat_dob === null ? (row.pat_dob_given ?? '') : formatDay(row.pat_dob)
  return <TwoLines first={nameOf(row)} second={[row.pat_id, row.gender, born].filter(Boolean).join(' · ')} />
}

function Wants({ row }: { row: BookingRow }) {
  const [first = '', ...rest] = wantsText(row).split(' · ')
  return (
    <TwoLines
      title={wantsText(row)}
      first={
        <>
          {first} <DocumentMark key={row.id} request={row} />
        </>
      }
      second={[...rest, row.ref_doctor_name].filter(Boolean).join(' · ')}
    />
  )
}

/** Shows the tag in its colour. */
export function Tag({ row: { tag, tag_color } }: { row: BookingRow }) {
  if (tag === '') return null
  return (
    <Badge radius="sm" tt="none" variant="outline" color={tag_color} c="var(--mantine-color-text)">
      {tag}
    </Badge>
  )
}

/** Shows the number and state of the visit that the request was converted to. */
export function Visit({ row: { visit_no, visit_status } }: { row: BookingRow }) {
  if (visit_status === null) return null
  return (
    <span>
      {visit_no} <VisitStatusBadge status={visit_status as VisitStatus} />
    </span>
  )
}
