import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthOf, nextMonth } from '#domain/money/month-lock.ts'
import {
  openReportMonths,
  reportDueOn,
  reportStanding,
  sentReportProblems,
} from '#domain/pndt/monthly-report.ts'
import { addDays } from '#domain/time/zones.ts'

test.each([
  ['2026-10-31', 'month_open'],
  ['2026-11-01', 'due'],
  ['2026-11-05', 'due'],
  ['2026-11-06', 'overdue'],
] as const)('on %s the report of October is %s', (today, standing) => {
  expect(reportStanding({ month: '2026-10', from: '2026-01', isSent: false }, today)).toBe(standing)
})

test('a report that was sent stays sent; a month before the first tracked one is never due', () => {
  expect(reportStanding({ month: '2026-10', from: '2026-11', isSent: false }, '2026-12-01')).toBe('untracked')
  expect(reportStanding({ month: '2026-10', from: null, isSent: false }, '2026-12-01')).toBe('not_asked')
  expect(reportStanding({ month: '2026-10', from: '2026-11', isSent: true }, '2026-12-01')).toBe('sent')
  expect(reportDueOn('2026-12')).toBe('2027-01-05')
})

test('each past month is open exactly if it is due or overdue', () => {
  const days = fc.integer({ min: 0, max: 2000 }).map((n) => addDays('2024-01-15', n))
  fc.assert(
    fc.property(days, days, fc.array(days), (since, today, sentDays) => {
      const from = monthOf(since)
      const sent = new Set(sentDays.map(monthOf))
      const open = openReportMonths({ from, sent }, today)
      expect(open).toEqual(open.toSorted())
      for (let month = '2024-01'; month <= '2029-12'; month = nextMonth(month)) {
        const standing = reportStanding({ month, from, isSent: sent.has(month) }, today)
        expect(open.includes(month)).toBe(standing === 'due' || standing === 'overdue')
      }
    }),
  )
})

test('the day lies between the end of the month and today, and the number is not empty', () => {
  const sent = { sent_on: '2026-11-03', way: 'By hand', reference: 'AA/77' } as const
  const problemsOf = (change: object) =>
    Object.keys(sentReportProblems({ ...sent, ...change }, '2026-10', '2026-11-04'))
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ sent_on: '2026-11-05' })).toEqual(['sent_on'])
  expect(problemsOf({ sent_on: '2026-10-31' })).toEqual(['sent_on'])
  expect(problemsOf({ reference: '  ' })).toEqual(['reference'])
})
