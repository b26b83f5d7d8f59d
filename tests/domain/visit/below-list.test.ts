import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPriceProblem, type RepricedLine, shownAsDiscount } from '#domain/visit/below-list.ts'

const line = (charges: number, more: Partial<RepricedLine> = {}): RepricedLine => ({
  list: 1000,
  charges,
  discount: 0,
  chargesBefore: undefined,
  ...more,
})
const asked = { isFree: false, headPercent: undefined, reason: 'A colleague' }

test.each([
  ['at its list price', line(1000), undefined],
  ['above it', line(1500), undefined],
  ['without a list price', line(1, { list: null }), undefined],
  ['below it', line(999), 'right'],
  ['below it since before', line(700, { chargesBefore: 700 }), undefined],
  ['raised and still below', line(800, { chargesBefore: 700 }), undefined],
  ['lowered once more', line(600, { chargesBefore: 700 }), 'right'],
] as const)('a line %s', (_what, one, expected) => {
  expect(findPriceProblem([one], asked)).toBe(expected)
})

test('a person who may discount freely gives a reason', () => {
  expect(findPriceProblem([line(1)], { ...asked, isFree: true })).toBeUndefined()
  expect(findPriceProblem([line(1)], { ...asked, isFree: true, reason: ' ' })).toBe('reason')
})

test('a head covers the whole reduction from the list price', () => {
  const ten = { ...asked, headPercent: 10 }
  expect(findPriceProblem([line(900)], ten)).toBeUndefined()
  expect(findPriceProblem([line(899)], ten)).toBe('right')
  expect(findPriceProblem([line(950, { discount: 60 })], ten)).toBe('right')
  expect(findPriceProblem([line(900), line(1000)], ten)).toBeUndefined()
})

test('among several lines the lowered one decides, also beside an unchanged one', () => {
  expect(findPriceProblem([line(1000), line(600)], asked)).toBe('right')
  expect(findPriceProblem([line(600), line(1000)], { ...asked, isFree: true })).toBeUndefined()
  expect(findPriceProblem([], asked)).toBeUndefined()
})

test('the reduction from the list price is shown as a discount, and the net stays', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat(10_000), { nil: null }),
      fc.nat(10_000),
      fc.nat(100),
      (list, charges, percent) => {
        const discount = Math.floor((charges * percent) / 100)
        const shown = shownAsDiscount({ list, charges, discount })
        expect(shown.charges - shown.discount).toBe(charges - discount)
        expect(shown.charges).toBe(Math.max(list ?? 0, charges))
        expect(shown.discount).toBeGreaterThanOrEqual(discount)
      },
    ),
  )
})
