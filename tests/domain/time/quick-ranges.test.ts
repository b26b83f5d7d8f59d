import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOfQuickRange, findQuickRange, isQuickRange, QUICK_RANGES } from '#domain/time/quick-ranges.ts'
import { dayAt, daysBetween } from '#domain/time/zones.ts'

// 22:00 in London is already the next day in Kolkata.
const NOW = new Date('2026-11-20T22:00:00Z')

test.each([
  ['Today', '2026-11-21', '2026-11-21'],
  ['Yesterday', '2026-11-20', '2026-11-20'],
  ['Week', '2026-11-15', '2026-11-21'],
  ['Month', '2026-10-22', '2026-11-21'],
  ['Year', '2025-11-22', '2026-11-21'],
  ['Any', undefined, undefined],
] as const)('%s means %s to %s by the clock of the person', (range, from, to) => {
  const days = daysOfQuickRange(range, dayAt(NOW, 'Asia/Kolkata'))
  expect([days.from, days.to]).toEqual([from, to])
})

test('a month back from the 31st of March begins after the last day of February', () => {
  expect(daysOfQuickRange('Month', '2026-03-31').from).toBe('2026-03-01')
})

test('every range but Any ends today or yesterday, does not begin after its end and is recognised again', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
      fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'),
      fc.constantFrom(...QUICK_RANGES),
      (now, zone, range) => {
        const days = daysOfQuickRange(range, dayAt(now, zone))
        expect(findQuickRange(days, dayAt(now, zone))).toBe(range)
        if (!days.from || !days.to) return
        expect(days.from <= days.to).toBe(true)
        expect(daysBetween(days.to, dayAt(now, zone))).toBe(range === 'Yesterday' ? 1 : 0)
      },
    ),
  )
})

test('days of no quick range are recognised as none', () => {
  expect(findQuickRange({ from: '2026-11-01', to: '2026-11-02' }, dayAt(NOW, 'UTC'))).toBeUndefined()
  expect(isQuickRange('Fortnight')).toBe(false)
})
