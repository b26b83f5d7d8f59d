import { expect, test } from 'vitest'
import { plainDigits } from '#domain/time/plain-digits.ts'

test.each([
  ['٢٣/١١/٢٠٢٦', '23/11/2026'],
  ['۰۹ ۰۸', '09 08'],
  ['०१२३४५६७८९', '0123456789'],
  ['23 Nov', '23 Nov'],
])('%s is %s', (typed, plain) => {
  expect(plainDigits(typed)).toBe(plain)
})
