import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDay } from '#domain/time/formats.ts'
import { type DayProblem, parseTypedDay } from '#domain/time/typed-day.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'

const TODAY = '2026-11-23'
const anyDay = fc.integer({ min: -40_000, max: 40_000 }).map((days) => addDays(TODAY, days))
const dayOf = (text: string, limits = {}, today = TODAY) => {
  const found = parseTypedDay(text, today, limits)
  return 'day' in found ? found.day : found.problem.kind
}

describe('a typed day', () => {
  test.each<[text: string, day: DayText]>([
    ['23 11 2026', '2026-11-23'],
    ['23/11/2026', '2026-11-23'],
    ['1.2.2026', '2026-02-01'],
    ['3-4-27', '2027-04-03'],
    ['23/11', '2026-11-23'],
    ['231126', '2026-11-23'],
    ['23112026', '2026-11-23'],
    ['0502', '2026-02-05'],
    ['20261123', '2026-11-23'],
    ['21991123', '2199-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['2026/11/23', '2026-11-23'],
    ['23 Nov', '2026-11-23'],
    ['23nov26', '2026-11-23'],
    ['23-November-2026', '2026-11-23'],
    ['Nov 23, 2026', '2026-11-23'],
    ['sept 7', '2026-09-07'],
    [' 23 ', '2026-11-23'],
    ['7', '2026-11-07'],
    ['t', '2026-11-23'],
    ['Today', '2026-11-23'],
    ['yesterday', '2026-11-22'],
    ['tomorrow', '2026-11-24'],
    ['+1', '2026-11-24'],
    ['-7', '2026-11-16'],
    ['+ 30', '2026-12-23'],
    ['20121920', '1920-12-20'],
  ])('%j is %s', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })

  test.each<[text: string, problem: DayProblem]>([
    ['monday', { kind: 'unreadable' }],
    ['23/11/202', { kind: 'unreadable' }],
    ['23 11 20266', { kind: 'unreadable' }],
    ['1/1/1200', { kind: 'unreadable' }],
    ['+12345', { kind: 'unreadable' }],
    ['23 no', { kind: 'unreadable' }],
    ['11/23/2026', { kind: 'no_such_month', month: 23 }],
    ['31/04/2026', { kind: 'no_such_day', year: 2026, month: 4 }],
    ['29 Feb 26', { kind: 'no_such_day', year: 2026, month: 2 }],
    ['0/5/2026', { kind: 'no_such_day', year: 2026, month: 5 }],
  ])('%j is no day, because %o', (text, problem) => {
    expect(parseTypedDay(text, TODAY)).toEqual({ problem })
  })

  test.each([
    ['23 11 2026', true],
    ['2026-11-23', true],
    ['t', true],
    ['231126', false],
    ['23/11', false],
  ])('%j is complete: %s', (text, isWhole) => {
    expect(parseTypedDay(text, TODAY)).toMatchObject({ isWhole })
  })
})

describe('omitted parts', () => {
  test('the century is that of a past day, if the field accepts no later one', () => {
    expect(dayOf('150340')).toBe('2040-03-15')
    expect(dayOf('150340', { max: TODAY })).toBe('1940-03-15')
    expect(dayOf('150385')).toBe('1985-03-15')
  })

  test('the year is the next one, if the field accepts no past day', () => {
    expect(dayOf('5/1', { min: TODAY })).toBe('2027-01-05')
    expect(dayOf('5/1', { max: TODAY })).toBe('2026-01-05')
    expect(dayOf('24/12', { max: TODAY })).toBe('2025-12-24')
  })

  test('the month is the next one, if the field accepts no past day, also over the end of a year', () => {
    expect(dayOf('5', { min: TODAY })).toBe('2026-12-05')
    expect(dayOf('5', { min: '2026-12-20' }, '2026-12-20')).toBe('2027-01-05')
    expect(dayOf('31', { max: '2026-01-10' }, '2026-01-10')).toBe('2025-12-31')
  })
})

test('a day outside the limits names the limit', () => {
  expect(parseTypedDay('22/11/2026', TODAY, { min: TODAY })).toEqual({
    problem: { kind: 'before_min', min: TODAY },
  })
  expect(parseTypedDay('+1', TODAY, { max: TODAY })).toEqual({ problem: { kind: 'after_max', max: TODAY } })
})

test('every day reads back from each of its written forms', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const [year, month, date] = day.split('-') as [string, string, string]
      const written = [
        day,
        formatDay(day),
        `${year}${month}${date}`,
        `${date}${month}${year}`,
        `${Number(date)}/${Number(month)}/${year}`,
        `${date}.${month}.${year}`,
      ]
      for (const text of written) expect(dayOf(text), text).toBe(day)
    }),
  )
})

test('a number of days from today counts on the calendar', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 9_999 }), (today, days) => {
      expect(dayOf(`+${days}`, {}, today)).toBe(addDays(today, days))
      expect(dayOf(`-${days}`, {}, today)).toBe(addDays(today, -days))
    }),
  )
})

test('any text is a day within the limits or gives a reason', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[0-9 /.,+t-]{0,12}$/))
  fc.assert(
    fc.property(texts, anyDay, anyDay, (text, a, b) => {
      const [min, max] = a < b ? [a, b] : [b, a]
      const found = parseTypedDay(text, TODAY, { min, max })
      if ('day' in found) expect(found.day >= min && found.day <= max).toBe(true)
      else expect(found.problem.kind).toBeTruthy()
    }),
  )
})
