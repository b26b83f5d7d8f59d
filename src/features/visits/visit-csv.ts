import type { BranchItem } from '#contract/calls/directory.ts'
import { ageText } from '#domain/patient/age.ts'
import { MONEY_STATE_TABLE } from '#domain/status/money-state.ts'
import { VISIT_STATUS_TABLE } from '#domain/status/visit-status.ts'
import { formatDate, formatTime } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { listedServices } from '#domain/visit/visit-filter.ts'
import type { CsvTable } from '#src/parts/csv/use-csv-file.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import type { CsvCell } from '#src/workers/table-csv.ts'
import { stateOf } from './money-state.ts'

type Cell = (row: ListedVisit, zone: string, decimals: number) => CsvCell

const start = ({ start_dt }: ListedVisit) => new Date(start_dt)
const distinct = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))].join(', ')

/** The columns of the file in order; amounts are numbers, and there is no row of totals. */
const COLUMNS: readonly (readonly [string, Cell])[] = [
  ['Visit ID', ({ visit_no }) => visit_no],
  ['Branch', ({ branch }) => branch],
  ['Date', (row, zone) => formatDate(start(row), zone)],
  ['Time', (row, zone) => formatTime(start(row), zone)],
  ['Patient ID', ({ pat_id }) => pat_id],
  ['Patient Name', ({ name }) => name],
  ['Gender', ({ gender }) => gender],
  ['Age', (row, zone) => ageText(row.dob, dayAt(start(row), zone))],
  ['Type', ({ is_radiology }) => (is_radiology === 1 ? 'Radiology' : 'Clinical')],
  ['Visit Status', ({ status }) => VISIT_STATUS_TABLE[status].label],
  ['Department', (row) => distinct(listedServices(row).map(({ department }) => department))],
  [
    'Services',
    (row) =>
      listedServices(row)
        .map(({ name }) => name)
        .join(', '),
  ],
  ['Package', (row) => row.package],
  ['Ref. Doctor', ({ ref_dr }) => ref_dr],
  ['Ref. Hospital', ({ ref_hospital }) => ref_hospital],
  ['Ref. Scheme', ({ ref_dr_scheme }) => ref_dr_scheme],
  ['Charges', ({ amounts }) => amounts.charges],
  ['Discount', ({ amounts }) => amounts.discount],
  ['Net Charges', ({ amounts }) => amounts.net_charges],
  ['Paid', ({ amounts }) => amounts.paid],
  ['Balance', ({ amounts }) => amounts.balance],
  ['Payment Status', (row, _zone, decimals) => MONEY_STATE_TABLE[stateOf(row, decimals)].label],
  ['Created By', ({ created_by }) => created_by],
  ['Created On', (row, zone) => formatDate(new Date(row.created), zone)],
]

/** The column of special management discounts, if they are visible. */
const HIDDEN: readonly [string, Cell] = ['Spcl. Mgmt Disc.', ({ hidden_discount }) => hidden_discount ?? 0]

/** Returns the CSV file of the list, with each visit in its branch's time zone. */
export function visitTable(
  pages: CsvTable<ListedVisit>['pages'],
  branches: readonly Pick<BranchItem, 'id' | 'time_zone'>[],
  { withHidden, decimals }: { withHidden: boolean; decimals: number },
): CsvTable<ListedVisit> {
  const zones = new Map(branches.map(({ id, time_zone }) => [id, time_zone]))
  const columns = withHidden ? [...COLUMNS, HIDDEN] : COLUMNS
  return {
    shape: {
      head: columns.map(([name]) => name),
      cellsOf: (row) =>
        columns.map(([, cell]) => cell(row, zones.get(row.branch_id) || branchZone(), decimals)),
    },
    idOf: ({ id }) => id,
    pages,
  }
}
