/** Which sales a role may read: all, or those of visits that its holder made (docs/masters.md#people). */
export const SALES_REPORT_SCOPES = ['All', 'Self_Created_Only'] as const
export type SalesReportScope = (typeof SALES_REPORT_SCOPES)[number]

/** Which invoices a role may read, by how far they are paid (docs/masters.md#people). */
export const SALES_INVOICE_SCOPES = ['All', 'Paid_Only', 'Pending_Only'] as const
export type SalesInvoiceScope = (typeof SALES_INVOICE_SCOPES)[number]
