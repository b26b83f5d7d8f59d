import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { payoutFileName, payoutOf } from '#domain/money/payout.ts'

test('points at a rate are rounded once, to the decimals of the currency', () => {
  expect(payoutOf(12.5, 100, 2)).toBe(1_250)
  expect(payoutOf('0.25', '10.10', 2)).toBe(2.53)
  expect(payoutOf(0.25, 10.01, 2)).toBe(2.5)
  expect(payoutOf(1.5, 0.333, 3)).toBe(0.5)
  expect(payoutOf(0, 500, 2)).toBe(0)
  expect(() => payoutOf(-1, 5, 2)).toThrow(RangeError)
  expect(() => payoutOf(1, 'much', 2)).toThrow(RangeError)
})

test('a pay-out is within half a minor unit of the product, and grows with the points', () => {
  const points = fc.integer({ min: 0, max: 9_999_999 })
  const rate = fc.integer({ min: 0, max: 9_999_999 })
  fc.assert(
    fc.property(points, rate, fc.constantFrom(2, 3), (hundredths, minor, decimals) => {
      const paid = payoutOf(fromMinor(hundredths, 2), fromMinor(minor, decimals), decimals)
      const exact = (hundredths * minor) / 100
      expect(Math.abs(toMinor(paid, decimals) - exact)).toBeLessThanOrEqual(0.5)
      const more = payoutOf(fromMinor(hundredths + 1, 2), fromMinor(minor, decimals), decimals)
      expect(more).toBeGreaterThanOrEqual(paid)
    }),
  )
})

test('the file of a statement is named by month and reader, in letters that every system accepts', () => {
  expect(payoutFileName('2026-10', 'Dr. Asha Menon', false)).toBe('payout-2026-10-dr-asha-menon.pdf')
  expect(payoutFileName('2026-10', ' Dr. José "X"\r\n', true)).toBe('payout-2026-10-dr-jose-x-draft.pdf')
  expect(payoutFileName('2026-10', 'د. سارة', false)).toBe('payout-2026-10.pdf')
  fc.assert(fc.property(fc.string(), (name) => /^[a-z0-9.-]+$/.test(payoutFileName('2026-10', name, false))))
})
