import * as z from 'zod/mini'
import { PREV_PENDING_FLAGS } from '#domain/money/sales/sales-filters.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import {
  futureReceipts,
  InvoiceFilterFields,
  ReceiptFilterFields,
  SalesAllPage,
  SalesPage,
  SalesRange,
  ServiceFilterFields,
  wholeRange,
} from './sales-filters.ts'
import {
  CollectionSummary,
  DepartmentSummary,
  figuresOf,
  InvoiceRow,
  ReceiptMovement,
  ReceiptTotals,
  SalesTotals,
  ServiceRow,
  salesFileOf,
  salesListOf,
} from './sales-records.ts'

const common = {
  module: 'sales_report',
  base: 'php',
  method: 'GET',
  access: 'sales_report',
  offline: { kind: 'never' },
} as const

/** Payment modes of all invoices in the list, on its first page: one column each in a file. */
const modesUsed = { payment_modes_used: z.array(z.string()) } as const

const invoiceInput = { ...SalesRange, ...InvoiceFilterFields } as const
const serviceInput = {
  ...SalesRange,
  ...ServiceFilterFields,
  /** `Y`: the laboratory tests of a visit share one row. */
  combine_lab: z._default(z.enum(['Y', 'N']), 'N'),
} as const
const receiptInput = { ...SalesRange, ...ReceiptFilterFields } as const

const InvoiceFilter = z.strictObject(invoiceInput)
const ServiceFilter = z.strictObject(serviceInput)
const ReceiptFilter = z.strictObject(receiptInput)
const CollectionFilter = z.strictObject({ ...SalesRange, includeFutureReceipt: futureReceipts('N') })
/** The filters of each tab after validation. */
export type InvoiceFilter = z.output<typeof InvoiceFilter>
export type ServiceFilter = z.output<typeof ServiceFilter>
export type ReceiptFilter = z.output<typeof ReceiptFilter>
export type CollectionFilter = z.output<typeof CollectionFilter>

/** T if the rows go into a file: the export is audited. */
const forCsv = z.optional(z.enum(['T', 'F']))

/** The sales report's four tabs. */
export const salesCalls = {
  collectionSummary: defineCall({
    ...common,
    key: 'report/salesCollectionSummary',
    path: 'report/salesCollectionSummary',
    input: CollectionFilter.check(wholeRange),
    output: figuresOf(CollectionSummary),
  }),
  invoices: defineCall({
    ...common,
    key: 'report/salesInvoices',
    path: 'report/salesInvoices',
    input: z.strictObject({ ...SalesPage, ...invoiceInput, forCsv }).check(wholeRange),
    output: z.extend(salesListOf(InvoiceRow, SalesTotals), modesUsed),
  }),
  allInvoices: defineCall({
    ...common,
    key: 'report/salesInvoices/ALL',
    path: 'report/salesInvoices/ALL',
    input: z.strictObject({ ...SalesAllPage, ...invoiceInput, forCsv }).check(wholeRange),
    output: z.extend(salesFileOf(InvoiceRow), modesUsed),
  }),
  invoiceDepartments: defineCall({
    ...common,
    key: 'report/salesDepartmentSummary',
    path: 'report/salesDepartmentSummary',
    input: InvoiceFilter.check(wholeRange),
    output: figuresOf(DepartmentSummary),
  }),
  services: defineCall({
    ...common,
    key: 'report/salesServices',
    path: 'report/salesServices',
    input: z.strictObject({ ...SalesPage, ...serviceInput, forCsv }).check(wholeRange),
    output: z.extend(salesListOf(ServiceRow, SalesTotals), modesUsed),
  }),
  allServices: defineCall({
    ...common,
    key: 'report/salesServices/ALL',
    path: 'report/salesServices/ALL',
    input: z.strictObject({ ...SalesAllPage, ...serviceInput, forCsv }).check(wholeRange),
    output: z.extend(salesFileOf(ServiceRow), modesUsed),
  }),
  receipts: defineCall({
    ...common,
    key: 'report/salesReceipts',
    path: 'report/salesReceipts',
    input: z.strictObject({ ...SalesPage, ...receiptInput, forCsv }).check(wholeRange),
    output: salesListOf(ReceiptMovement, ReceiptTotals),
  }),
  allReceipts: defineCall({
    ...common,
    key: 'report/salesReceipts/ALL',
    path: 'report/salesReceipts/ALL',
    input: z.strictObject({ ...SalesAllPage, ...receiptInput, forCsv }).check(wholeRange),
    output: salesFileOf(ReceiptMovement),
  }),
} as const

/** Path and input of the sales report's PDF; it returns a file and is mounted by the server's sales feature. */
export const SALES_PDF_PATH = 'report/pdfSalesReports'

/** Filters already set by both days and the branch are not repeated in a section. */
const sectionOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.optional(z.strictObject(shape))

/** A section is on if it is present; its filters are those of its tab. */
export const SalesPdfInput = z.strictObject({
  filterFd: z
    .strictObject({ branch_id: z.optional(EntityId), ...dates(), includeFutureReceipt: futureReceipts('N') })
    .check(wholeRange),
  collectSumm: sectionOf({}),
  salesInvoice: sectionOf({
    ...InvoiceFilterFields,
    /** Whether the department summary is shown above the invoices. */
    dept_summary: z._default(z.enum(['Y', 'N']), 'Y'),
  }),
  serviceWise: sectionOf({ ...ServiceFilterFields, combine_lab: z._default(z.enum(['Y', 'N']), 'N') }),
  receipt: sectionOf({ prev_pending_flag: z._default(z.enum(PREV_PENDING_FLAGS), 'Include') }),
  /** The presets of the two buttons; they name the file. */
  reportType: z.optional(z.enum(['3C', 'ServiceWise'])),
})
export type SalesPdfInput = z.output<typeof SalesPdfInput>

function dates() {
  const { from_date, to_date } = SalesRange
  return { from_date, to_date }
}
