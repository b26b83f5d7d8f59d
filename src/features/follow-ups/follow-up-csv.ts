import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { CLOSE_REASON_WORDS } from '#domain/follow-up/close-reasons.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { CsvShape } from '#src/parts/csv/use-csv-file.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { CsvCell } from '#src/workers/table-csv.ts'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

const { columns: NAMES, file: MORE } = WORDS

const at = (instant: string | null, { branch_id }: FollowUpRow) =>
  instant === null ? '' : formatDateTime(new Date(instant), branchZone(branch_id))

const COLUMNS: readonly (readonly [name: string, cell: (row: FollowUpRow) => CsvCell])[] = [
  [NAMES.due, ({ due_on }) => due_on],
  [MORE.due_to, ({ due_to }) => due_to],
  [NAMES.state, ({ state }) => WORDS.states[state]],
  [MORE.patId, ({ pat_id }) => pat_id],
  [NAMES.patient, ({ pat_name }) => pat_name],
  [NAMES.what, ({ what }) => what],
  [MORE.modality, ({ modality }) => modality],
  [MORE.words, ({ words }) => words],
  [NAMES.branch, ({ branch }) => branch],
  [NAMES.from, (row) => WORDS.study(row.study_desc, at(row.study_datetime, row))],
  [MORE.referrer, ({ ref_physician }) => ref_physician],
  [NAMES.setBy, ({ set_by }) => set_by],
  [MORE.setOn, (row) => at(row.set_on, row)],
  [MORE.doneOn, (row) => at(row.done_on, row)],
  [MORE.reason, ({ close_reason }) => (close_reason ? CLOSE_REASON_WORDS[close_reason] : '')],
  [MORE.note, ({ close_note }) => close_note],
  [MORE.closedBy, ({ closed_by }) => closed_by],
  [MORE.closedOn, (row) => at(row.closed_on, row)],
]

export const FOLLOW_UP_CSV: CsvShape<FollowUpRow> = {
  head: COLUMNS.map(([name]) => name),
  cellsOf: (row) => COLUMNS.map(([, cell]) => cell(row)),
}
