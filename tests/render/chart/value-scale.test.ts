import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueScale } from '#render/chart/value-scale.ts'

test('ticks cover every value and zero, in equal steps', () => {
  fc.assert(
    fc.property(
      // Money has at most three decimals.
      fc.array(
        fc.integer({ min: -1e10, max: 1e10 }).map((minor) => minor / 1_000),
        { minLength: 1, maxLength: 50 },
      ),
      (values) => {
        const { ticks, scale } = valueScale(values, 200, 0, 5)
        const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks[0]!).toBeLessThanOrEqual(least)
        expect(ticks.at(-1)!).toBeGreaterThanOrEqual(most)
        expect(ticks.some((tick) => Math.abs(tick) < 1e-9)).toBe(true)
        for (const value of values) {
          expect(scale(value)).toBeGreaterThanOrEqual(-0.001)
          expect(scale(value)).toBeLessThanOrEqual(200.001)
        }
      },
    ),
  )
})

test('minutes are divided as on a clock', () => {
  expect(valueScale([150], 100, 0, 5, 'clock').ticks).toEqual([0, 30, 60, 90, 120, 150])
  expect(valueScale([300.5], 100, 0, 5, 'clock').ticks).toEqual([0, 120, 240, 360])
  expect(valueScale([2], 100, 0, 5, 'clock').ticks).toEqual([0, 1, 2])
  expect(valueScale([90_000], 100, 0, 5, 'clock').ticks.at(-1)).toBeGreaterThanOrEqual(90_000)
})

test('whole values have whole ticks: there is no half case', () => {
  expect(valueScale([1, 0, 1], 100, 0, 5).ticks).toEqual([0, 1])
  expect(valueScale([0, 0], 100, 0, 5).ticks).toEqual([0, 1])
  expect(valueScale([0.5], 100, 0, 5).ticks).toContain(0.1)
})
