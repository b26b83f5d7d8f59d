import type { LeakLine } from './lines.ts'

/** Texts of a line: what its entries are, when they count, and its column headings. */
export interface LineWords {
  title: string
  /** What an entry is. */
  hint: string
  /** The date that counts for an entry. */
  at: string
  /** The subject of the entry; absent if the visit suffices. */
  what?: string
  person?: string
  /** The headings for the expected and the actual value. */
  expected?: string
  actual?: string
  empty: string
}

/** The names of the lines on the screen and on paper. */
export const LINE_WORDS: Readonly<Record<LeakLine, LineWords>> = {
  unmatched_study: {
    title: 'Received without a service',
    hint: 'Studies that belong to no service of a visit and were not charged.',
    at: 'Received',
    what: 'Study',
    empty: 'Every study of these days belongs to a service.',
  },
  scanned_free: {
    title: 'Scanned at zero',
    hint: 'Examinations that were scanned and charged nothing.',
    at: 'Visit',
    what: 'Service',
    person: 'Booked by',
    expected: 'Price',
    actual: 'Charged',
    empty: 'Every scan of these days was charged.',
  },
  released_unpaid: {
    title: 'Report released, not paid',
    hint: 'The report is signed and the patient still owes. The debt of a referral scheme does not count.',
    at: 'Visit',
    person: 'Booked by',
    expected: 'Patient owes',
    actual: 'Paid',
    empty: 'Every reported visit of these days is paid.',
  },
  below_list: {
    title: 'Below the list price',
    hint: 'Services charged below their list price at booking.',
    at: 'Visit',
    what: 'Service',
    person: 'Booked by',
    expected: 'List price',
    actual: 'Charged',
    empty: 'No service of these days is below its list price.',
  },
  over_head: {
    title: 'Discount over the head',
    hint: 'Discounts above the percentage of their discount head.',
    at: 'Visit',
    what: 'Discount head',
    person: 'Booked by',
    expected: 'Allowed',
    actual: 'Discount',
    empty: 'Every discount of these days is within its head.',
  },
  cancelled_scan: {
    title: 'Cancelled after the scan began',
    hint: 'Examinations cancelled after their scan had begun.',
    at: 'Visit',
    what: 'Service',
    person: 'Booked by',
    empty: 'No scan of these days was cancelled after it began.',
  },
  refunded_report: {
    title: 'Refunded after the report',
    hint: 'Money refunded after a report of the visit was signed.',
    at: 'Refunded',
    what: 'Refund',
    person: 'Refunded by',
    empty: 'Nothing was refunded after a report in these days.',
  },
  no_show: {
    title: 'Nobody came',
    hint: 'Visits whose day is over and which were neither started nor cancelled.',
    at: 'Visit',
    person: 'Booked by',
    empty: 'Everybody who was booked in these days came or cancelled.',
  },
  double_patient: {
    title: 'Registered twice',
    hint: 'Patients with a second record of the same name and date of birth or phone, with visits within 30 days.',
    at: 'Visit',
    what: 'First record',
    person: 'Registered by',
    empty: 'No patient of these days has a second record.',
  },
}
