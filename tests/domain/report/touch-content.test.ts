import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isCounterInOrder,
  shortFingerprint,
  TOUCH_ACTS,
  TOUCH_CLOCK_MS,
  type TouchContent,
  touchContent,
} from '#domain/report/touch-content.ts'

const HASH = 'ab'.repeat(32)
const ONE = '018f0000-0000-7000-8000-000000000001'
const TWO = '018f0000-0000-7000-8000-000000000002'

test('the text of a touch names act, author, time, and each report with its revision and hash', () => {
  const text = touchContent({
    act: 'verify',
    author: 'a'.repeat(8),
    at: '2026-11-23T10:00:00.000Z',
    reports: [
      { report_id: TWO, rev: 4, hash: HASH },
      { report_id: ONE, rev: 0, hash: HASH },
    ],
    addenda: [TWO, ONE],
  })
  expect(text.split('\n')).toEqual([
    'readroom-touch-1',
    'act verify',
    'author aaaaaaaa',
    'at 2026-11-23T10:00:00.000Z',
    `report ${ONE} 0 ${HASH}`,
    `report ${TWO} 4 ${HASH}`,
    `addendum ${ONE}`,
    `addendum ${TWO}`,
  ])
})

const contents: fc.Arbitrary<TouchContent> = fc.record({
  act: fc.constantFrom(...TOUCH_ACTS),
  author: fc.uuid(),
  at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  reports: fc.uniqueArray(
    fc.record({
      report_id: fc.constantFrom(ONE, TWO),
      rev: fc.nat(9),
      hash: fc.constantFrom(HASH, 'cd'.repeat(32)),
    }),
    { minLength: 1, selector: ({ report_id }) => report_id },
  ),
  addenda: fc.uniqueArray(fc.constantFrom(ONE, TWO)),
})

const plain = ({ reports, addenda = [], ...rest }: TouchContent) => ({
  ...rest,
  reports: reports.toSorted((a, b) => a.report_id.localeCompare(b.report_id)),
  addenda: [...addenda].toSorted(),
})

test('two contents have the same text only if they say the same; their order does not count', () => {
  fc.assert(
    fc.property(contents, contents, (one, other) => {
      const isSame = JSON.stringify(plain(one)) === JSON.stringify(plain(other))
      expect(touchContent(one) === touchContent(other)).toBe(isSame)
      const turned = { ...one, reports: one.reports.toReversed(), addenda: one.addenda?.toReversed() ?? [] }
      expect(touchContent(turned)).toBe(touchContent(one))
    }),
  )
})

describe('the counter of a passkey', () => {
  const HOUR = 3_600_000
  test('rises with time, in whatever order the touches become known', () => {
    const counters = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1 })
    fc.assert(
      fc.property(counters, fc.nat(), (drawn, seed) => {
        const uses = drawn.toSorted((a, b) => a - b).map((counter, n) => ({ at: n * HOUR, counter }))
        const last = uses.splice(seed % uses.length, 1)[0]!
        expect(isCounterInOrder(last, uses)).toBe(true)
      }),
    )
  })
  test('is refused if it fell or came twice', () => {
    expect(isCounterInOrder({ at: HOUR, counter: 4 }, [{ at: 0, counter: 5 }])).toBe(false)
    expect(isCounterInOrder({ at: 0, counter: 6 }, [{ at: HOUR, counter: 5 }])).toBe(false)
    expect(isCounterInOrder({ at: TOUCH_CLOCK_MS, counter: 5 }, [{ at: 0, counter: 5 }])).toBe(false)
    expect(isCounterInOrder({ at: HOUR, counter: 0 }, [{ at: 0, counter: 5 }])).toBe(false)
  })
  test('of a passkey that does not count stays at 0; clocks close together may disagree', () => {
    expect(isCounterInOrder({ at: HOUR, counter: 0 }, [{ at: 0, counter: 0 }])).toBe(true)
    expect(isCounterInOrder({ at: 0, counter: 6 }, [{ at: TOUCH_CLOCK_MS, counter: 5 }])).toBe(true)
  })
})

test('a fingerprint is shown in four groups', () => {
  expect(shortFingerprint('0123456789abcdef'.repeat(4))).toBe('0123 4567 89AB CDEF')
})

test('clocks may differ by ten minutes: within them a counter only has to be a different one', () => {
  const known = [{ at: 0, counter: 7 }]
  const at = (minutes: number, counter: number) => isCounterInOrder({ at: minutes * 60_000, counter }, known)
  expect([at(10, 6), at(10, 8), at(-10, 8)]).toEqual([true, true, true])
  expect(at(10, 7)).toBe(false)
  expect([at(10.001, 6), at(10.001, 8)]).toEqual([false, true])
  expect([at(-10.001, 6), at(-10.001, 8)]).toEqual([true, false])
})
