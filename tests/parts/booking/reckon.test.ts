import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { BookingDraft } from '#src/parts/booking/draft/draft.ts'
import { type Prices, reckon, typedAmount } from '#src/parts/booking/draft/reckon.ts'
import { isCancelledLine } from '#src/parts/booking/use-booking.ts'
import { draftWith, lineOf } from './drafts.ts'

const PRICES: Prices = {
  decimals: 2,
  listPrice: ({ id }) => ({ a: 100_000, b: 50_000, c: 33_333 })[id] ?? 0,
  isCancelled: isCancelledLine,
  isDiscounted: true,
}
const lines = [lineOf('a'), lineOf('b'), lineOf('c')]
const of = (change: Partial<BookingDraft>, prices: Partial<Prices> = {}) =>
  reckon(draftWith(lines, change), { ...PRICES, ...prices })

test('without a discount the net is the sum of the list charges', () => {
  expect(of({})).toMatchObject({ charges: 183_333, discount: 0, net: 183_333, isDiscountWrong: false })
})

test('a percentage spreads in proportion, with the remainder on the first line, and the amount follows', () => {
  const reckoned = of({ discount: { kind: 'percent', typed: '10' } })
  expect(reckoned.lines.map(({ discount }) => discount)).toEqual([10_001, 4_999, 3_333])
  expect(reckoned).toMatchObject({ discount: 18_333, amountText: '183.33', percentText: '10' })
})

test('an amount spreads the same way, and the percentage follows', () => {
  const reckoned = of({ discount: { kind: 'amount', typed: '100' } })
  expect(reckoned.lines.map(({ discount }) => discount).reduce((a, b) => a + b)).toBe(10_000)
  expect(reckoned).toMatchObject({ amountText: '100', percentText: '5.45' })
})

test('without a head that allows it, no typed discount is applied', () => {
  const typed = { kind: 'percent', typed: '10' } as const
  expect(of({ discount: typed }, { isDiscounted: false })).toMatchObject({ discount: 0, net: 183_333 })
})

test.each([
  ['percent', '101'],
  ['percent', '1e3'],
  ['amount', '2000'],
  ['amount', '..'],
] as const)('a discount of %s %s is wrong', (kind, typed) => {
  expect(of({ discount: { kind, typed } }).isDiscountWrong).toBe(true)
})

test('a discount above the head’s limit is wrong for a person who may not discount freely', () => {
  const discount = { kind: 'percent', typed: '12' } as const
  expect(of({ discount }, { mostPercent: 10 }).isDiscountWrong).toBe(true)
  expect(of({ discount }, { mostPercent: 12 }).isDiscountWrong).toBe(false)
})

test('a discount typed for one line stays, and both inputs show the result', () => {
  const typed = [lineOf('a', { discount: '50' }), lineOf('b')]
  const reckoned = reckon(draftWith(typed, { discount: { kind: 'percent', typed: '10' } }), PRICES)
  expect(reckoned.lines.map(({ discount }) => discount)).toEqual([5_000, 5_000])
  expect(reckoned).toMatchObject({ percentText: '6.67', amountText: '100.00' })
})

test('a line whose discount is over its charges says so', () => {
  const typed = [lineOf('a', { charges: '10', discount: '10.01' }), lineOf('b', { charges: 'x' })]
  const problems = reckon(draftWith(typed), PRICES).lines.map(({ problem }) => problem)
  expect(problems).toEqual(['discount', 'charges'])
})

test('a cancelled service is left out of the totals and has no discount', () => {
  const some = [lineOf('a', { status: 12 }), lineOf('b')]
  const reckoned = reckon(draftWith(some, { discount: { kind: 'percent', typed: '10' } }), PRICES)
  expect(reckoned).toMatchObject({ charges: 50_000, discount: 5_000, net: 45_000 })
})

test('three decimals of a dinar are whole minor units too', () => {
  const dinar = [lineOf('a', { charges: '12.505' }), lineOf('b', { charges: '0.001' })]
  const discount = { kind: 'amount', typed: '0.007' } as const
  const reckoned = reckon(draftWith(dinar, { discount }), { ...PRICES, decimals: 3 })
  expect(reckoned).toMatchObject({ charges: 12_506, discount: 7, net: 12_499 })
})

test('discounts of lines always add up to the discount, and no net is below zero', () => {
  assert(
    property(
      array(integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 12 }),
      integer({ min: 0, max: 10_000 }),
      (charges, hundredths) => {
        const typed = charges.map((minor, at) => lineOf(String(at), { charges: (minor / 100).toFixed(2) }))
        const discount = { kind: 'percent', typed: (hundredths / 100).toFixed(2) } as const
        const reckoned = reckon(draftWith(typed, { discount }), PRICES)
        expect(reckoned.lines.reduce((sum, line) => sum + line.discount, 0)).toBe(reckoned.discount)
        expect(reckoned.lines.every(({ net }) => net >= 0)).toBe(true)
        expect(reckoned.isDiscountWrong).toBe(false)
      },
    ),
  )
})

test.each([
  ['12.5', 2, '12.5'],
  ['12.555', 2, undefined],
  ['12.555', 3, '12.555'],
  ['1.', 2, '1.'],
  ['1.', 0, undefined],
  ['-1', 2, undefined],
  ['1e2', 2, undefined],
  ['1,5', 2, undefined],
  ['', 2, ''],
])('%j typed with %i decimals is accepted as %j', (text, decimals, taken) => {
  expect(typedAmount(text, decimals)).toBe(taken)
})
