import type { CollectionSummary } from '#contract/calls/sales-records.ts'
import type { FiguresPart, FiguresTable } from '#render/figures-paper.ts'
import { type PaperColumn, tableOf } from './public/columns.ts'
import type { SalesTexts } from './public/texts.ts'
import { COLUMN_WORDS as C, COLLECTION_WORDS as LINES, SALES_PAPER_WORDS as WORDS } from './public/words.ts'

type ModeRow = CollectionSummary['total_received_mode_wise'][number]
type UserRow = CollectionSummary['user_wise_received'][number]
type MonthRow = CollectionSummary['rcvd_between_dates'][number]
type Amount<Row> = { [Key in keyof Row]: Row[Key] extends number ? Key : never }[keyof Row]

/** Returns the overall summary and its tables: by mode, by user, by month of the visit. */
export function collectionParts(summary: CollectionSummary, texts: SalesTexts): FiguresPart[] {
  return [
    { kind: 'section', title: WORDS.sections.collection, note: '' },
    overallTable(summary, texts),
    { kind: 'section', title: WORDS.sections.modes, note: '' },
    modeTable(summary, texts),
    { kind: 'section', title: WORDS.sections.people, note: '' },
    tableOf(USER_COLUMNS, summary.user_wise_received, undefined, texts),
    ...monthParts(summary.rcvd_between_dates, texts),
  ]
}

interface Line {
  label: string
  value: string
}

const LINE_COLUMNS: readonly PaperColumn<Line, undefined>[] = [
  { label: C.line, share: 60, text: ({ label }) => label },
  { label: C.amount, share: 40, isNumber: true, text: ({ value }) => value },
]

/** Returns the lines of the overall summary, in the order of the screen; omits empty ones. */
function overallTable(summary: CollectionSummary, texts: SalesTexts): FiguresTable {
  const lines = overallLines(summary, texts).filter(({ value }) => value !== '')
  return { ...tableOf(LINE_COLUMNS, lines, undefined, texts), width: LINES_WIDTH }
}

const LINES_WIDTH = 0.45

function overallLines(summary: CollectionSummary, { money, hasHidden }: SalesTexts): Line[] {
  const { invoice, arrived_after_close: late, cancelled_since: since } = summary
  const hidden = invoice.hidden_discount
  const noted = ({ count, amount }: typeof late) => (count === 0 ? '' : money(amount))
  return [
    { label: LINES.raised, value: money(invoice.charges) },
    { label: LINES.discount, value: money(invoice.discount) },
    { label: LINES.hidden, value: hasHidden && hidden !== null ? money(hidden) : '' },
    { label: LINES.net, value: money(invoice.net_charges) },
    { label: LINES.paid, value: money(invoice.paid) },
    { label: LINES.balance, value: money(invoice.balance) },
    { label: LINES.previous, value: money(summary.net_received_prev) },
    { label: LINES.exPrevious, value: money(summary.net_received_ex_prev) },
    { label: LINES.all, value: money(summary.net_received) },
    { label: LINES.future, value: money(summary.net_received_future) },
    { label: LINES.forCancelled, value: money(invoice.paid_for_cancelled) },
    { label: LINES.late(late.count), value: noted(late) },
    { label: LINES.cancelledSince(since.count), value: noted(since) },
  ]
}

const modeAmount = (label: string, key: Amount<ModeRow>): PaperColumn<ModeRow, readonly ModeRow[]> => ({
  label,
  share: 14,
  isNumber: true,
  text: (row, { money }) => money(row[key]),
})

const MODE_COLUMNS: readonly PaperColumn<ModeRow, readonly ModeRow[]>[] = [
  { label: C.mode, share: 22, text: ({ mode }, texts) => texts.mode(mode) },
  modeAmount(C.modes, 'amount'),
  modeAmount(C.exPrev, 'amount_ex_prev'),
  modeAmount(C.prevPending, 'prev_amt'),
  modeAmount(C.refund, 'refund'),
  modeAmount(LINES.netColumn, 'net'),
]

/** The net of the last row is taken from the summary, because float sums drift. */
function modeTable(summary: CollectionSummary, texts: SalesTexts): FiguresTable {
  const table = tableOf(MODE_COLUMNS, summary.total_received_mode_wise, undefined, texts)
  return { ...table, total: [WORDS.total, '', '', '', '', texts.money(summary.net_received)] }
}

const USER_COLUMNS: readonly PaperColumn<UserRow, undefined>[] = [
  { label: C.receivedBy, share: 26, text: ({ created_by_name }) => created_by_name },
  { label: C.mode, share: 18, text: ({ mode }, texts) => texts.mode(mode) },
  { label: C.modes, share: 14, isNumber: true, text: ({ amount }, { money }) => money(amount) },
  { label: C.refund, share: 14, isNumber: true, text: ({ refund }, { money }) => money(refund) },
  { label: LINES.netColumn, share: 14, isNumber: true, text: ({ net }, { money }) => money(net) },
  {
    label: C.hidden,
    share: 14,
    isNumber: true,
    isShown: ({ hasHidden }) => hasHidden,
    text: ({ hidden_discount }, { money }) => (hidden_discount === null ? '' : money(hidden_discount)),
  },
]

const MONTH_COLUMNS: readonly PaperColumn<MonthRow, undefined>[] = [
  { label: C.months, share: 70, text: ({ label }) => label },
  { label: C.amount, share: 30, isNumber: true, text: ({ value }, { money }) => money(value) },
]

function monthParts(months: readonly MonthRow[], texts: SalesTexts): FiguresPart[] {
  if (months.length === 0) return []
  return [
    { kind: 'section', title: WORDS.sections.betweenDates, note: '' },
    { ...tableOf(MONTH_COLUMNS, months, undefined, texts), width: LINES_WIDTH },
  ]
}
