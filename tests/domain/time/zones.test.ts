import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayAt,
  daysBetween,
  endOfDay,
  findDay,
  isZone,
  offsetMinutesAt,
  startOfDay,
} from '#domain/time/zones.ts'

const ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kuwait',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
]
const zone = fc.constantFrom(...ZONES)
const instant = fc.date({
  min: new Date('1975-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test.each([
  ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
  // Clocks go forward: the day has 23 hours.
  ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
  // Clocks go back: the day has 25.
  ['2026-10-25', 'Europe/London', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z'],
  // Midnight was skipped: the day began at one o'clock.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
])('%s in %s runs from %s to %s', (day, zoneName, from, to) => {
  expect(startOfDay(day, zoneName).toISOString()).toBe(from)
  expect(endOfDay(day, zoneName).toISOString()).toBe(to)
})

test('every instant lies between the start and the end of its own day', () => {
  fc.assert(
    fc.property(instant, zone, (at, where) => {
      const day = dayAt(at, where)
      expect(startOfDay(day, where).getTime()).toBeLessThanOrEqual(at.getTime())
      expect(endOfDay(day, where).getTime()).toBeGreaterThanOrEqual(at.getTime())
    }),
  )
})

test('the start of a day is its first millisecond: the one before belongs to an earlier day', () => {
  fc.assert(
    fc.property(instant, zone, (at, where) => {
      const day = dayAt(at, where)
      const start = startOfDay(day, where)
      expect(dayAt(start, where)).toBe(day)
      expect(dayAt(new Date(start.getTime() - 1), where) < day).toBe(true)
    }),
  )
})

test('days follow one another without a gap', () => {
  fc.assert(
    fc.property(instant, zone, (at, where) => {
      const day = dayAt(at, where)
      expect(endOfDay(day, where).getTime() + 1).toBe(startOfDay(addDays(day, 1), where).getTime())
    }),
  )
})

test('adding days and counting them are inverse', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -4000, max: 4000 }), (at, days) => {
      const day = dayAt(at, 'UTC')
      expect(daysBetween(day, addDays(day, days))).toBe(days)
    }),
  )
})

test('an offset is in minutes east of UTC', () => {
  expect(offsetMinutesAt(new Date('2026-07-01T00:00:00.500Z'), 'Asia/Kolkata')).toBe(330)
  expect(offsetMinutesAt(new Date('2026-07-01T00:00:00Z'), 'America/New_York')).toBe(-240)
  expect(offsetMinutesAt(new Date('2026-12-01T00:00:00Z'), 'America/New_York')).toBe(-300)
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '2026-1-1', '2026-11-21T00:00', ''])(
  '%s is no day of the calendar',
  (day) => {
    expect(findDay(day)).toBeUndefined()
    expect(() => startOfDay(day, 'UTC')).toThrow(RangeError)
  },
)

test('unknown zones are distinguished from known ones', () => {
  expect(isZone('Asia/Kolkata')).toBe(true)
  expect(isZone('Mars/Olympus')).toBe(false)
})
