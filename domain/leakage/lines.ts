/** The lines of the leakage board, in order: each is one way in which work is not paid for. */
export const LEAK_LINES = [
  'unmatched_study',
  'scanned_free',
  'released_unpaid',
  'below_list',
  'over_head',
  'cancelled_scan',
  'refunded_report',
  'no_show',
  'double_patient',
] as const
export type LeakLine = (typeof LEAK_LINES)[number]

/** Lines whose entries have no amount, because their cost is unknown. */
const WITHOUT_AMOUNT: readonly LeakLine[] = ['unmatched_study', 'double_patient']
/** True for a line whose entries have an amount. */
export const hasAmount = (line: LeakLine): boolean => !WITHOUT_AMOUNT.includes(line)

/** What a person can do with an entry: explain it, or reopen it. */
export const LEAK_ACTS = ['Explained', 'Reopened'] as const
export type LeakAct = (typeof LEAK_ACTS)[number]

/** Why an entry is in order; `Other` needs a note. */
export const LEAK_REASONS = [
  'Approved',
  'Free_Care',
  'Repeat_Scan',
  'Billed_Elsewhere',
  'Paid_Later',
  'Scan_Not_Usable',
  'Patient_Declined',
  'Moved',
  'Two_People',
  'Test_Record',
  'Typing_Mistake',
  'Other',
] as const
export type LeakReason = (typeof LEAK_REASONS)[number]

/** The reasons that make sense for each line, most likely first. */
export const REASONS_OF_LINE: Readonly<Record<LeakLine, readonly LeakReason[]>> = {
  unmatched_study: ['Repeat_Scan', 'Billed_Elsewhere', 'Free_Care', 'Test_Record', 'Other'],
  scanned_free: ['Free_Care', 'Approved', 'Repeat_Scan', 'Billed_Elsewhere', 'Typing_Mistake', 'Other'],
  released_unpaid: ['Paid_Later', 'Approved', 'Free_Care', 'Billed_Elsewhere', 'Other'],
  below_list: ['Approved', 'Free_Care', 'Typing_Mistake', 'Other'],
  over_head: ['Approved', 'Free_Care', 'Typing_Mistake', 'Other'],
  cancelled_scan: ['Scan_Not_Usable', 'Patient_Declined', 'Repeat_Scan', 'Typing_Mistake', 'Other'],
  refunded_report: ['Approved', 'Scan_Not_Usable', 'Billed_Elsewhere', 'Typing_Mistake', 'Other'],
  no_show: ['Patient_Declined', 'Moved', 'Typing_Mistake', 'Other'],
  double_patient: ['Two_People', 'Typing_Mistake', 'Other'],
}

/** True for a reason that needs a note. */
export const needsNote = (reason: LeakReason): boolean => reason === 'Other'

/** True if `reason` is one of the line's reasons. */
export const isReasonOf = (line: LeakLine, reason: LeakReason): boolean =>
  REASONS_OF_LINE[line].includes(reason)

/** The newest act on an entry, with the amount at stake at that moment in whole minor units. */
export interface LatestAct {
  act: LeakAct
  minor: number | null
}

/**
 * True if the newest act explains the entry in its current state. An explanation covers the amount at stake when it was
 * given: an entry that costs more since then is open again.
 */
export function isExplained(latest: LatestAct | undefined, minorNow: number | null): boolean {
  return latest?.act === 'Explained' && (minorNow ?? 0) <= (latest.minor ?? 0)
}
