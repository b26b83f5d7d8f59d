import { formatDay, formatMonthText } from '#domain/time/formats.ts'
import { daysInMonth } from '#domain/time/month-names.ts'
import type { DayProblem } from '#domain/time/typed-day.ts'
import { dayText } from '#domain/time/zones.ts'

const notBefore = (first: string) => `Choose ${first} or later.`
const notAfter = (last: string) => `Choose ${last} or earlier.`

/** Returns why a typed day is refused, as a sentence. */
function dayProblem(problem: DayProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return 'Type a date such as 23 Nov 2026, 23/11 or t for today.'
    case 'no_such_month':
      return `There is no month ${problem.month}. Type the day before the month.`
    case 'no_such_day': {
      const { year, month } = problem
      return `${formatMonthText(dayText(year, month, 1).slice(0, 7))} has ${daysInMonth(year, month)} days.`
    }
    case 'before_min':
      return notBefore(formatDay(problem.min))
    default:
      return notAfter(formatDay(problem.max))
  }
}

export const DATES_WORDS = {
  dayHint: 'DD MMM YYYY',
  monthHint: 'MMM YYYY',
  timeHint: 'hh:mm AM',
  openCalendar: 'Open calendar',
  openMonths: 'Open months',
  openTimes: 'Open clock',
  calendar: 'Calendar',
  months: 'Months',
  times: 'Times',
  today: 'Today',
  thisMonth: 'This month',
  now: 'Now',
  clear: 'Clear',
  previous: 'Previous',
  next: 'Next',
  chooseMonth: 'Choose month and year',
  quickRanges: 'Quick ranges',
  pickLast: 'Now choose the last day.',
  rangeHint: 'Choose the first day, then the last.',
  from: 'From',
  to: 'To',
  between: 'to',
  fromOf: (label: string) => `${label}, from`,
  toOf: (label: string) => `${label}, to`,
  timeOf: (label: string) => `${label}, time`,
  dayProblem,
  notBefore,
  notAfter,
  monthProblem: 'Type a month such as Nov 2026, 11/26 or t for this month.',
  timeProblem: {
    unreadable: 'Type a time such as 2:05 PM, 14:05 or 930.',
    no_such_time: 'There is no such time of day.',
  },
  turned: 'The first day is after the last one.',
} as const
