import type { LeakLine, LeakReason } from '#domain/leakage/lines.ts'

/** Names of a line: what its entries are, when they count, and what its columns say. */
export interface LineWords {
  title: string
  /** What an entry is. */
  hint: string
  /** When an entry counts. */
  at: string
  /** What the entry is about; absent where the visit says it all. */
  what?: string
  person?: string
  /** What should have been charged, paid or allowed, and what was. */
  expected?: string
  actual?: string
  empty: string
}

const LINES = {
  unmatched_study: {
    title: 'Received without a service',
    hint: 'Studies that belong to no service of a visit: nobody was charged for them.',
    at: 'Received',
    what: 'Study',
    empty: 'Every study of these days belongs to a service.',
  },
  scanned_free: {
    title: 'Scanned at zero',
    hint: 'Examinations that were scanned and are charged with nothing.',
    at: 'Visit',
    what: 'Service',
    person: 'Booked by',
    expected: 'Price',
    actual: 'Charged',
    empty: 'Every scan of these days was charged.',
  },
  released_unpaid: {
    title: 'Report released, not paid',
    hint: 'The report is signed and the patient still owes. What a referral scheme owes does not count.',
    at: 'Visit',
    person: 'Booked by',
    expected: 'Patient owes',
    actual: 'Paid',
    empty: 'Every reported visit of these days is paid.',
  },
  below_list: {
    title: 'Below the list price',
    hint: 'Services that are charged less than the list said when they were booked.',
    at: 'Visit',
    what: 'Service',
    person: 'Booked by',
    expected: 'List price',
    actual: 'Charged',
    empty: 'No service of these days lies below its list price.',
  },
  over_head: {
    title: 'Discount over the head',
    hint: 'Discounts of more than the percent of their discount head.',
    at: 'Visit',
    what: 'Discount head',
    person: 'Booked by',
    expected: 'Allowed',
    actual: 'Discount',
    empty: 'Every discount of these days is within its head.',
  },
  cancelled_scan: {
    title: 'Cancelled after the scan began',
    hint: 'Examinations that were cancelled though their scan had begun.',
    at: 'Visit',
    what: 'Service',
    person: 'Booked by',
    empty: 'No scan of these days was cancelled after it began.',
  },
  refunded_report: {
    title: 'Refunded after the report',
    hint: 'Money that went back after a report of the visit was signed.',
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
} as const satisfies Record<LeakLine, LineWords>

const REASONS: Readonly<Record<LeakReason, string>> = {
  Approved: 'Approved by the management',
  Free_Care: 'Free of charge: staff, charity or camp',
  Repeat_Scan: 'Repeat of an earlier scan',
  Billed_Elsewhere: 'Billed elsewhere',
  Paid_Later: 'The patient pays later',
  Scan_Not_Usable: 'The scan could not be used',
  Patient_Declined: 'The patient declined',
  Moved: 'Moved to another day',
  Two_People: 'Two different people',
  Test_Record: 'Test or phantom',
  Typing_Mistake: 'Typing mistake, corrected',
  Other: 'Other',
}

/** Words of the leakage board. */
export const LEAKAGE_WORDS = {
  title: 'Leakage',
  subtitle: 'What was done against what was charged.',
  allBranches: 'All branches',
  lines: LINES as Readonly<Record<LeakLine, LineWords>>,
  reasons: REASONS,
  open: (count: number) => `${count} open`,
  explained: (count: number) => `${count} explained`,
  noneFound: 'Nothing found',
  allExplained: 'All explained',
  unpriced: (count: number) => `${count} without a known price`,
  found: (words: string) => `Found: ${words}`,
  back: 'All lines',
  states: { Open: 'Open', Explained: 'Explained', All: 'All' },
  state: 'Entries shown',
  total: 'Total',
  openStudy: (study: string) => `Open study ${study}`,
  columns: {
    branch: 'Branch',
    visit: 'Visit ID',
    patId: 'Patient ID',
    patient: 'Patient',
    amount: 'At stake',
    state: 'State',
    reason: 'Reason',
    note: 'Note',
    by: 'By',
    on: 'On',
  },
  unknown: 'not known',
  noBranch: 'No branch',
  noDescription: 'Study without a description',
  noneHint: 'Choose other dates or another branch.',
  noneOpen: 'Nothing is open here',
  noneOpenHint: 'What was found is explained. Choose Explained or All to read it.',
  noneExplained: 'Nothing is explained here yet',
  explain: 'Explain',
  reopen: 'Open again',
  explainOf: (what: string) => `Explain ${what}`,
  reopenOf: (what: string) => `Open ${what} again`,
  why: 'Reason',
  note: 'Note',
  noteHint: 'Say it in a few words. No names of patients.',
  reasonNeeded: 'Choose a reason.',
  noteNeeded: 'Say why.',
  earlier: 'Earlier acts',
  cancel: 'Back',
  actOf: { Explained: 'Explained', Reopened: 'Opened again' },
  byAt: (by: string, at: string) => `${by}, ${at}`,
  failed: 'The figures could not be read',
  asAt: (time: string) => `As at ${time}`,
  needsNetwork: 'This needs the network.',
  offline: (days: string, branch: string) =>
    `Offline: the last figures of this device, of ${days}, ${branch}. Entries need the network.`,
  offlineNone: 'These figures need the network.',
  span: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
} as const
