import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeHours } from '#domain/visit/calendar-rules.ts'
import { type BranchHours, openSpan } from '#domain/visit/open-hours.ts'
import {
  isOpenDuring,
  isPatientHere,
  outsideHoursWords,
  PATIENT_IS_HERE_MINUTES,
} from '#domain/visit/outside-hours.ts'

const MINUTE_MS = 60_000
const hours = (open_time: string, close_time: string, time_zone = 'UTC'): BranchHours => ({
  open_time,
  close_time,
  time_zone,
})
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const DAY = hours('08:00', '20:00')

test.each([
  ['lies inside', '2026-11-24T08:00Z', '2026-11-24T20:00Z', true],
  ['begins a minute early', '2026-11-24T07:59Z', '2026-11-24T08:30Z', false],
  ['ends a minute late', '2026-11-24T19:45Z', '2026-11-24T20:01Z', false],
  ['is in the night', '2026-11-24T03:00Z', '2026-11-24T03:20Z', false],
  ['goes from one day into the next', '2026-11-24T19:00Z', '2026-11-25T09:00Z', false],
])('a slot that %s, at a branch that is open from 08:00 to 20:00', (_, from, to, isOpen) => {
  expect(isOpenDuring(span(from, to), DAY)).toBe(isOpen)
})

test('a branch that is open past midnight accepts a slot across it, and none after it closes', () => {
  const night = hours('20:00', '06:00')
  expect(isOpenDuring(span('2026-11-24T23:30Z', '2026-11-25T00:30Z'), night)).toBe(true)
  expect(isOpenDuring(span('2026-11-25T01:00Z', '2026-11-25T05:00Z'), night), 'of yesterday').toBe(true)
  expect(isOpenDuring(span('2026-11-25T05:30Z', '2026-11-25T06:10Z'), night)).toBe(false)
  expect(isOpenDuring(span('2026-11-25T12:00Z', '2026-11-25T12:30Z'), night)).toBe(false)
})

test.each([
  ['', ''],
  ['00:00', '24:00'],
  ['07:00', '07:00'],
])('a branch that says %j and %j is open around the clock', (open, close) => {
  fc.assert(
    fc.property(fc.nat({ max: 60 * 24 * 400 }), fc.integer({ min: 1, max: 600 }), (start, length) => {
      const from = Date.parse('2026-01-01T00:00Z') + start * MINUTE_MS
      const slot = { from, to: from + length * MINUTE_MS }
      // Equal opening and closing times mean the whole day, which begins at midnight.
      expect(isOpenDuring(slot, hours(open, close, 'Europe/Rome'))).toBe(true)
    }),
  )
})

test('on the day of a clock change the hours follow the clocks', () => {
  const rome = hours('08:00', '20:00', 'Europe/Rome')
  expect(isOpenDuring(span('2026-10-25T07:00Z', '2026-10-25T19:00Z'), rome)).toBe(true)
  expect(isOpenDuring(span('2026-10-25T06:59Z', '2026-10-25T07:30Z'), rome)).toBe(false)
})

test('a slot within the hours of its day is open, and one that exceeds them is not', () => {
  const time = fc.nat({ max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)
  const start = fc.nat({ max: 1439 })
  fc.assert(
    fc.property(time, time, start, fc.integer({ min: 1, max: 240 }), (open, close, minute, length) => {
      fc.pre(open < close)
      const own = hours(open, close, 'Asia/Kolkata')
      const day = openSpan('2026-11-24', own)
      fc.pre(day.to - day.from < 86_400_000)
      const from = openSpan('2026-11-24', hours('', '', 'Asia/Kolkata')).from + minute * MINUTE_MS
      const slot = { from, to: from + length * MINUTE_MS }
      expect(isOpenDuring(slot, own)).toBe(slot.from >= day.from && slot.to <= day.to)
    }),
  )
})

const NOW = Date.parse('2026-11-24T02:00Z')
const NIGHT = { ...span('2026-11-25T03:00Z', '2026-11-25T03:20Z'), before: undefined, isFirstFree: false }
const facts = { now: NOW, hours: DAY, hoursReason: '', mayOverbook: false, isKeptWithoutPlace: false }

test('outside the open hours a reason is needed, and the right for another day', () => {
  expect(judgeHours(NIGHT, facts)).toEqual({ kind: 'refused', code: 'out_of_hours' })
  expect(judgeHours(NIGHT, { ...facts, hoursReason: '  ' })).toEqual({
    kind: 'refused',
    code: 'out_of_hours',
  })
  const hoursReason = 'Fasting patient'
  expect(judgeHours(NIGHT, { ...facts, hoursReason })).toEqual({ kind: 'refused', code: 'not_permitted' })
  expect(judgeHours(NIGHT, { ...facts, hoursReason, mayOverbook: true })).toEqual({ kind: 'outside' })
})

test('a walk-in and an emergency need only the reason: the patient is present', () => {
  const hoursReason = 'Accident'
  const soon = NOW + PATIENT_IS_HERE_MINUTES * MINUTE_MS
  const emergency = { ...NIGHT, from: soon, to: soon + 20 * MINUTE_MS }
  expect(judgeHours(emergency, facts)).toEqual({ kind: 'refused', code: 'out_of_hours' })
  expect(judgeHours(emergency, { ...facts, hoursReason })).toEqual({ kind: 'outside' })
  const later = { ...emergency, from: soon + MINUTE_MS }
  expect(judgeHours(later, { ...facts, hoursReason })).toEqual({ kind: 'refused', code: 'not_permitted' })
  expect(judgeHours({ ...later, isFirstFree: true }, { ...facts, hoursReason })).toEqual({ kind: 'outside' })
})

test('a patient expected within the hour counts as present, a later one does not', () => {
  expect(isPatientHere(NOW + 60 * MINUTE_MS, NOW)).toBe(true)
  expect(isPatientHere(NOW + 60 * MINUTE_MS + 1, NOW)).toBe(false)
  expect(isPatientHere(NOW - MINUTE_MS, NOW)).toBe(true)
})

test('a closed branch names its hours, and a whole day if it has none', () => {
  expect(outsideHoursWords('08:00', '20:00')).toContain('from 08:00 to 20:00')
  expect(outsideHoursWords('', '')).toContain('from 00:00 to 24:00')
})

test('an unmoved slot, an offline booking and a branch without known hours need no reason', () => {
  expect(judgeHours({ ...NIGHT, before: { from: NIGHT.from } }, facts)).toEqual({ kind: 'open' })
  expect(judgeHours({ ...NIGHT, before: { from: NOW } }, facts)).toMatchObject({ kind: 'refused' })
  expect(judgeHours(NIGHT, { ...facts, isKeptWithoutPlace: true })).toEqual({ kind: 'outside' })
  expect(judgeHours(NIGHT, { ...facts, hours: undefined })).toEqual({ kind: 'open' })
})
