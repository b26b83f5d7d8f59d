import type {
  CollectionSummary,
  InvoiceRow,
  ReceiptMovement,
  ServiceRow,
} from '#contract/calls/sales-records.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatDate, formatDay } from '#domain/time/formats.ts'
import type { CsvShape } from '#src/parts/csv/use-csv-file.ts'
import type { CsvCell } from '#src/workers/table-csv.ts'
import { modeLabel } from './mode-label.ts'
import { SALES_WORDS } from './words.ts'

const { columns: NAMES } = SALES_WORDS

/** One column of a file. */
interface CsvColumn<Row> {
  name: string
  cell: (row: Row) => CsvCell
}

const shapeOf = <Row>(columns: readonly CsvColumn<Row>[]): CsvShape<Row> => ({
  head: columns.map(({ name }) => name),
  cellsOf: (row) => columns.map(({ cell }) => cell(row)),
})

/** Returns the length of the longest of these lists among the rows. */
const mostOf = <Row>(rows: readonly Row[], listOf: (row: Row) => readonly string[]) =>
  rows.reduce((most, row) => Math.max(most, listOf(row).length), 0)

/** Returns as many columns as the row with the most names needs. */
const repeated = <Row>(
  rows: readonly Row[],
  name: string,
  listOf: (row: Row) => readonly string[],
): CsvColumn<Row>[] =>
  Array.from({ length: mostOf(rows, listOf) }, (_, index) => ({
    name: `${name} ${index + 1}`,
    cell: (row: Row) => listOf(row)[index] ?? '',
  }))

interface Amounts {
  charges: number
  discount: number
  net_charges: number
  paid: number
  balance: number
}

const amounts = <Row extends Amounts>(): CsvColumn<Row>[] => [
  { name: NAMES.charges, cell: ({ charges }) => charges },
  { name: NAMES.discount, cell: ({ discount }) => discount },
  { name: NAMES.netCharges, cell: ({ net_charges }) => net_charges },
  { name: NAMES.paid, cell: ({ paid }) => paid },
  { name: NAMES.balance, cell: ({ balance }) => balance },
]

const byMode = <Row extends Pick<InvoiceRow, 'modes_received'>>(modes: readonly string[]): CsvColumn<Row>[] =>
  modes.map((mode) => ({
    name: modeLabel(mode),
    cell: ({ modes_received }) => modes_received.find((one) => one.mode === mode)?.amount ?? 0,
  }))

const hiddenColumn = <Row>(
  name: string,
  hiddenOf: (row: Row) => number | null,
  rows: readonly Row[],
): CsvColumn<Row>[] =>
  rows.some((row) => hiddenOf(row) !== null) ? [{ name, cell: (row) => hiddenOf(row) ?? '' }] : []

/**
 * Returns the columns of sales-invoices.csv: as many for referring doctors, hospitals and others as the
 * invoice with the most needs, and one for each mode by which an invoice of the list was paid. `zone` is the
 * time zone of the days.
 */
export function invoiceShape(
  rows: readonly InvoiceRow[],
  modes: readonly string[],
  zone: string,
): CsvShape<InvoiceRow> {
  return shapeOf<InvoiceRow>([
    { name: NAMES.date, cell: ({ start_dt }) => formatDate(new Date(start_dt), zone) },
    { name: NAMES.visit, cell: ({ visit_no }) => visit_no },
    { name: NAMES.branch, cell: ({ branch }) => branch },
    { name: NAMES.patId, cell: ({ pat_id }) => pat_id },
    { name: NAMES.patient, cell: ({ pat_name }) => pat_name },
    { name: NAMES.services, cell: ({ services }) => services.map(({ name }) => name).join(', ') },
    ...repeated<InvoiceRow>(rows, NAMES.refDoctor, (row) => row.referred_by_dr),
    ...repeated<InvoiceRow>(rows, NAMES.refHospital, (row) => row.referred_by_hospital),
    ...repeated<InvoiceRow>(rows, NAMES.otherRef, (row) => row.referred_by_other),
    { name: NAMES.scheme, cell: ({ scheme }) => scheme },
    { name: NAMES.createdBy, cell: ({ created_by_name }) => created_by_name },
    ...amounts<InvoiceRow>(),
    ...hiddenColumn<InvoiceRow>(NAMES.hidden, (row) => row.hidden_discount, rows),
    ...byMode<InvoiceRow>(modes),
    { name: NAMES.refund, cell: ({ refund }) => refund },
    { name: NAMES.status, cell: ({ payment_status }) => PAYMENT_STATUS_TABLE[payment_status].label },
    {
      name: NAMES.remarks,
      cell: ({ remarks }) => remarks.map(({ text, created_by }) => `${text} (${created_by})`).join('; '),
    },
    { name: NAMES.invoiceNo, cell: ({ invoice_no }) => invoice_no },
    { name: NAMES.invoiceDate, cell: ({ invoice_date }) => (invoice_date ? formatDay(invoice_date) : '') },
  ])
}

/** Returns the columns of sales-services.csv. */
export function serviceShape(
  rows: readonly ServiceRow[],
  modes: readonly string[],
  zone: string,
): CsvShape<ServiceRow> {
  return shapeOf<ServiceRow>([
    { name: NAMES.date, cell: ({ start_dt }) => formatDate(new Date(start_dt), zone) },
    { name: NAMES.visit, cell: ({ visit_no }) => visit_no },
    { name: NAMES.branch, cell: ({ branch }) => branch },
    { name: NAMES.patId, cell: ({ pat_id }) => pat_id },
    { name: NAMES.patient, cell: ({ pat_name }) => pat_name },
    { name: NAMES.service, cell: ({ service_name }) => service_name },
    { name: NAMES.package, cell: (row) => row.package },
    { name: NAMES.department, cell: ({ department }) => department },
    { name: NAMES.radiologist, cell: ({ radiologist }) => radiologist },
    { name: NAMES.refDoctor, cell: ({ referred_by_dr }) => referred_by_dr },
    { name: NAMES.refHospital, cell: ({ referred_by_hospital }) => referred_by_hospital },
    ...repeated<ServiceRow>(rows, NAMES.otherRef, (row) => row.other_ref_drs),
    { name: NAMES.scheme, cell: ({ scheme }) => scheme },
    ...amounts<ServiceRow>(),
    { name: NAMES.invoiceNet, cell: ({ inv_net_charges }) => inv_net_charges },
    { name: NAMES.invoicePaid, cell: ({ inv_paid }) => inv_paid },
    ...hiddenColumn<ServiceRow>(NAMES.invoiceHidden, (row) => row.inv_hidden_discount, rows),
    ...byMode<ServiceRow>(modes),
    { name: NAMES.status, cell: ({ payment_status }) => PAYMENT_STATUS_TABLE[payment_status].label },
  ])
}

/** Returns the columns of receipts.csv. */
export function receiptShape(rows: readonly ReceiptMovement[], zone: string): CsvShape<ReceiptMovement> {
  return shapeOf<ReceiptMovement>([
    { name: NAMES.date, cell: ({ day }) => formatDay(day) },
    { name: NAMES.kind, cell: ({ kind, side }) => (side === 'Cancelled' ? `${kind} ${side}` : kind) },
    { name: NAMES.receiptNo, cell: ({ receipt_no }) => receipt_no },
    { name: NAMES.branch, cell: ({ branch }) => branch },
    { name: NAMES.patId, cell: ({ pat_id }) => pat_id },
    { name: NAMES.patient, cell: ({ pat_name }) => pat_name },
    { name: NAMES.visit, cell: ({ visit_no }) => visit_no },
    { name: NAMES.visitDate, cell: ({ visit_date }) => formatDate(new Date(visit_date), zone) },
    { name: NAMES.receivedBy, cell: ({ received_by }) => received_by },
    { name: NAMES.mode, cell: ({ mode }) => modeLabel(mode) },
    ...(rows.some(({ payer }) => payer !== '')
      ? [{ name: NAMES.payer, cell: ({ payer }: ReceiptMovement) => payer }]
      : []),
    { name: NAMES.refNo, cell: ({ ref_no }) => ref_no },
    { name: NAMES.remark, cell: ({ remarks }) => remarks },
    ...hiddenColumn<ReceiptMovement>(NAMES.hidden, (row) => row.hidden_discount, rows),
    { name: NAMES.belongs, cell: ({ belongs_day }) => (belongs_day === null ? '' : formatDay(belongs_day)) },
    { name: NAMES.amount, cell: ({ amount }) => amount },
  ])
}

type UserWise = CollectionSummary['user_wise_received'][number]

/** Returns user-wise-collection.csv: the amounts that each person received, by mode. */
export function userWiseCsv(people: readonly UserWise[], hasHidden: boolean) {
  const shape = shapeOf<UserWise>([
    { name: NAMES.person, cell: ({ created_by_name }) => created_by_name },
    { name: NAMES.mode, cell: ({ mode }) => modeLabel(mode) },
    { name: NAMES.received, cell: ({ amount }) => amount },
    { name: NAMES.refund, cell: ({ refund }) => refund },
    { name: NAMES.net, cell: ({ net }) => net },
    ...(hasHidden
      ? [{ name: NAMES.hidden, cell: ({ hidden_discount }: UserWise) => hidden_discount ?? 0 }]
      : []),
  ])
  return {
    shape,
    idOf: ({ created_by, mode }: UserWise) => `${created_by} ${mode}`,
    pages: async function* () {
      yield { rows: people, matching: people.length }
    },
  }
}

/** Returns the totals of a list as a separate file, because the list's file contains only entries. */
export function totalsCsv(totals: Readonly<Record<string, number>>, names: Readonly<Record<string, string>>) {
  const rows = Object.entries(names).flatMap(([key, name]) => {
    const amount = totals[key]
    return amount === undefined ? [] : [{ name, amount }]
  })
  return {
    shape: {
      head: [SALES_WORDS.total, NAMES.amount],
      cellsOf: ({ name, amount }: { name: string; amount: number }) => [name, amount],
    },
    idOf: ({ name }: { name: string }) => name,
    pages: async function* () {
      yield { rows, matching: rows.length }
    },
  }
}

/** The names of the sums of invoices and services, in the order of their file. */
export const SALES_TOTAL_NAMES = {
  visits: NAMES.visits,
  charges: NAMES.charges,
  discount: NAMES.discount,
  hidden_discount: NAMES.hidden,
  net_charges: NAMES.netCharges,
  paid: NAMES.paid,
  balance: NAMES.balance,
} as const

/** The names of the sums of receipts. */
export const RECEIPT_TOTAL_NAMES = {
  received: NAMES.received,
  refunded: NAMES.refund,
  net: NAMES.net,
  hidden_discount: NAMES.hidden,
} as const

/** Returns the sums that the reader may see. */
export const amountsOnly = (totals: Readonly<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(Object.entries(totals).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
