import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contactLevel,
  PROBE_FIRST_MS,
  PROBE_VISIBLE_MS,
  probePauseMs,
  unsentLevel,
} from '#domain/time/intervals.ts'

test('the pauses between probes are short at first, then double up to the longest, each drawn between its half and its whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5, max: 1_000_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (probe, random) => {
        const whole = probePauseMs(probe, PROBE_VISIBLE_MS, 1)
        const drawn = probePauseMs(probe, PROBE_VISIBLE_MS, random)
        expect(drawn).toBeGreaterThanOrEqual(whole / 2)
        expect(drawn).toBeLessThanOrEqual(whole)
        expect(whole).toBeLessThanOrEqual(PROBE_VISIBLE_MS)
      },
    ),
  )
  expect([1, 15, 16, 17, 18, 19].map((probe) => probePauseMs(probe, PROBE_VISIBLE_MS, 1))).toEqual([
    PROBE_FIRST_MS,
    PROBE_FIRST_MS,
    PROBE_FIRST_MS,
    PROBE_FIRST_MS * 2,
    PROBE_VISIBLE_MS,
    PROBE_VISIBLE_MS,
  ])
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

test('silence is urgent if work waits, and not if a device is only switched off', () => {
  expect(contactLevel({ silentMs: 31 * MINUTE_MS, isWaiting: true })).toBe('alarm')
  expect(contactLevel({ silentMs: 31 * MINUTE_MS, isWaiting: false })).toBe('quiet')
})
