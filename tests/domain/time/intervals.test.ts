import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contactLevel,
  RETRY_BASE_MS,
  RETRY_CAP_MS,
  retryCeilingMs,
  unsentLevel,
} from '#domain/time/intervals.ts'

test('the wait before a retry grows, never beyond the cap, for any number of tries', () => {
  expect([1, 2, 3].map(retryCeilingMs)).toEqual([RETRY_BASE_MS, RETRY_BASE_MS * 2, RETRY_BASE_MS * 4])
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 1_000_000 }), (attempt) => {
      expect(retryCeilingMs(attempt)).toBeLessThanOrEqual(RETRY_CAP_MS)
      expect(retryCeilingMs(attempt + 1)).toBeGreaterThanOrEqual(retryCeilingMs(attempt))
    }),
  )
  expect(retryCeilingMs(1_000)).toBe(RETRY_CAP_MS)
})

const MINUTE_MS = 60_000

test.each([
  [undefined, 'quiet'],
  [10 * MINUTE_MS - 1, 'quiet'],
  [10 * MINUTE_MS, 'warn'],
  [30 * MINUTE_MS - 1, 'warn'],
  [30 * MINUTE_MS, 'alarm'],
] as const)('work that waits for %s ms is %s', (ageMs, level) => {
  expect(unsentLevel(ageMs)).toBe(level)
})

test('silence is urgent where work waits, and says nothing where a device is only switched off', () => {
  expect(contactLevel({ silentMs: 31 * MINUTE_MS, isWaiting: true })).toBe('alarm')
  expect(contactLevel({ silentMs: 31 * MINUTE_MS, isWaiting: false })).toBe('quiet')
})
