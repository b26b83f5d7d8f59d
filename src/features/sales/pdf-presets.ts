import type { SalesPdfInput } from '#contract/calls/sales.ts'
import type { SalesParams } from './sales-params.ts'

/** The branch and days of a PDF. */
export type PdfRange = Pick<SalesParams, 'branchId' | 'from' | 'to'>

/** The input of the server's call. */
export type PdfRequest = { [Name in keyof SalesPdfInput]?: object | string }

const filterOf = ({ branchId, from, to }: PdfRange) => ({
  ...(branchId === undefined ? {} : { branch_id: branchId }),
  from_date: from,
  to_date: to,
})

/**
 * Returns the input of the 3C report: the collection, invoices without a scheme with their departments, and
 * earlier pending amounts.
 */
export const threeC = (place: PdfRange): PdfRequest => ({
  filterFd: filterOf(place),
  collectSumm: {},
  salesInvoice: { ref_scheme: 'No Scheme', dept_summary: 'Y' },
  receipt: { prev_pending_flag: 'OnlyPrevious' },
  reportType: '3C',
})

/** Returns the input of the service-wise report: services without a scheme. */
export const serviceWise = (place: PdfRange): PdfRequest => ({
  filterFd: filterOf(place),
  serviceWise: { ref_scheme: 'No Scheme' },
  reportType: 'ServiceWise',
})

/** The sections chosen in the dialog. */
export interface PdfChoice {
  collection: boolean
  invoices: boolean
  /** The department summary above the invoices. */
  departments: boolean
  services: boolean
  receipts: boolean
  prevPending: 'Include' | 'Separate'
}

/** Returns the input for the sections chosen in the dialog. */
export const chosen = (place: PdfRange, choice: PdfChoice): PdfRequest => ({
  filterFd: filterOf(place),
  ...(choice.collection ? { collectSumm: {} } : {}),
  ...(choice.invoices ? { salesInvoice: { dept_summary: choice.departments ? 'Y' : 'N' } } : {}),
  ...(choice.services ? { serviceWise: {} } : {}),
  ...(choice.receipts ? { receipt: { prev_pending_flag: choice.prevPending } } : {}),
})

/** Returns the name of the file. */
export function pdfName({ from, to }: PdfRange, reportType?: '3C' | 'ServiceWise'): string {
  return reportType === undefined ? 'sales-reports.pdf' : `${reportType}-${from}-to-${to}.pdf`
}
