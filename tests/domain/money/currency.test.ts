import { expect, test } from 'vitest'
import { formatAmount } from '#domain/money/currency.ts'

test('an amount is grouped by its language and has the decimals of its currency', () => {
  const rupees = { locale: 'en-IN', currency: 'INR', decimals: 2 }
  expect(formatAmount(120_500, rupees)).toBe('1,20,500.00')
  expect(formatAmount(120_500, { locale: 'en-US', currency: 'USD', decimals: 2 })).toBe('120,500.00')
  expect(formatAmount(120_500.125, { locale: 'en-US', currency: 'KWD', decimals: 3 })).toBe('120,500.125')
  // The same format again, from the cache.
  expect(formatAmount(-0.5, rupees)).toBe('-0.50')
})
