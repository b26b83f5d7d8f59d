import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packageTotal, spreadTotal } from '#domain/masters/package-total.ts'

const minor = fc.integer({ min: 0, max: 10 ** 12 })
const charges = fc.array(minor, { minLength: 1, maxLength: 40 })

test('the parts of a spread total add up to it exactly', () => {
  fc.assert(
    fc.property(charges, minor, (given, total) => {
      expect(packageTotal(spreadTotal(given, total))).toBe(total)
    }),
  )
})

test('every part but the first is its share rounded down, and the first takes the remainder', () => {
  fc.assert(
    fc.property(charges, minor, (given, total) => {
      const sum = packageTotal(given)
      const weights = sum > 0 ? given : given.map(() => 1)
      const whole = BigInt(sum > 0 ? sum : given.length)
      const [first = 0, ...others] = spreadTotal(given, total)
      const shares = weights.map((weight) => Number((BigInt(weight) * BigInt(total)) / whole))
      expect(others).toEqual(shares.slice(1))
      expect(first).toBeGreaterThanOrEqual(shares[0] ?? 0)
      expect(first - (shares[0] ?? 0)).toBeLessThan(given.length)
    }),
  )
})

test('a total that equals the sum changes nothing', () => {
  fc.assert(
    fc.property(charges, (given) => {
      fc.pre(packageTotal(given) > 0)
      expect(spreadTotal(given, packageTotal(given))).toEqual(given)
    }),
  )
})

test('where no service costs anything, each gets the same part', () => {
  expect(spreadTotal([0, 0], 10)).toEqual([5, 5])
  expect(spreadTotal([0, 0, 0], 11)).toEqual([5, 3, 3])
  expect(spreadTotal([0, 5], 10)).toEqual([0, 10])
  expect(spreadTotal([0, 1], 10)).toEqual([0, 10])
})

test('an empty package has nothing to spread, and a number that is not whole is refused', () => {
  expect(spreadTotal([], 100)).toEqual([])
  expect(() => spreadTotal([1.5], 100)).toThrow(RangeError)
  expect(() => spreadTotal([100], -1)).toThrow(RangeError)
})
