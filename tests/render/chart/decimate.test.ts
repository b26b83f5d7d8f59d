import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimate } from '#render/chart/decimate.ts'

const series = fc.array(fc.option(fc.integer({ min: -1_000, max: 1_000 })), {
  minLength: 1,
  maxLength: 3_000,
})
const columns = fc.integer({ min: 1, max: 300 })

const extremes = (values: readonly (number | null)[]) => {
  const there = values.filter((value) => value !== null)
  return { least: Math.min(...there), most: Math.max(...there) }
}

test('the smallest and the largest value of every pixel range stay', () => {
  fc.assert(
    fc.property(series, columns, (values, wide) => {
      const kept = decimate(values, wide)
      for (let column = 0; column < wide; column++) {
        const from = Math.floor((column * values.length) / wide)
        const before = Math.floor(((column + 1) * values.length) / wide)
        const inside = kept.filter((index) => index >= from && index < before)
        expect(extremes(inside.map((index) => values[index]!))).toEqual(extremes(values.slice(from, before)))
      }
    }),
  )
})

test('positions stay in order, each once, including the first and the last, and are few', () => {
  fc.assert(
    fc.property(series, columns, (values, wide) => {
      const kept = decimate(values, wide)
      expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b))
      expect(kept[0]).toBe(0)
      if (values.at(-1) !== null) expect(kept.at(-1)).toBe(values.length - 1)
      expect(kept.length).toBeLessThanOrEqual(Math.max(wide * 4, 1))
    }),
  )
})

test('a year of days is drawn whole, and of 100,000 values one peak is still visible', () => {
  expect(
    decimate(
      Array.from({ length: 365 }, () => 1),
      600,
    ),
  ).toHaveLength(365)
  const long = Array.from({ length: 100_000 }, () => 0)
  long[54_321] = 9
  const kept = decimate(long, 600)
  expect(kept).toContain(54_321)
  expect(kept.length).toBeLessThanOrEqual(2_400)
})
