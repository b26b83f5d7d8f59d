import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesInWords, tatAt, tatInWords } from '#domain/time/tat.ts'

const RECEIVED = new Date('2026-11-21T08:00:00Z')
const after = (minutes: number) => new Date(RECEIVED.getTime() + minutes * 60_000)
const words = (allowedMinutes: number, usedMinutes: number, signedAfter?: number) =>
  tatInWords(
    tatAt(
      {
        receivedAt: RECEIVED,
        signedAt: signedAfter === undefined ? null : after(signedAfter),
        allowedMinutes,
      },
      after(usedMinutes),
    ),
  )

test.each([
  [240, 48, undefined, '3 h 12 m left'],
  [240, 240, undefined, '0 m left'],
  [240, 241, undefined, '1 m over'],
  [240, 240 + 28 * 60, undefined, '1 d 4 h over'],
  [0, 75, undefined, '1 h 15 m'],
  [240, 999, 125, '2 h 5 m'],
  [240, 999, 260, '4 h 20 m, 20 m over'],
])('%i allowed, %i passed, signed after %s reads "%s"', (allowed, passed, signed, text) => {
  expect(words(allowed, passed, signed)).toBe(text)
})

test('after the signature the clock stops', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.nat(2_000), (signed, later, allowedMinutes) => {
      const times = { receivedAt: RECEIVED, signedAt: after(signed), allowedMinutes }
      expect(tatAt(times, after(later))).toEqual(tatAt(times, after(later + 5_000)))
    }),
  )
})

test('used and left time always add up to the allowed time, and overdue means less than nothing left', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100, max: 50_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      (passed, allowedMinutes) => {
        const tat = tatAt({ receivedAt: RECEIVED, allowedMinutes }, after(passed))
        expect(tat.usedMinutes + tat.leftMinutes).toBe(allowedMinutes)
        expect(tat.isOver).toBe(tat.leftMinutes < 0)
        expect(tat.usedMinutes).toBe(Math.max(0, passed))
        expect(tat.share).toBeGreaterThanOrEqual(0)
        expect(tat.share).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('a study without an allowed time is never overdue', () => {
  expect(tatAt({ receivedAt: RECEIVED, allowedMinutes: 0 }, after(99_999))).toMatchObject({
    usedMinutes: 99_999,
    leftMinutes: 0,
    isOver: false,
    share: 0,
  })
})

test('minutes in words have two units at most', () => {
  expect([0, 1, 60, 61, 1_440, 1_500, -5].map(minutesInWords)).toEqual([
    '0 m',
    '1 m',
    '1 h',
    '1 h 1 m',
    '1 d',
    '1 d 1 h',
    '0 m',
  ])
})
