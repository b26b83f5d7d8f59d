import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadPaid } from '#domain/money/spread-paid.ts'

test.each([
  [100_00, [50_00, 50_00], [50_00, 50_00]],
  [100_00, [30_00, 30_00, 30_00], [33_33, 33_34, 33_33]],
  [1, [10, 10, 10], [0, 1, 0]],
  [5, [0, 0], [5, 0]],
  [0, [7, 3], [0, 0]],
  [7, [], []],
  [-10, [1, 3], [-3, -7]],
])('%i over %j is %j', (paid, nets, parts) => {
  expect(spreadPaid(paid, nets)).toEqual(parts)
})

const minor = fc.integer({ min: 0, max: 10_000_000_000 })

test('the parts add up to the payment, and each is within one unit of its proportion', () => {
  fc.assert(
    fc.property(minor, fc.array(minor, { minLength: 1, maxLength: 12 }), (paid, nets) => {
      const parts = spreadPaid(paid, nets)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(paid)
      const total = nets.reduce((sum, net) => sum + net, 0)
      if (total > 0)
        for (const [index, net] of nets.entries())
          expect(Math.abs((parts[index] ?? 0) - (paid / total) * net)).toBeLessThanOrEqual(1.001)
    }),
  )
})

test('a paid visit has every line paid', () => {
  fc.assert(
    fc.property(fc.array(minor, { minLength: 1, maxLength: 12 }), (nets) => {
      const total = nets.reduce((sum, net) => sum + net, 0)
      expect(spreadPaid(total, nets)).toEqual(nets)
    }),
  )
})
