import type {
  DepartmentSum,
  InvoiceRow,
  ReceiptMovement,
  ReceiptTotals,
  SalesTotals,
  ServiceRow,
} from '#contract/calls/sales-records.ts'
import type { VisitListRow } from '#contract/calls/visit-list.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { VISIT_STATUS_TABLE } from '#domain/status/visit-status.ts'
import { formatDay } from '#domain/time/formats.ts'
import { amountColumn, linesOf, type PaperColumn } from './public/columns.ts'
import type { SalesTexts } from './public/texts.ts'
import { COLUMN_WORDS as C, SALES_PAPER_WORDS as WORDS } from './public/words.ts'

type Hidden = { hidden_discount: number | null }

const hiddenColumn: PaperColumn<Hidden, Hidden> = {
  label: C.hidden,
  share: 6,
  isNumber: true,
  isShown: ({ hasHidden }) => hasHidden,
  text: ({ hidden_discount }, { money }) => (hidden_discount === null ? '' : money(hidden_discount)),
  total: ({ hidden_discount }, { money }) => (hidden_discount === null ? '' : money(hidden_discount)),
}

const branchColumn: PaperColumn<{ branch: string }, unknown> = {
  label: C.branch,
  share: 8,
  isShown: ({ hasBranches }) => hasBranches,
  text: ({ branch }) => branch,
}

const [DATE, TIME] = [11, 8]

/** Puts day and time on separate lines, which need half of the width. */
const whenText = (instant: string, branchId: string, { dateTime }: SalesTexts) => {
  const text = dateTime(instant, branchId)
  return `${text.slice(0, DATE)}\n${text.slice(-TIME)}`
}

/** Prefixes the modality unless the name already starts with it. */
const serviceText = ({ modality, name }: InvoiceRow['services'][number]) =>
  modality === '' || name.startsWith(modality) ? name : `${modality} ${name}`

const modesText = (modes: InvoiceRow['modes_received'], { mode, money }: SalesTexts) =>
  linesOf(...modes.map((received) => `${mode(received.mode)} ${money(received.amount)}`))

/** The columns of the sales invoices; one row per invoice. */
export const INVOICE_COLUMNS: readonly PaperColumn<InvoiceRow, SalesTotals>[] = [
  { label: C.date, share: 9.5, text: (row, texts) => whenText(row.start_dt, row.branch_id, texts) },
  branchColumn,
  { label: C.visit, share: 6.5, text: ({ visit_no, invoice_no }) => linesOf(visit_no, invoice_no) },
  { label: C.patient, share: 10, text: ({ pat_name, pat_id }) => linesOf(pat_name, pat_id) },
  {
    label: C.services,
    share: 13,
    text: ({ services }) => linesOf(...services.map(serviceText)),
  },
  {
    label: C.referredBy,
    share: 10,
    text: ({ referred_by, scheme }) => linesOf(...referred_by, scheme),
  },
  { label: C.createdBy, share: 8, text: ({ created_by_name }) => created_by_name },
  amountColumn(C.charges, 7.5, 'charges'),
  amountColumn(C.discount, 7, 'discount'),
  hiddenColumn,
  amountColumn(C.net, 7.5, 'net_charges'),
  { label: C.modes, share: 11, isNumber: true, text: (row, texts) => modesText(row.modes_received, texts) },
  {
    label: C.refund,
    share: 6.5,
    isNumber: true,
    text: ({ refund }, { money }) => (refund === 0 ? '' : money(refund)),
  },
  amountColumn(C.paid, 7.5, 'paid'),
  amountColumn(C.balance, 7.5, 'balance'),
  { label: C.payment, share: 7, text: ({ payment_status }) => PAYMENT_STATUS_TABLE[payment_status].label },
]

/** The columns by department; the total counts each visit once. */
export const DEPARTMENT_COLUMNS: readonly PaperColumn<DepartmentSum, SalesTotals>[] = [
  {
    label: C.department,
    share: 24,
    text: ({ department }) => (department === '' ? WORDS.none : department),
  },
  {
    label: C.visits,
    share: 8,
    isNumber: true,
    text: ({ visits }) => String(visits),
    total: ({ visits }) => String(visits),
  },
  amountColumn(C.charges, 11, 'charges'),
  amountColumn(C.discount, 11, 'discount'),
  { ...hiddenColumn, share: 11 },
  amountColumn(C.net, 11, 'net_charges'),
  amountColumn(C.paid, 11, 'paid'),
  amountColumn(C.balance, 11, 'balance'),
]

export const SERVICE_COLUMNS: readonly PaperColumn<ServiceRow, SalesTotals>[] = [
  { label: C.date, share: 9.5, text: ({ start_dt, branch_id }, { date }) => date(start_dt, branch_id) },
  branchColumn,
  { label: C.visit, share: 6.5, text: ({ visit_no }) => visit_no },
  { label: C.patient, share: 10, text: ({ pat_name, pat_id }) => linesOf(pat_name, pat_id) },
  { label: C.service, share: 15, text: (row) => linesOf(row.service_name, row.package) },
  { label: C.department, share: 9, text: ({ department }) => department },
  { label: C.radiologist, share: 9, text: ({ radiologist }) => radiologist },
  {
    label: C.referredBy,
    share: 11,
    text: (row) => linesOf(row.referred_by_dr, row.referred_by_hospital, ...row.other_ref_drs),
  },
  amountColumn(C.charges, 7.5, 'charges'),
  amountColumn(C.discount, 7, 'discount'),
  amountColumn(C.net, 7.5, 'net_charges'),
  amountColumn(C.paid, 7.5, 'paid'),
  amountColumn(C.balance, 7.5, 'balance'),
  { label: C.payment, share: 7, text: ({ payment_status }) => PAYMENT_STATUS_TABLE[payment_status].label },
]

export const RECEIPT_COLUMNS: readonly PaperColumn<ReceiptMovement, ReceiptTotals>[] = [
  { label: C.date, share: 8, text: ({ day }) => formatDay(day) },
  branchColumn,
  {
    label: C.receipt,
    share: 11,
    text: ({ receipt_no, side }) => linesOf(receipt_no, side === 'Cancelled' ? 'Cancelled' : ''),
  },
  { label: C.visit, share: 8, text: ({ visit_no }) => visit_no },
  {
    label: C.visitDate,
    share: 8,
    text: ({ visit_date, branch_id }, { date }) => date(visit_date, branch_id),
  },
  { label: C.patient, share: 16, text: ({ pat_name, pat_id }) => linesOf(pat_name, pat_id) },
  { label: C.receivedBy, share: 13, text: ({ received_by }) => received_by },
  { label: C.mode, share: 10, text: ({ mode, pay_scheme }, texts) => linesOf(texts.mode(mode), pay_scheme) },
  hiddenColumn,
  {
    label: C.amount,
    share: 9,
    isNumber: true,
    text: ({ amount }, { money }) => money(amount),
    total: ({ received }, { money }) => money(received),
  },
]

/** The columns of visits; the sums are printed for people who may read all sales. */
export const VISIT_COLUMNS: readonly PaperColumn<VisitListRow, SalesTotals>[] = [
  { label: C.date, share: 8, text: (row, texts) => whenText(row.start_dt, row.branch_id, texts) },
  { label: C.visit, share: 7, text: ({ visit_no }) => visit_no },
  { label: C.patient, share: 14, text: ({ name, pat_id }) => linesOf(name, pat_id) },
  { label: C.services, share: 20, text: ({ services }) => linesOf(...services.map(({ name }) => name)) },
  { label: C.createdBy, share: 10, text: ({ created_by }) => created_by },
  { label: C.status, share: 9, text: ({ status }) => VISIT_STATUS_TABLE[status].label },
  visitAmount(C.charges, 'charges'),
  visitAmount(C.discount, 'discount'),
  hiddenColumn,
  visitAmount(C.net, 'net_charges'),
  visitAmount(C.paid, 'paid'),
  visitAmount(C.balance, 'balance'),
  { label: C.payment, share: 7, text: ({ amounts }) => PAYMENT_STATUS_TABLE[amounts.payment_status].label },
]

type VisitAmount = 'charges' | 'discount' | 'net_charges' | 'paid' | 'balance'

function visitAmount(label: string, key: VisitAmount): PaperColumn<VisitListRow, SalesTotals> {
  return {
    label,
    share: 8,
    isNumber: true,
    text: ({ amounts }, { money }) => money(amounts[key]),
    total: (totals, { money }) => money(totals[key]),
  }
}
