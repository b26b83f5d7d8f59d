import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfQuiet, isQuiet } from '#domain/message/quiet-hours.ts'
import { wallClockAt } from '#domain/time/zones.ts'

test.each([
  ['2026-11-23T15:29:00Z', 'Asia/Kolkata', '2026-11-23T15:29:00.000Z'],
  ['2026-11-23T15:30:00Z', 'Asia/Kolkata', '2026-11-24T02:30:00.000Z'],
  ['2026-11-23T20:00:00Z', 'Asia/Kolkata', '2026-11-24T02:30:00.000Z'],
  ['2026-11-24T02:29:59Z', 'Asia/Kolkata', '2026-11-24T02:30:00.000Z'],
  ['2026-11-24T02:30:00Z', 'Asia/Kolkata', '2026-11-24T02:30:00.000Z'],
  ['2026-11-23T20:00:00Z', 'Asia/Kuwait', '2026-11-24T05:00:00.000Z'],
  // The night in which clocks go back is an hour longer, the one in which they go forward an hour shorter.
  ['2026-10-31T22:00:00-04:00', 'America/New_York', '2026-11-01T13:00:00.000Z'],
  ['2026-03-07T22:00:00-05:00', 'America/New_York', '2026-03-08T12:00:00.000Z'],
])('at %s in %s nobody receives a message before %s', (now, zone, free) => {
  expect(endOfQuiet(new Date(now), zone).toISOString()).toBe(free)
})

const zones = fc.constantFrom('Asia/Kolkata', 'Asia/Kuwait', 'America/New_York', 'Pacific/Auckland', 'UTC')
const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

test('the end of the quiet hours is never quiet, never earlier, and at most one long night away', () => {
  fc.assert(
    fc.property(moments, zones, (now, zone) => {
      const free = endOfQuiet(now, zone)
      expect(isQuiet(free, zone)).toBe(false)
      expect(free.getTime()).toBeGreaterThanOrEqual(now.getTime())
      expect(free.getTime() - now.getTime()).toBeLessThanOrEqual(12 * 3_600_000)
      if (free.getTime() !== now.getTime())
        expect(wallClockAt(free, zone)).toMatchObject({ hour: 8, minute: 0 })
    }),
  )
})
