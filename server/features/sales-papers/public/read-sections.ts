import type { SalesPdfInput } from '#contract/calls/sales.ts'
import type { ReceiptTotals } from '#contract/calls/sales-records.ts'
import type { VisitPosition } from '#domain/money/sales/sales-filters.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { summarizeCollection } from '#server/features/sales/public/collection.ts'
import type { Figures } from '#server/features/sales/public/figures.ts'
import { selectInvoicePage } from '#server/features/sales/public/invoices.ts'
import {
  type ReceiptListInput,
  selectReceiptPage,
  sumReceipts,
} from '#server/features/sales/public/receipts.ts'
import { selectServicePage, sumServices } from '#server/features/sales/public/services.ts'
import { sumDepartments, sumVisits } from '#server/features/sales/public/visit-sums.ts'
import { collectionParts } from '../collection-parts.ts'
import { DEPARTMENT_COLUMNS, INVOICE_COLUMNS, RECEIPT_COLUMNS, SERVICE_COLUMNS } from '../tables.ts'
import { tableOf } from './columns.ts'
import { type FilterNames, filterWords } from './filter-words.ts'
import { cutPart, PAPER_PAGE } from './paper-page.ts'
import type { SalesTexts } from './texts.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** The context in which each section is read and written. */
export interface SectionContext {
  figures: Figures
  texts: SalesTexts
  names: FilterNames
}

/** Returns the selected sections, in the order of the dialog; all are read in the one snapshot of `figures`. */
export async function salesParts(context: SectionContext, input: SalesPdfInput): Promise<FiguresPart[]> {
  const { filterFd, collectSumm, salesInvoice, serviceWise, receipt } = input
  const { figures, texts } = context
  const includeFuture = filterFd.includeFutureReceipt === 'Y'
  return [
    ...(collectSumm ? collectionParts(await summarizeCollection(figures, includeFuture), texts) : []),
    ...(salesInvoice ? await invoiceParts(context, filterFd, salesInvoice) : []),
    ...(serviceWise ? await serviceParts(context, filterFd, serviceWise) : []),
    ...(receipt ? await receiptParts(context, filterFd, receipt.prev_pending_flag) : []),
  ]
}

type Range = SalesPdfInput['filterFd']

async function invoiceParts(
  { figures, texts, names }: SectionContext,
  range: Range,
  { dept_summary, ...section }: NonNullable<SalesPdfInput['salesInvoice']>,
): Promise<FiguresPart[]> {
  const filter = { ...range, ...section }
  const rows = await selectInvoicePage(figures, filter, PAPER_PAGE)
  const { totals } = await sumVisits(figures, { base: 'Invoices', filter })
  const note = filterWords(section, names)
  const departments = dept_summary === 'Y' && (await sumDepartments(figures, { base: 'Invoices', filter }))
  return [
    ...(departments
      ? ([
          { kind: 'section', title: WORDS.sections.departments, note },
          tableOf(DEPARTMENT_COLUMNS, departments.departments, departments.total, texts),
        ] as const)
      : []),
    { kind: 'section', title: WORDS.sections.invoices, note },
    ...cutPart(rows.length, totals.visits),
    tableOf(INVOICE_COLUMNS, rows, totals, texts),
  ]
}

async function serviceParts(
  { figures, texts, names }: SectionContext,
  range: Range,
  section: NonNullable<SalesPdfInput['serviceWise']>,
): Promise<FiguresPart[]> {
  const filter = { ...range, ...section }
  const rows = await selectServicePage(figures, filter, PAPER_PAGE)
  const totals = await sumServices(figures, filter)
  return [
    { kind: 'section', title: WORDS.sections.services, note: filterWords(section, names) },
    ...cutPart(rows.length, totals.visits),
    tableOf(SERVICE_COLUMNS, rows, totals, texts),
  ]
}

type PrevPending = NonNullable<SalesPdfInput['receipt']>['prev_pending_flag']
interface ReceiptSection {
  title: string
  visit_place?: VisitPosition
  prev_pending_flag?: PrevPending
}

/** Returns the tables of receipts: all in one, those of earlier visits in a separate one, or only those. */
function receiptSections(flag: PrevPending, includeFuture: boolean): ReceiptSection[] {
  const { sections } = WORDS
  const before: ReceiptSection = { title: sections.receiptsBefore, prev_pending_flag: 'OnlyPrevious' }
  if (flag === 'OnlyPrevious') return [before]
  if (flag === 'Include') return [{ title: sections.receipts }]
  return [
    { title: sections.receiptsIn, visit_place: 'In' },
    ...(includeFuture ? [{ title: sections.receiptsAfter, visit_place: 'After' } as const] : []),
    before,
  ]
}

async function receiptParts(
  context: SectionContext,
  range: Range,
  flag: PrevPending,
): Promise<FiguresPart[]> {
  const parts: FiguresPart[] = []
  for (const section of receiptSections(flag, range.includeFutureReceipt === 'Y'))
    parts.push(...(await receiptTable(context, range, section)))
  return parts
}

async function receiptTable(
  { figures, texts, names }: SectionContext,
  range: Range,
  { title, ...section }: ReceiptSection,
): Promise<FiguresPart[]> {
  const filter: ReceiptListInput = {
    ...range,
    ...PAPER_PAGE,
    kind: 'Receipt',
    prev_pending_flag: 'Include',
    ...section,
  }
  const rows = await selectReceiptPage(figures, filter)
  const totals = await sumReceipts(figures, filter)
  const withRefunds = await sumReceipts(figures, { ...filter, kind: 'All' })
  const said = {
    includeFutureReceipt: range.includeFutureReceipt,
    prev_pending_flag: filter.prev_pending_flag,
  }
  return [
    { kind: 'section', title, note: filterWords(said, names) },
    ...cutPart(rows.length, totals.rows),
    tableOf(RECEIPT_COLUMNS, rows, totals, texts),
    ...refundPart(withRefunds, texts),
  ]
}

/** Returns the refunds below the receipts, so that their sum is not mistaken for the net amount. */
function refundPart({ received, refunded, net }: ReceiptTotals, { money }: SalesTexts): FiguresPart[] {
  if (refunded === 0) return []
  const { facts } = WORDS
  return [
    {
      kind: 'facts',
      facts: [
        { label: facts.received, value: money(received) },
        { label: facts.refunded, value: money(refunded) },
        { label: facts.net, value: money(net) },
      ],
    },
  ]
}
