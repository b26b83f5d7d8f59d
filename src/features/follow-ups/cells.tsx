import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { CLOSE_REASON_WORDS } from '#domain/follow-up/close-reasons.ts'
import type { FollowUpState } from '#domain/follow-up/states.ts'
import { formatDate, formatDay } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { TwoLines } from '#src/ui/list/TwoLines.tsx'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

export const STATE_COLOURS: Record<FollowUpState, string> = {
  Overdue: 'red',
  Due: 'orange',
  Later: 'gray',
  Booked: 'blue',
  Done: 'green',
  Closed: 'gray',
}

const dayOf = (instant: string | null, branchId: string | null) =>
  instant === null ? '' : formatDate(new Date(instant), branchZone(branchId))

/** Returns when it is due: one day, or a range of days. */
export const dueText = ({ due_on, due_to }: FollowUpRow): string =>
  due_on === due_to ? formatDay(due_on) : WORDS.range(formatDay(due_on), formatDay(due_to))

/** Returns the details of its state: the day of the study or booking, or the reason for which a person closed it. */
export function fateText({ state, done_on, closed_on, close_reason, branch_id }: FollowUpRow): string {
  if (state === 'Closed') return close_reason ? CLOSE_REASON_WORDS[close_reason] : dayOf(closed_on, branch_id)
  if (state === 'Booked' || state === 'Done') return `${WORDS.stateOn[state]} ${dayOf(done_on, branch_id)}`
  return ''
}

export const personText = ({ pat_id, pat_age, pat_sex }: FollowUpRow): string =>
  [pat_id, pat_age, pat_sex].filter(Boolean).join(' · ')

export const askedText = ({ study_desc, study_datetime, branch_id }: FollowUpRow): string =>
  WORDS.study(study_desc, dayOf(study_datetime, branch_id))

export function StateBadge({ row }: { row: FollowUpRow }) {
  return <TintBadge colour={STATE_COLOURS[row.state]}>{WORDS.states[row.state]}</TintBadge>
}

/** The columns of the list, most urgent first. */
export const FOLLOW_UP_COLUMNS: readonly GridColumn<FollowUpRow>[] = [
  {
    id: 'due',
    header: NAMES.due,
    width: 'minmax(104px, 0.7fr)',
    cell: (row) => (
      <TwoLines
        first={formatDay(row.due_on)}
        second={row.due_on === row.due_to ? '' : `– ${formatDay(row.due_to)}`}
      />
    ),
  },
  { id: 'state', header: NAMES.state, width: '88px', cell: (row) => <StateBadge row={row} /> },
  {
    id: 'patient',
    header: NAMES.patient,
    width: 'minmax(150px, 1.2fr)',
    cell: (row) => <TwoLines first={row.pat_name || WORDS.nameless} second={personText(row)} />,
  },
  {
    id: 'what',
    header: NAMES.what,
    width: 'minmax(150px, 1.1fr)',
    cell: (row) => <TwoLines first={row.what} second={fateText(row) || WORDS.after(row.after)} />,
  },
  {
    id: 'from',
    header: NAMES.from,
    width: 'minmax(150px, 1.1fr)',
    fromWidth: 760,
    cell: (row) => <TwoLines first={row.study_desc} second={dayOf(row.study_datetime, row.branch_id)} />,
  },
  {
    id: 'branch',
    header: NAMES.branch,
    width: 'minmax(100px, 0.7fr)',
    fromWidth: 900,
    cell: (row) => row.branch,
  },
  {
    id: 'setBy',
    header: NAMES.setBy,
    width: 'minmax(130px, 0.8fr)',
    fromWidth: 1060,
    cell: (row) => <TwoLines first={row.set_by} second={dayOf(row.set_on, row.branch_id)} />,
  },
]
