import { type MonthText, monthOf, nextMonth } from '../money/month-lock.ts'
import type { DayText } from '../time/zones.ts'

/*
 * The monthly report to the Appropriate Authority.
 *
 * Source: rule 9(8) of the Pre-conception and Pre-natal Diagnostic Techniques (Prohibition of Sex Selection) Rules, 1996
 * (India): a report of all procedures of the month by the 5th day of the following month. A month without one is
 * reported too.
 */

/** The ways in which a report is sent. */
export const REPORT_WAYS = ['By hand', 'By post', 'By e-mail', 'On the authority’s website'] as const
export type ReportWay = (typeof REPORT_WAYS)[number]

/** The last day on which the report of a month is in time. */
export const reportDueOn = (month: MonthText): DayText => `${nextMonth(month)}-05`

/** Where the report of a month stands on the day `today`. */
export type ReportStanding = 'not_asked' | 'untracked' | 'month_open' | 'due' | 'overdue' | 'sent'

/** The facts about the report of a month: `from` is the first month that is tracked, null where Form F does not apply. */
export interface ReportFacts {
  month: MonthText
  from: MonthText | null
  isSent: boolean
}

/**
 * Returns the standing; a report that was sent is sent, asked for or not. `untracked`: the month is over and may be noted,
 * but it lies before the first month that is tracked, so it is never due.
 */
export function reportStanding({ month, from, isSent }: ReportFacts, today: DayText): ReportStanding {
  if (isSent) return 'sent'
  if (from === null) return 'not_asked'
  if (month >= monthOf(today)) return 'month_open'
  if (month < from) return 'untracked'
  return today > reportDueOn(month) ? 'overdue' : 'due'
}

/** The months whose report is due or overdue on the day `today`, oldest first. */
export function openReportMonths(
  { from, sent }: { from: MonthText; sent: ReadonlySet<MonthText> },
  today: DayText,
): MonthText[] {
  const open: MonthText[] = []
  for (let month = from; month < monthOf(today); month = nextMonth(month))
    if (!sent.has(month)) open.push(month)
  return open
}

/** How a person says that a report was sent. */
export interface SentReport {
  sent_on: DayText
  way: ReportWay
  reference: string
}

/** What is wrong with it on the day `today`, by field; empty if it may be noted. */
export function sentReportProblems(
  { sent_on, reference }: SentReport,
  month: MonthText,
  today: DayText,
): Partial<Record<keyof SentReport, string>> {
  return {
    ...(sent_on > today && { sent_on: 'The day cannot be in the future.' }),
    ...(sent_on < `${nextMonth(month)}-01` && { sent_on: 'The day cannot be before the end of the month.' }),
    ...(reference.trim() === '' && { reference: 'Enter the number of the receipt, letter or message.' }),
  }
}
