import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeWords, comparedRange } from '#domain/time/compared-range.ts'
import { addDays, daysBetween } from '#domain/time/zones.ts'

test('one day is compared with the same weekday of the week before', () => {
  expect(comparedRange('2026-11-23', '2026-11-23')).toEqual({
    from: '2026-11-16',
    to: '2026-11-16',
    words: 'last Monday',
  })
})

test('several days are compared with as many days right before them', () => {
  expect(comparedRange('2026-11-17', '2026-11-23')).toEqual({
    from: '2026-11-10',
    to: '2026-11-16',
    words: 'the 7 days before',
  })
})

test('both ranges are equally long and do not overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 400 }), (start, length) => {
      const from = addDays('2020-01-01', start)
      const to = addDays(from, length)
      const before = comparedRange(from, to)
      expect(daysBetween(before.from, before.to)).toBe(length)
      expect(daysBetween(before.to, from)).toBeGreaterThan(0)
    }),
  )
})

test('a change is described in words, with a difference always above zero', () => {
  const than = { words: 'last Monday' }
  expect(changeWords(15, 3, than)).toBe('12 more than last Monday')
  expect(changeWords(3, 15, than, (n) => `₹${n}`)).toBe('₹12 less than last Monday')
  expect(changeWords(3, 3, than)).toBe('As last Monday')
})
