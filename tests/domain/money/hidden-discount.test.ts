import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedDiscounts,
  checkDiscounts,
  findDiscountProblem,
  sumDiscounts,
  type TypedDiscount,
} from '#domain/money/hidden-discount.ts'
import { fromMinor, minorToText, toMinor } from '#domain/money/minor-units.ts'

const row = (part: Partial<TypedDiscount> = {}): TypedDiscount => ({
  id: 'v1',
  cash: 400,
  recorded: 0,
  typed: '',
  ...part,
})

test.each([
  ['', 2, undefined],
  ['400', 2, undefined],
  ['400.00', 2, undefined],
  ['400.01', 2, 'cash'],
  ['1.005', 2, 'decimals'],
  ['1.500', 2, undefined],
  ['1.005', 3, undefined],
  ['1.5', 0, 'decimals'],
  ['.', 2, 'numeric'],
  ['-1', 2, 'numeric'],
  ['9'.repeat(30), 2, 'numeric'],
])('a discount typed as "%s" with %i decimals against 400 of cash: %s', (typed, decimals, problem) => {
  expect(findDiscountProblem(row({ typed }), decimals)).toBe(problem)
})

test('an unchanged discount is no problem if cash was refunded after it was given', () => {
  expect(findDiscountProblem(row({ cash: 50, recorded: 80, typed: '80.00' }), 2)).toBeUndefined()
  expect(findDiscountProblem(row({ cash: 50, recorded: 0, typed: '-0.01' }), 2)).toBe('numeric')
  expect(findDiscountProblem(row({ cash: 50, recorded: 80, typed: '79.99' }), 2)).toBe('cash')
})

test('the first wrong row is reported before an unchanged list and a missing reason', () => {
  const fine = row({ id: 'fine', typed: '10' })
  const much = row({ id: 'much', typed: '500' })
  expect(checkDiscounts([fine, much], '', 2)).toEqual({ problem: 'cash', id: 'much' })
  expect(checkDiscounts([row({ recorded: 10, typed: '10.0' })], 'Goodwill', 2)).toEqual({
    problem: 'unchanged',
  })
  expect(checkDiscounts([], 'Goodwill', 2)).toEqual({ problem: 'unchanged' })
  expect(checkDiscounts([fine], '  ', 2)).toEqual({ problem: 'reason' })
  expect(checkDiscounts([fine], 'Goodwill', 2)).toBeUndefined()
})

test('a cleared discount is recorded as none', () => {
  expect(changedDiscounts([row({ recorded: 80, typed: ' ' }), row({ id: 'v2' })], 2)).toEqual([
    { id: 'v1', amount: 0, seen: 80 },
  ])
})

test('an invalid amount counts as nothing in the totals', () => {
  const rows = [row({ typed: '.' }), row({ typed: '0.1' }), row({ cash: 0.2, typed: '0.2' })]
  expect(sumDiscounts(rows, 2)).toEqual({ cash: 80_020, discount: 30 })
})

const amounts = fc.record({
  decimals: fc.constantFrom(0, 2, 3),
  cash: fc.integer({ min: 1, max: 1_000_000_000 }),
  recorded: fc.integer({ min: 0, max: 1_000_000_000 }),
  typed: fc.integer({ min: 0, max: 1_000_000_000 }),
})

test('a discount that can be saved never exceeds the cash received and always differs from the recorded one', () => {
  fc.assert(
    fc.property(amounts, ({ decimals, cash, recorded, typed }) => {
      const one = row({
        cash: fromMinor(cash, decimals),
        recorded: fromMinor(recorded, decimals),
        typed: minorToText(typed, decimals),
      })
      const found = checkDiscounts([one], 'Goodwill', decimals)
      expect(found === undefined).toBe(typed <= cash && typed !== recorded)
      const [changed] = changedDiscounts([one], decimals)
      expect(changed && toMinor(changed.amount, decimals)).toBe(typed === recorded ? undefined : typed)
    }),
  )
})

test('a digit beyond the decimals of the client is refused, a zero is not', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 9 }), ({ decimals, typed, cash }, digit) => {
      const text = `${minorToText(typed, decimals)}${decimals === 0 ? '.' : ''}${digit}`
      const problem = findDiscountProblem(row({ cash: fromMinor(cash, decimals), typed: text }), decimals)
      expect(problem === 'decimals').toBe(digit !== 0)
    }),
  )
})
