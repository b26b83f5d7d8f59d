import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#domain/money/currency.ts'
import { findMinor, fromMinor, minorToText, toMinor } from '#domain/money/minor-units.ts'
import { amountInWords } from '#domain/money/papers/amount-in-words.ts'

test.each([
  ['12.34', 2, 1234],
  [12.345, 3, 12_345],
  // 1.005 is less than itself in binary; the digits decide.
  [1.005, 2, 101],
  ['-0.005', 2, -1],
  ['0.004', 2, 0],
  ['.5', 2, 50],
  ['7', 0, 7],
  [1e-7, 2, 0],
  [1e21, 2, undefined],
  ['1,200', 2, undefined],
  ['', 2, undefined],
  ['.', 2, undefined],
  ['12e3', 2, undefined],
  [Number.NaN, 2, undefined],
])('%s with %i decimals is %s minor units', (amount, decimals, minor) => {
  expect(findMinor(amount, decimals)).toBe(minor)
})

test('minor units survive the conversion to the wire and back exactly', () => {
  // 15 digits: what a number on the wire carries without loss.
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
      fc.constantFrom(0, 2, 3),
      (minor, decimals) => {
        expect(toMinor(fromMinor(minor, decimals), decimals)).toBe(minor)
        expect(toMinor(minorToText(minor, decimals), decimals)).toBe(minor)
      },
    ),
  )
})

test('a sum of minor units is exact even if a sum of amounts is not', () => {
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(fromMinor(toMinor(0.1, 2) + toMinor(0.2, 2), 2)).toBe(0.3)
})

test('an invalid amount is refused with the name of its fault', () => {
  expect(() => toMinor('abc', 2)).toThrow('not an amount of money')
  expect(() => minorToText(1.5, 2)).toThrow(RangeError)
})

test.each([
  [0, 'Rupees zero only'],
  [19, 'Rupees nineteen only'],
  [100, 'Rupees one hundred only'],
  [1_20_020.5, 'Rupees one lakh twenty thousand twenty and fifty paise only'],
  [1_00_00_000, 'Rupees one crore only'],
  ['0.05', 'Rupees zero and five paise only'],
  [
    99_99_99_999.99,
    'Rupees ninety nine crore ninety nine lakh ninety nine thousand nine hundred ninety nine and ninety nine paise only',
  ],
])('%s rupees read "%s"', (amount, text) => {
  expect(amountInWords(amount, 'INR')).toBe(text)
})

test('words are refused beyond nine digits, below zero and in other currencies', () => {
  expect(amountInWords(1_000_000_000, 'INR')).toBeUndefined()
  expect(amountInWords('999999999.999', 'INR')).toBeUndefined()
  expect(amountInWords(-1, 'INR')).toBeUndefined()
  expect(amountInWords('-0.01', 'INR')).toBeUndefined()
  expect(amountInWords(12.5, 'KWD')).toBeUndefined()
})

/** Reads number words back, so that the property does not repeat the rule it tests. */
function readWords(words: string): number {
  const small =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    )
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
  const sizes: Record<string, number> = { crore: 1e7, lakh: 1e5, thousand: 1e3, hundred: 100 }
  let [sum, group] = [0, 0]
  for (const word of words.split(' ')) {
    if (small.includes(word)) group += small.indexOf(word)
    else if (tens.includes(word)) group += (tens.indexOf(word) + 2) * 10
    else {
      sum += group * (sizes[word] ?? Number.NaN)
      group = 0
    }
  }
  return sum + group
}

test('the words of every amount read back as the amount', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(99), (rupees, paise) => {
      const text = amountInWords(minorToText(rupees * 100 + paise, 2), 'INR') ?? ''
      const [, whole = '', part] = /^Rupees (.*?)(?: and (.*) paise)? only$/.exec(text) ?? []
      expect([readWords(whole), part ? readWords(part) : 0]).toEqual([rupees, paise])
    }),
  )
})

test('money is written with the decimals of the client', () => {
  expect(formatMoney(120_500)).toBe('₹1,20,500.00')
  expect(formatMoney(12.5, { locale: 'en-KW', currency: 'KWD', decimals: 3 }).replaceAll('\u00a0', ' ')).toBe(
    'KWD 12.500',
  )
})
