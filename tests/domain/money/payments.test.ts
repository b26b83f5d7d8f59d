import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billOf, receivableOf } from '#domain/money/balance.ts'
import {
  findPaymentProblem,
  hasMoreDecimals,
  PAYMENT_PROBLEMS,
  type PaymentLimit,
  typedTotal,
} from '#domain/money/check-payment.ts'
import { cashOf, drawerOf, type Movement } from '#domain/money/drawer.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { overBalance } from '#domain/money/over-balance.ts'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { PROVISIONAL_NO_MAX, provisionalNo, shortDeviceName } from '#domain/money/provisional-no.ts'
import { wallClockAt } from '#domain/time/zones.ts'

const minor = fc.integer({ min: 0, max: 10_000_000 })
const receipt = fc.record({ minor, status: fc.constantFrom('Received' as const, 'Cancelled' as const) })
const refund = fc.record({ minor, status: fc.constantFrom('Refunded' as const, 'Cancelled' as const) })

test('a bill balances, and cancelled money never counts', () => {
  fc.assert(
    fc.property(
      minor,
      fc.array(receipt),
      fc.array(refund),
      fc.integer({ min: 0, max: 100 }),
      (net, ins, outs, share) => {
        const bill = billOf(net, ins, outs, share)
        expect(bill.balance).toBe(net - bill.received + bill.refunded)
        const live = ins.filter(({ status }) => status === 'Received')
        expect(billOf(net, live, outs, share)).toEqual(bill)
        expect(bill.receivable).toBe(receivableOf({ net, paid: bill.paid, share }))
        expect(bill.receivable).toBeGreaterThanOrEqual(0)
        expect(bill.patientNet).toBeLessThanOrEqual(net)
      },
    ),
  )
})

test.each([
  [100_05, 40, 40_02],
  [100_05, 33.33, 33_35],
  [1, 50, 1],
  [0, 50, 0],
])('of %i minor units the patient owes %d %%: %i', (net, share, owed) => {
  expect(billOf(net, [], [], share).patientNet).toBe(owed)
})

test('an amount within the balance is never marked, and a marked one never fits', () => {
  fc.assert(
    fc.property(
      minor,
      fc.array(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 11 }),
      (room, amounts) => {
        const over = overBalance(room, amounts)
        const taken = amounts.filter((_, at) => !over[at]).reduce((sum, one) => sum + one, 0)
        expect(taken).toBeLessThanOrEqual(room)
        if (amounts.reduce((sum, one) => sum + one, 0) <= room) expect(over).not.toContain(true)
        for (const [at, isOver] of over.entries()) {
          const before = amounts.slice(0, at).reduce((sum, one, i) => sum + (over[i] ? 0 : one), 0)
          expect(isOver).toBe((amounts[at] ?? 0) > room - before)
        }
      },
    ),
  )
})

const INR: PaymentLimit = { kind: 'receipt', limit: 1000_00, decimals: 2 }

test.each([
  ['nothing chosen', [], INR, 'none'],
  ['Insurance without a scheme', [{ mode: 'Insurance', amount: '1' }], INR, 'scheme'],
  [
    'a mode without an amount',
    [
      { mode: 'Cash', amount: '5' },
      { mode: 'GPay', amount: ' ' },
    ],
    INR,
    'amount',
  ],
  ['words', [{ mode: 'Cash', amount: '12a' }], INR, 'numeric'],
  ['three decimals in rupees', [{ mode: 'Cash', amount: '1.005' }], INR, 'decimals'],
  ['zero', [{ mode: 'Cash', amount: '0' }], INR, 'positive'],
  ['less than zero', [{ mode: 'Cash', amount: '-1' }], INR, 'positive'],
  [
    'more than the balance',
    [
      { mode: 'Cash', amount: '999.99' },
      { mode: 'GPay', amount: '0.02' },
    ],
    INR,
    'balance',
  ],
  [
    'more than received',
    [{ mode: 'Cash', amount: '1000.01' }],
    { ...INR, kind: 'refund' as const },
    'received',
  ],
  ['all of it', [{ mode: 'Cash', amount: '1000.00' }], INR, undefined],
  ['three decimals in dinars', [{ mode: 'Cash', amount: '1.005' }], { ...INR, decimals: 3 }, undefined],
])('%s gives the expected result', (_what, rows, limit, problem) => {
  expect(findPaymentProblem(rows, limit)?.problem).toBe(problem)
})

test('messages are the spec’s, word for word', () => {
  expect(PAYMENT_PROBLEMS).toMatchObject({
    scheme: 'Select Insurance!',
    amount: 'Enter amount for all selected modes!',
    numeric: 'Amount must be numeric!',
    balance: 'You can not receive more than balance!',
    received: 'You can not refund more than received!',
  })
})

test('amounts with the client’s decimals pass, and their sum is exact', () => {
  fc.assert(
    fc.property(fc.array(minor, { maxLength: 11 }), fc.constantFrom(2, 3), (amounts, decimals) => {
      const rows = amounts.map((one) => ({ amount: String(fromMinor(one, decimals)) }))
      for (const { amount } of rows) expect(hasMoreDecimals(amount, decimals)).toBe(false)
      expect(typedTotal(rows, decimals)).toBe(amounts.reduce((sum, one) => sum + one, 0))
    }),
  )
  expect([hasMoreDecimals(1.005, 2), hasMoreDecimals(1.005, 3), hasMoreDecimals('1.500', 2)]).toEqual([
    true,
    false,
    false,
  ])
})

const movement = fc.record({
  mode: fc.constantFrom(...PAYMENT_MODES),
  kind: fc.constantFrom('received', 'refunded', 'taken_back', 'not_refunded'),
  minor,
}) as fc.Arbitrary<Movement>

test('a drawer is the sum of all movements, mode by mode', () => {
  const sign = { received: 1, not_refunded: 1, refunded: -1, taken_back: -1 } as const
  fc.assert(
    fc.property(fc.array(movement), (movements) => {
      const modes = drawerOf(movements)
      const whole = movements.reduce((sum, one) => sum + sign[one.kind] * one.minor, 0)
      expect(modes.reduce((sum, { net }) => sum + net, 0)).toBe(whole)
      const cash = movements.filter(({ mode }) => mode === 'Cash')
      expect(cashOf(modes)).toBe(cash.reduce((sum, one) => sum + sign[one.kind] * one.minor, 0))
      expect(modes.map(({ mode }) => mode)).toEqual(
        PAYMENT_MODES.filter((mode) => movements.some((one) => one.mode === mode)),
      )
    }),
  )
})

test.each([
  ['Front desk 2', 'FD2'],
  ['Reception', 'RECEPT'],
  ['', 'DEVICE'],
  ['--', 'DEVICE'],
  ['استقبال 3', 'ا3'],
  ['Andheri West Branch Desk Number 12', 'AWBD12'],
])('the device %s is %s on a paper', (name, short) => {
  expect(shortDeviceName(name)).toBe(short)
})

test('a provisional number names device, moment and place, and is never too long', () => {
  const at = wallClockAt(new Date('2026-11-21T17:45:02Z'), 'Asia/Kolkata')
  expect(provisionalNo('Front desk 2', at, 1)).toBe('FD2-1121-231502B')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 10 }), (name, place) => {
      expect(Array.from(provisionalNo(name, at, place)).length).toBeLessThanOrEqual(PROVISIONAL_NO_MAX)
    }),
  )
  expect(new Set(PAYMENT_MODES.map((_, place) => provisionalNo('A', at, place))).size).toBe(11)
})

test('two decimals of rupees and three of dinars convert back exactly', () => {
  expect([toMinor(12.34, 2), toMinor(12.345, 3), fromMinor(1234, 2), fromMinor(12345, 3)]).toEqual([
    1234, 12345, 12.34, 12.345,
  ])
})
