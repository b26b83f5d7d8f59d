import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  lostCeilingMs,
  RETRY_BASE_MS,
  RETRY_CAP_MS,
  RETRY_LOST_MS,
  retryCeilingMs,
} from '#domain/time/retry-waits.ts'

test('the wait before a retry grows up to the cap, for any number of tries', () => {
  expect([1, 2, 3].map(retryCeilingMs)).toEqual([RETRY_BASE_MS, RETRY_BASE_MS * 2, RETRY_BASE_MS * 4])
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 1_000_000 }), (attempt) => {
      expect(retryCeilingMs(attempt)).toBeLessThanOrEqual(RETRY_CAP_MS)
      expect(retryCeilingMs(attempt + 1)).toBeGreaterThanOrEqual(retryCeilingMs(attempt))
    }),
  )
  expect(retryCeilingMs(1_000)).toBe(RETRY_CAP_MS)
  expect([0, -1].map(retryCeilingMs)).toEqual([RETRY_BASE_MS, RETRY_BASE_MS])
})

test('a request without a response is retried once soon, then at the usual rate', () => {
  expect([0, 1, 2, 3].map(lostCeilingMs)).toEqual([
    RETRY_LOST_MS,
    RETRY_LOST_MS,
    RETRY_BASE_MS,
    RETRY_BASE_MS * 2,
  ])
  expect(lostCeilingMs(1_000)).toBe(RETRY_CAP_MS)
})
