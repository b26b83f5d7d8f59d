import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type HeardSystem,
  openMsBetween,
  REST_DAYS_MOST,
  SILENT_AFTER_HOURS,
  silenceStepOf,
} from '#domain/exchange/silence.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'

const HOUR = 3_600_000
const branch = (open_time: string, close_time: string, time_zone = 'Asia/Kolkata'): BranchHours => ({
  open_time,
  close_time,
  time_zone,
})
const DAY = branch('09:00', '18:00')
/** Returns a moment by the clock of Kolkata. */
const at = (text: string) => new Date(`${text}:00+05:30`)
const hoursBetween = (from: string, to: string, ...branches: BranchHours[]) =>
  openMsBetween(at(from), at(to), branches) / HOUR

test('a closed night is not silence: only the open hours of a branch count', () => {
  expect(hoursBetween('2026-11-20T17:00', '2026-11-21T10:00', DAY)).toBe(2)
  expect(hoursBetween('2026-11-20T18:00', '2026-11-21T09:00', DAY)).toBe(0)
  expect(hoursBetween('2026-11-20T10:00', '2026-11-20T12:30', DAY)).toBe(2.5)
  expect(hoursBetween('2026-11-20T12:00', '2026-11-23T12:00', DAY)).toBe(27)
})

test('an hour in which two branches are open counts once, and a night branch keeps its night', () => {
  expect(hoursBetween('2026-11-20T00:00', '2026-11-21T00:00', DAY, branch('08:00', '12:00'))).toBe(10)
  expect(hoursBetween('2026-11-20T00:00', '2026-11-21T00:00', DAY, branch('18:00', '09:00'))).toBe(24)
  // 9 to 18 in Dubai is 10:30 to 19:30 in Kolkata.
  expect(
    hoursBetween('2026-11-20T00:00', '2026-11-21T00:00', DAY, branch('09:00', '18:00', 'Asia/Dubai')),
  ).toBe(10.5)
})

test('a branch without hours is open all day, and so is a client without branches', () => {
  expect(hoursBetween('2026-11-20T20:00', '2026-11-21T08:00', branch('', ''))).toBe(12)
  expect(hoursBetween('2026-11-20T20:00', '2026-11-21T08:00')).toBe(12)
  expect(hoursBetween('2026-11-21T08:00', '2026-11-20T20:00')).toBe(0)
})

test('a day of rest does not count, in the zone of the branch', () => {
  const restful = (from: string, to: string, days: number[], ...branches: BranchHours[]) =>
    openMsBetween(at(from), at(to), branches, days) / HOUR
  // 2026-11-22 is a Sunday.
  expect(restful('2026-11-21T17:00', '2026-11-23T10:00', [0], DAY)).toBe(2)
  expect(restful('2026-11-21T17:00', '2026-11-23T10:00', [5], DAY)).toBe(11)
  expect(restful('2026-11-20T00:00', '2026-11-24T00:00', [5, 6, 0], DAY)).toBe(9)
  // A night that begins before the day of rest ends at midnight.
  expect(restful('2026-11-21T21:00', '2026-11-23T03:00', [0], branch('22:00', '02:00'))).toBe(4)
  // In Los Angeles it is still Saturday.
  expect(restful('2026-11-22T09:00', '2026-11-22T13:00', [0], branch('', '', 'America/Los_Angeles'))).toBe(4)
})

test('the hours of a system that was switched on or renamed count from that moment', () => {
  const begun = { countsFrom: at('2026-11-21T10:00') }
  expect(stepAt('2026-11-21T13:59', begun)).toBeUndefined()
  expect(stepAt('2026-11-21T14:00', begun)).toBe('fell_silent')
  expect(stepAt('2026-11-21T11:00', { countsFrom: at('2026-11-19T10:00') })).toBe('fell_silent')
})

const time = fc.integer({ min: 0, max: 47 }).map((half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})
const anyBranch = fc
  .record({
    open: time,
    close: time,
    zone: fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'America/New_York'),
  })
  .map(({ open, close, zone }) => branch(open, close, zone))
const someBranches = fc.array(anyBranch, { minLength: 1, maxLength: 3 })
const START = Date.UTC(2026, 2, 20)
const instant = fc.integer({ min: 0, max: 6 * 24 * 12 }).map((steps) => new Date(START + steps * 5 * 60_000))

test('open time never exceeds the elapsed time, never falls with one more branch, and adds up', () => {
  fc.assert(
    fc.property(
      fc.array(instant, { minLength: 3, maxLength: 3 }),
      someBranches,
      anyBranch,
      (some, branches, more) => {
        const [from, middle, to] = some.toSorted((a, b) => a.getTime() - b.getTime())
        if (!from || !middle || !to) throw new Error('three instants')
        const whole = openMsBetween(from, to, branches)
        expect(whole).toBeLessThanOrEqual(to.getTime() - from.getTime())
        expect(openMsBetween(from, to, [...branches, more])).toBeGreaterThanOrEqual(whole)
        expect(openMsBetween(from, middle, branches) + openMsBetween(middle, to, branches)).toBe(whole)
      },
    ),
  )
})

const system = (change: Partial<HeardSystem> = {}): HeardSystem => ({
  lastHeard: at('2026-11-20T16:00'),
  silentAfterHours: 4,
  silentSince: null,
  countsFrom: null,
  restDays: [],
  ...change,
})
const stepAt = (now: string, change?: Partial<HeardSystem>) => silenceStepOf(system(change), [DAY], at(now))

test('a system becomes silent after its own open hours, and is reported once', () => {
  expect(stepAt('2026-11-21T10:59')).toBeUndefined()
  expect(silenceStepOf(system(), [DAY], new Date(at('2026-11-21T11:00').getTime() - 1))).toBeUndefined()
  expect(stepAt('2026-11-21T11:00')).toBe('fell_silent')
  expect(stepAt('2026-11-21T11:00', { silentAfterHours: 5 })).toBeUndefined()
  expect(stepAt('2026-11-29T11:00', { silentSince: at('2026-11-20T16:00') })).toBeUndefined()
})

/** Returns a branch that counts how many of its days are read. */
function countedDays() {
  let days = 0
  const hours: BranchHours = {
    get open_time() {
      days += 1
      return '09:00'
    },
    close_time: '18:00',
    time_zone: 'Asia/Kolkata',
  }
  return { hours, days: () => days }
}

test('only as many days of a branch are read as the result needs', () => {
  const soon = countedDays()
  expect(silenceStepOf(system(), [soon.hours], at('2026-11-20T19:59'))).toBeUndefined()
  expect(soon.days()).toBe(0)
  const long = countedDays()
  expect(silenceStepOf(system(), [long.hours], at('2027-11-20T16:00'))).toBe('fell_silent')
  expect(long.days()).toBeLessThan(10)
})

test('a system is silent exactly when its open time since its last message reaches its hours', () => {
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: 0, max: 12 * 24 * 12 }),
      fc.integer({ min: 1, max: 60 }),
      someBranches,
      (lastHeard, fives, silentAfterHours, branches) => {
        const now = new Date(lastHeard.getTime() + fives * 5 * 60_000)
        const isSilent = openMsBetween(lastHeard, now, branches) >= silentAfterHours * HOUR
        expect(silenceStepOf(system({ lastHeard, silentAfterHours }), branches, now)).toBe(
          isSilent ? 'fell_silent' : undefined,
        )
      },
    ),
  )
})

test('a system that sends again is reported, and an unwatched one is never reported', () => {
  const silentSince = at('2026-11-20T16:00')
  expect(stepAt('2026-11-22T11:00', { silentSince, lastHeard: at('2026-11-22T10:58') })).toBe('heard_again')
  expect(stepAt('2026-11-29T11:00', { silentAfterHours: null })).toBeUndefined()
  expect(stepAt('2026-11-29T11:00', { silentAfterHours: null, silentSince })).toBe('not_watched')
})

test('a silence is always reported before its end, and only once between two ends', () => {
  const hours = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 15 })
  fc.assert(
    fc.property(hours, fc.integer({ min: 1, max: 30 }), anyBranch, (gaps, silentAfterHours, open) => {
      let clock = START
      let known = system({ lastHeard: new Date(clock), silentAfterHours })
      const told: string[] = []
      for (const [n, gap] of gaps.entries()) {
        clock += gap * HOUR
        if (n % 3 === 2) known = { ...known, lastHeard: new Date(clock) }
        // Twice in a row: the second check finds nothing new.
        for (const isSecond of [false, true]) {
          const step = silenceStepOf(known, [open], new Date(clock))
          if (isSecond) expect(step).toBeUndefined()
          if (step) told.push(step)
          if (step === 'fell_silent') known = { ...known, silentSince: known.lastHeard }
          if (step === 'heard_again') known = { ...known, silentSince: null }
        }
      }
      expect(told).toEqual(told.map((_, n) => (n % 2 === 0 ? 'fell_silent' : 'heard_again')))
    }),
    { numRuns: 20 },
  )
})

test('one day of the week is left to be heard on, and a silence of an hour can be told', () => {
  expect(REST_DAYS_MOST).toBe(7 - 1)
  expect(SILENT_AFTER_HOURS.least).toBe(1)
})
