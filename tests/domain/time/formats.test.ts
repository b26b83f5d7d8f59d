import { expect, test } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatMonth,
  formatShortDateTime,
  formatTime,
  weekdayAt,
} from '#domain/time/formats.ts'

test.each([
  ['2026-09-07T08:35:00Z', 'Asia/Kolkata', '07 Sep 2026', '02:05 PM', '14:05'],
  ['2026-01-01T00:00:00Z', 'UTC', '01 Jan 2026', '12:00 AM', '00:00'],
  ['2026-06-30T12:00:00Z', 'UTC', '30 Jun 2026', '12:00 PM', '12:00'],
  ['2026-12-31T23:59:59Z', 'Asia/Kuwait', '01 Jan 2027', '02:59 AM', '02:59'],
])('%s in %s reads %s, %s, %s', (at, zone, date, time, clock) => {
  const instant = new Date(at)
  expect(formatDate(instant, zone)).toBe(date)
  expect(formatTime(instant, zone)).toBe(time)
  expect(formatDateTime(instant, zone)).toBe(`${date} ${time}`)
  expect(formatClock(instant, zone)).toBe(clock)
  expect(formatShortDateTime(instant, zone)).toBe(`${date.slice(0, 6)} ${clock}`)
})

test('the twelve months are three letters each', () => {
  const months = Array.from({ length: 12 }, (_, i) => formatMonth(2026, i + 1))
  expect(months[8]).toBe('Sep, 2026')
  expect(months.every((month) => /^[A-Z][a-z]{2}, 2026$/.test(month))).toBe(true)
})

test('a day without a time is written without a zone, and a text that is no day stays unchanged', () => {
  expect(formatDay('1984-02-29')).toBe('29 Feb 1984')
  expect(formatDay('0096-03-07')).toBe('07 Mar 0096')
  expect(formatDay('unknown')).toBe('unknown')
})

test('a moment shows only the parts that distinguish it from now', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  expect(formatMoment(new Date('2026-11-21T08:32:00Z'), now, 'Asia/Kolkata')).toBe('14:02')
  expect(formatMoment(new Date('2026-11-19T08:32:00Z'), now, 'Asia/Kolkata')).toBe('19 Nov 14:02')
  expect(formatMoment(new Date('2025-11-19T08:32:00Z'), now, 'Asia/Kolkata')).toBe('19 Nov 2025 14:02')
})

test('the day of the week is the one in the zone', () => {
  expect(weekdayAt(new Date('2026-11-20T22:00:00Z'), 'UTC')).toBe('Friday')
  expect(weekdayAt(new Date('2026-11-20T22:00:00Z'), 'Asia/Kolkata')).toBe('Saturday')
})
