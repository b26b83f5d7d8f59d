import type { InvoiceKind } from '#domain/money/papers/invoice-kind.ts'
import { PAYMENT_MODE_LABELS, type ReceiptMode } from '#domain/money/payment-modes.ts'

/** What a language adds to the words of patients' pages for the papers that a patient gets (docs/languages.md). */
export interface PrintedWords {
  pageOf: (page: string, pages: string) => string
  /** Pictures, for people who cannot see them; the content of the code follows its name. */
  logo: string
  code: string
  /** Title of the file. */
  titles: Record<'receipt' | 'refund' | 'invoice' | 'slip', string>
  headings: Record<'receipt' | 'refund' | 'slip', string> & { invoice: Record<InvoiceKind, string> }
  /** Separates the members of a list. */
  comma: string
  provisional: string
  cancelled: string
  cancelledBy: (name: string, when: string, reason: string) => string
  receiptCancelledBy: (no: string, name: string, when: string, reason: string) => string
  printedBefore: (no: string, provisional: string) => string
  tendered: (cash: string, change: string) => string
  refundReason: (reason: string) => string
  unallocated: string
  version: (version: number) => string
  received: (mode: string) => string
  settledBy: (payer: string) => string
  facts: Record<
    | 'receiptNo'
    | 'refundNo'
    | 'payer'
    | 'visitNo'
    | 'date'
    | 'visitDate'
    | 'patient'
    | 'patientId'
    | 'ageSex'
    | 'mobile'
    | 'branch'
    | 'device'
    | 'scheme'
    | 'package'
    | 'refHospital'
    | 'refDoctor'
    | 'invoiceNo'
    | 'invoiceDate'
    | 'version'
    | 'taxNo'
    | 'companyNo'
    | 'takenBy'
    | 'refundedBy',
    string
  >
  columns: Record<
    | 'place'
    | 'receiptNo'
    | 'mode'
    | 'refNo'
    | 'amount'
    | 'accessionNo'
    | 'time'
    | 'code'
    | 'receivedFor'
    | 'service'
    | 'charges'
    | 'discount'
    | 'net',
    string
  >
  sums: Record<
    | 'total'
    | 'charges'
    | 'discount'
    | 'net'
    | 'schemeShare'
    | 'paid'
    | 'refunded'
    | 'balance'
    | 'patientBalance',
    string
  > & { patientShare: (percent: number) => string }
  modes: Record<ReceiptMode, string>
  /** Beside the QR code; the first line is bold. */
  reportCode: readonly [title: string, how: string, when: string]
  computerMade: string
}

/** The words printed on the papers that a patient gets. */
export interface PaperWords extends PrintedWords {
  sexes: Record<'M' | 'F', string>
  ages: Record<'Y' | 'M' | 'W' | 'D', (count: number) => string>
}

const cancelledBy = (name: string, when: string, reason: string) =>
  `Cancelled by ${name} on ${when}${reason === '' ? '' : `: ${reason}`}`

export const ENGLISH_PAPER: PaperWords = {
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  logo: 'Logo',
  code: 'QR code',
  titles: {
    receipt: 'Receipt Detail',
    refund: 'Refund Detail',
    invoice: 'Invoice Detail',
    slip: 'Visit slip',
  },
  headings: {
    receipt: 'RECEIPT',
    refund: 'REFUND',
    slip: 'VISIT SLIP',
    invoice: { plain: 'INVOICE', partial: 'PARTIAL PAID INVOICE', credit: 'CREDIT INVOICE' },
  },
  comma: ', ',
  provisional: 'Provisional, not yet on the server',
  cancelled: 'CANCELLED',
  cancelledBy,
  receiptCancelledBy: (no, name, when, reason) => `${no} ${cancelledBy(name, when, reason)}`,
  printedBefore: (no, provisional) => `${no} printed before as ${provisional}`,
  tendered: (cash, change) => `Cash handed over ${cash}, change ${change}`,
  refundReason: (reason) => `Reason: ${reason}`,
  unallocated: 'Over the balance: to be settled',
  version: (version) => `version ${version}`,
  received: (mode) => `Received, ${mode}`,
  settledBy: (payer) => `Received from ${payer}`,
  facts: {
    receiptNo: 'Receipt No',
    refundNo: 'Refund No',
    payer: 'Received From',
    visitNo: 'Visit No',
    date: 'Date',
    visitDate: 'Visit date',
    patient: 'Patient',
    patientId: 'Patient ID',
    ageSex: 'Age / Sex',
    mobile: 'Mobile',
    branch: 'Branch',
    device: 'Device',
    scheme: 'Scheme',
    package: 'Package',
    refHospital: 'Referred by hospital',
    refDoctor: 'Referred by doctor',
    invoiceNo: 'Invoice No',
    invoiceDate: 'Invoice date',
    version: 'Version',
    taxNo: 'Tax number',
    companyNo: 'Company number',
    takenBy: 'Received by',
    refundedBy: 'Refunded by',
  },
  columns: {
    place: '#',
    receiptNo: 'Receipt No',
    mode: 'Mode',
    refNo: 'Reference No',
    amount: 'Amount',
    accessionNo: 'Accession No',
    time: 'Time',
    code: 'Code',
    receivedFor: 'Received for',
    service: 'Service',
    charges: 'Charges',
    discount: 'Discount',
    net: 'Net',
  },
  sums: {
    total: 'Total',
    charges: 'Charges',
    discount: 'Discount',
    net: 'Net amount',
    patientShare: (percent) => `Patient’s share (${percent} %)`,
    schemeShare: 'Owed by the scheme',
    paid: 'Paid',
    refunded: 'Refunded',
    balance: 'Balance',
    patientBalance: 'Patient’s balance',
  },
  modes: PAYMENT_MODE_LABELS,
  reportCode: [
    'Your report by WhatsApp',
    'Scan the code and press Send.',
    'The link to your report comes as soon as it is released.',
  ],
  computerMade: 'Printed from the records of the centre.',
  sexes: { M: 'Male', F: 'Female' },
  ages: { Y: (n) => `${n}Y`, M: (n) => `${n}M`, W: (n) => `${n}W`, D: (n) => `${n}D` },
}
