import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_SLOT_MINUTES, endOfSlot, isPastStart, serviceTimes } from '#domain/visit/end-time.ts'
import { minutesOf, openSpan } from '#domain/visit/open-hours.ts'
import { freeStarts, nextOnGrid, overlap, snapToGrid } from '#domain/visit/slots.ts'

const MINUTE_MS = 60_000
const at = (text: string) => Date.parse(text)

test('a slot lasts as long as its services, which follow one another', () => {
  const start = at('2026-11-21T09:00:00Z')
  expect(endOfSlot(start, 3, 20)).toBe(at('2026-11-21T10:00:00Z'))
  expect(endOfSlot(start, 0, 20)).toBe(at('2026-11-21T09:20:00Z'))
  expect(serviceTimes(start, 2, 15)).toEqual([
    { from: start, to: start + 15 * MINUTE_MS },
    { from: start + 15 * MINUTE_MS, to: start + 30 * MINUTE_MS },
  ])
})

test('a department that sets no slot has twenty minutes', () => {
  expect(DEFAULT_SLOT_MINUTES).toBe(20)
})

test('the services of a slot fill it without a gap, for any number and length', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 1440 }),
      (services, slotMinutes) => {
        const times = serviceTimes(0, services, slotMinutes)
        expect(times).toHaveLength(services)
        expect(times.at(-1)?.to).toBe(endOfSlot(0, services, slotMinutes))
        for (const [index, time] of times.entries()) expect(time.from).toBe(times[index - 1]?.to ?? 0)
      },
    ),
  )
})

test('the current minute is not past, the one before is', () => {
  const now = at('2026-11-21T09:00:59Z')
  expect(isPastStart(at('2026-11-21T09:00:00Z'), now)).toBe(false)
  expect(isPastStart(at('2026-11-21T08:59:00Z'), now)).toBe(true)
})

test('a branch is open by the clocks of its zone, and all day without hours', () => {
  const hours = { open_time: '08:00', close_time: '20:00', time_zone: 'Asia/Kolkata' }
  expect(openSpan('2026-11-21', hours)).toEqual({
    from: at('2026-11-21T02:30:00Z'),
    to: at('2026-11-21T14:30:00Z'),
  })
  const always = { open_time: '', close_time: '', time_zone: 'Asia/Kolkata' }
  const whole = openSpan('2026-11-21', always)
  expect(whole.to - whole.from).toBe(24 * 60 * MINUTE_MS)
})

test('hours that end before they begin end on the next day, and a clock change keeps the local times', () => {
  const night = openSpan('2026-11-21', { open_time: '20:00', close_time: '06:00', time_zone: 'UTC' })
  expect(night.to).toBe(at('2026-11-22T06:00:00Z'))
  const spring = openSpan('2026-03-29', {
    open_time: '08:00',
    close_time: '20:00',
    time_zone: 'Europe/Berlin',
  })
  expect(spring).toEqual({ from: at('2026-03-29T06:00:00Z'), to: at('2026-03-29T18:00:00Z') })
  expect(minutesOf('24:00')).toBe(1440)
  expect(minutesOf('24:30')).toBeUndefined()
  expect(minutesOf('8am')).toBeUndefined()
})

test('free slots are on the grid of the day, around taken times', () => {
  const open = [{ from: at('2026-11-21T08:00:00Z'), to: at('2026-11-21T10:00:00Z') }]
  const taken = [{ from: at('2026-11-21T08:20:00Z'), to: at('2026-11-21T08:50:00Z') }]
  const starts = freeStarts({ notBefore: 0, minutes: 20, slotMinutes: 20, open, taken, limit: 9 })
  expect(starts.map((start) => new Date(start).toISOString().slice(11, 16))).toEqual([
    '08:00',
    '09:00',
    '09:20',
    '09:40',
  ])
})

test('no free slot is taken, closed, early or off the grid', () => {
  const minute = fc.integer({ min: 0, max: 600 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 90 })), { maxLength: 12 }),
      minute,
      fc.integer({ min: 5, max: 60 }),
      fc.integer({ min: 5, max: 120 }),
      (bookedSlots, notBefore, slotMinutes, minutes) => {
        const open = { from: 0, to: 600 * MINUTE_MS }
        const taken = bookedSlots.map(([from, long]) => ({
          from: from * MINUTE_MS,
          to: (from + long) * MINUTE_MS,
        }))
        const found = freeStarts({
          notBefore: notBefore * MINUTE_MS,
          minutes,
          slotMinutes,
          open: [open],
          taken,
          limit: 100,
        })
        for (const from of found) {
          const place = { from, to: from + minutes * MINUTE_MS }
          expect(taken.some((other) => overlap(other, place))).toBe(false)
          expect(place.to).toBeLessThanOrEqual(open.to)
          expect(from).toBeGreaterThanOrEqual(notBefore * MINUTE_MS)
          expect(from % (slotMinutes * MINUTE_MS)).toBe(0)
        }
      },
    ),
  )
})

test('a click snaps to the grid line before it, a search to the line after it', () => {
  expect(snapToGrid(37 * MINUTE_MS, 0, 15)).toBe(30 * MINUTE_MS)
  expect(nextOnGrid(37 * MINUTE_MS, 0, 15)).toBe(45 * MINUTE_MS)
  expect(nextOnGrid(-5, 0, 15)).toBe(0)
})

test('free slots are on the grid of minutes, end by the closing time, and never exceed the requested number', () => {
  const minute = 60_000
  const day = { from: 0, to: 90 * minute }
  const search = { notBefore: 1, minutes: 30, slotMinutes: 15, open: [day], taken: [], limit: 9 }
  expect(freeStarts(search)).toEqual([15, 30, 45, 60].map((at) => at * minute))
  expect(freeStarts({ ...search, limit: 3 })).toEqual([15, 30, 45].map((at) => at * minute))
  // The first day reaches the limit, so the second one adds nothing.
  const next = { from: 1_000 * minute, to: 1_030 * minute }
  expect(freeStarts({ ...search, open: [day, next], limit: 4 })).toHaveLength(4)
  expect(freeStarts({ ...search, open: [day, next] }).at(-1)).toBe(1_000 * minute)
})
