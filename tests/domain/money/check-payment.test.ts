import { expect, test } from 'vitest'
import { changeOf, findPaymentProblem, type TypedPayment, typedTotal } from '#domain/money/check-payment.ts'

const RECEIPT = { kind: 'receipt', limit: 100_000, decimals: 2 } as const
const cash = (amount: string, tendered?: string): TypedPayment => ({
  mode: 'Cash',
  amount,
  ...(tendered === undefined ? {} : { tendered }),
})
const problemOf = (row: TypedPayment) => findPaymentProblem([row], RECEIPT)?.problem

test('the smallest coin of the currency is a valid amount', () => {
  expect(problemOf(cash('0.01'))).toBeUndefined()
  expect(problemOf(cash('0.00'))).toBe('positive')
})

test('handed-over cash is checked while it is typed', () => {
  expect(problemOf(cash('400', '500'))).toBeUndefined()
  expect(problemOf(cash('400', '400'))).toBeUndefined()
  expect(problemOf(cash('400', ' '))).toBeUndefined()
  expect(problemOf(cash('400', '399.99'))).toBe('tendered')
  expect(problemOf(cash('400', 'five hundred'))).toBe('numeric')
  expect(problemOf(cash('400', '500.005'))).toBe('decimals')
})

test('the change is the rest of the cash, nothing if it is exact, and absent if the cash is too little or no amount', () => {
  expect(changeOf(cash('400', '500'), 2)).toBe(10_000)
  expect(changeOf(cash('400', '400'), 2)).toBe(0)
  expect(changeOf(cash('400', '399'), 2)).toBeUndefined()
  expect(changeOf(cash('some', '500'), 2)).toBeUndefined()
  expect(changeOf(cash('400', 'some'), 2)).toBeUndefined()
  expect(changeOf(cash('0', ''), 2)).toBeUndefined()
  expect(changeOf(cash('400'), 2)).toBeUndefined()
})

test('an invalid amount and an amount below 0 count as nothing in the sum', () => {
  expect(typedTotal([cash('1.50'), cash('some'), cash('-3')], 2)).toBe(150)
  expect(typedTotal([cash('some')], 2)).toBe(0)
})
