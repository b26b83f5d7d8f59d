import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openSpans, windowOf } from '#domain/flow/open-time.ts'
import { EARLIER_DAYS, EARLIER_LEAST, isQuiet, RECENT_DAYS } from '#domain/flow/quiet.ts'
import { beginOf, SHARES, STAGES, STEPS } from '#domain/flow/stages.ts'
import { meanOf, sameWeekdays } from '#domain/flow/weekdays.ts'
import { DUE_FILTERS, isDue } from '#domain/study/lists/due.ts'
import { addDays } from '#domain/time/zones.ts'

const ZONE = 'Asia/Kolkata'
const LATER = new Date('2030-01-01T00:00:00Z')
const hours = (open_time: string, close_time: string) => ({ open_time, close_time, time_zone: ZONE })
const minutes = (spans: { from: number; to: number }[]) =>
  spans.reduce((sum, { from, to }) => sum + (to - from) / 60_000, 0)

test('each step begins at the end of the stage before it', () => {
  expect(STEPS.map((step) => [beginOf(step), step])).toEqual(
    STAGES.slice(1).map((stage, index) => [STAGES[index], stage]),
  )
})

describe('open time', () => {
  test('a week from 08:00 to 20:00 has 84 hours, and future time does not count yet', () => {
    expect(minutes(openSpans('2026-11-02', '2026-11-08', hours('08:00', '20:00'), LATER))).toBe(84 * 60)
    const noon = new Date('2026-11-03T06:30:00Z')
    expect(minutes(openSpans('2026-11-02', '2026-11-08', hours('08:00', '20:00'), noon))).toBe(16 * 60)
    expect(openSpans('2026-11-04', '2026-11-08', hours('08:00', '20:00'), noon)).toEqual([])
  })

  test('a night that begins before the range counts from midnight, and one that ends after it counts until midnight', () => {
    const spans = openSpans('2026-11-02', '2026-11-02', hours('22:00', '06:00'), LATER)
    expect(minutes(spans)).toBe(8 * 60)
    expect(spans.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([6, 2])
  })

  test('an evening that ends at midnight leaves nothing in the next day', () => {
    const spans = openSpans('2026-11-02', '2026-11-02', hours('18:00', '00:00'), LATER)
    expect(spans.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([6])
  })

  test('the spans of any hours lie in the range, in order and without overlap', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    fc.assert(
      fc.property(time, time, fc.integer({ min: 0, max: 20 }), (open, close, days) => {
        const [from, to] = ['2026-10-20', addDays('2026-10-20', days)]
        const spans = openSpans(from, to, { ...hours(open, close), time_zone: 'Europe/Rome' }, LATER)
        const window = windowOf(from, to, 'Europe/Rome', LATER)
        let last = window.from
        for (const span of spans) {
          expect(span.from).toBeGreaterThanOrEqual(last)
          expect(span.to).toBeGreaterThan(span.from)
          last = span.to
        }
        expect(last).toBeLessThanOrEqual(window.to)
      }),
    )
  })
})

test('a day is compared with the same weekday of the last eight weeks', () => {
  const days = sameWeekdays('2026-11-23')
  expect(days).toHaveLength(8)
  expect([days[0], days[7]]).toEqual(['2026-11-16', '2026-09-28'])
  const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()
  expect(new Set(days.map(weekday))).toEqual(new Set([1]))
  expect(meanOf([1, 2, 6])).toBe(3)
  expect(meanOf([])).toBe(0)
})

test('a referrer is quiet below a third of the monthly mean, unless the numbers are too small', () => {
  expect(isQuiet(0, 2)).toBe(false)
  expect(isQuiet(0, 3)).toBe(true)
  expect(isQuiet(1, 9)).toBe(false)
  expect(isQuiet(1, 10)).toBe(true)
  const third = (900 * RECENT_DAYS) / EARLIER_DAYS / 3
  expect([99, 100].map((recent) => [isQuiet(recent, 900), recent < third])).toEqual([
    [true, true],
    [false, false],
  ])
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (recent, earlier) => {
      const meanOfMonth = (earlier * RECENT_DAYS) / EARLIER_DAYS
      if (earlier >= EARLIER_LEAST) expect(isQuiet(recent, earlier)).toBe(3 * recent < meanOfMonth)
      if (isQuiet(recent, earlier)) expect(isQuiet(recent, earlier + 1)).toBe(true)
    }),
  )
})

test('an unsigned study is in exactly one group by its remaining time', () => {
  const groups = DUE_FILTERS.filter((due) => due !== 'Overdue')
  const now = new Date('2026-11-23T06:00:00Z')
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 600 }), fc.integer({ min: 0, max: 90_000 }), (tat, seconds) => {
      const study = {
        status: 'Draft' as const,
        received_datetime: new Date(now.getTime() - seconds * 1_000).toISOString(),
        tat,
      }
      const found = groups.filter((due) => isDue(study, due, now))
      expect(found).toHaveLength(1)
      expect(isDue(study, 'Overdue', now)).toBe(found[0] === 'UpToTwice' || found[0] === 'OverTwice')
      expect(DUE_FILTERS.some((due) => isDue({ ...study, status: 'Signed' }, due, now))).toBe(false)
    }),
  )
  const at = (minutes: number) => ({
    status: 'Pending' as const,
    received_datetime: new Date(now.getTime() - minutes * 60_000).toISOString(),
    tat: 30,
  })
  expect(isDue(at(60), 'UpToTwice', now)).toBe(true)
  expect(isDue(at(61), 'OverTwice', now)).toBe(true)
})

test('the reported percentiles are shares of the whole, in order', () => {
  for (const share of SHARES) expect(share > 0 && share < 1).toBe(true)
  expect([...SHARES]).toEqual(SHARES.toSorted((a, b) => a - b))
})
