import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeNumber, unitBehind, valueLength } from '#domain/report/fields/judge-number.ts'
import type { NumberField } from '#domain/report/fields/template-field.ts'

const SIZE: NumberField = { kind: 'number', label: 'Size', unit: 'mm', range: { low: 3, high: 11 } }

test.each([
  ['2 mm', 'below'],
  ['3 mm', 'normal'],
  ['11,0 mm', 'normal'],
  ['11.1 mm', 'above'],
  ['12', 'above'],
  ['12 mm in diameter', 'above'],
  ['12mm', 'above'],
  ['1.2 cm', undefined],
  ['12 mm²', undefined],
  ['12 mmol', undefined],
  ['not seen', undefined],
  ['', undefined],
] as const)('%s is %s', (filled, verdict) => {
  expect(judgeNumber(SIZE, filled)).toBe(verdict)
})

test('an open end of the range sets no limit, and no range gives no judgement', () => {
  expect(judgeNumber({ ...SIZE, range: { low: 3 } }, '500 mm')).toBe('normal')
  expect(judgeNumber({ ...SIZE, range: { high: 11 } }, '-5 mm')).toBe('normal')
  expect(judgeNumber({ kind: 'number', label: 'Size', unit: 'mm' }, '500 mm')).toBeUndefined()
})

test.each([
  ['12', ' mm'],
  [' <3,5 ', ' mm'],
  ['12 mm', ''],
  ['12 cm', ''],
  ['none', ''],
  ['', ''],
] as const)('after "%s" comes "%s"', (filled, unit) => {
  expect(unitBehind(SIZE, filled)).toBe(unit)
  expect(unitBehind({ ...SIZE, unit: '' }, filled)).toBe('')
})

test.each([
  ['12 mm in diameter', 5],
  [' 3,5MM', 6],
  ['12', 2],
  ['12  ', 2],
  ['not seen', 0],
] as const)('of "%s" the first %i letters are the value', (filled, length) => {
  expect(valueLength(SIZE, filled)).toBe(length)
})

test('a field without a unit has no letters for a unit', () => {
  expect(valueLength({ ...SIZE, unit: '' }, '12 ')).toBe(2)
  expect(judgeNumber({ ...SIZE, unit: '' }, '12 mm')).toBeUndefined()
})

test('a value is outside exactly if it is below the low or above the high end', () => {
  const tenths = fc.integer({ min: -1_000, max: 1_000 }).map((whole) => whole / 10)
  fc.assert(
    fc.property(tenths, tenths, tenths, (value, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const verdict = judgeNumber({ ...SIZE, range: { low, high } }, `${value} mm`)
      expect(verdict).toBe(value < low ? 'below' : value > high ? 'above' : 'normal')
    }),
  )
})
