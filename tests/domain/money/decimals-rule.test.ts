import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenDecimals } from '#domain/money/decimals-rule.ts'

test.each([
  [12.34, 2, undefined],
  [12.345, 2, 'has at most 2 decimals'],
  [12.345, 3, undefined],
  [12.3456, 3, 'has at most 3 decimals'],
  [1200, 0, undefined],
  [1200.5, 0, 'takes no decimals'],
  [0.1 + 0.2, 2, 'has at most 2 decimals'],
  [1e-7, 3, 'has at most 3 decimals'],
  [1.05, 1, 'has at most 1 decimal'],
  [Number.NaN, 2, 'has at most 2 decimals'],
])('%d with %d decimals: %s', (amount, decimals, rule) => {
  expect(brokenDecimals(amount, decimals)).toBe(rule)
})

test('every amount of whole minor units passes, and one with another digit is refused', () => {
  const amount = fc.record({
    minor: fc.nat(99_999_999_999),
    digit: fc.integer({ min: 1, max: 9 }),
    decimals: fc.nat(3),
  })
  fc.assert(
    fc.property(amount, ({ minor, digit, decimals }) => {
      const text = String(minor).padStart(decimals + 1, '0')
      const whole = text.slice(0, text.length - decimals)
      const fraction = text.slice(text.length - decimals)
      expect(brokenDecimals(Number(`${whole}.${fraction}`), decimals)).toBeUndefined()
      expect(brokenDecimals(Number(`${whole}.${fraction}${digit}`), decimals)).toBeDefined()
    }),
    { numRuns: 2_000 },
  )
})
