import { expect, test } from 'vitest'
import { openMoneyOf, receivableOf, settleableOf } from '#domain/money/balance.ts'
import { findPaymentProblem } from '#domain/money/check-payment.ts'
import { type CommissionSources, commissionRate } from '#domain/money/commission.ts'
import { findMinor } from '#domain/money/minor-units.ts'
import { PROVISIONAL_NO_MAX } from '#domain/money/provisional-no.ts'
import { proposeRefund } from '#domain/money/refundable.ts'
import { collectionOf } from '#domain/money/sales/collection.ts'
import { type MoneyEntry, movementsOf } from '#domain/money/sales/movements.ts'
import { salesFileName } from '#domain/money/sales/sales-presets.ts'
import { spreadPaid } from '#domain/money/spread-paid.ts'

test('without a scheme the patient owes the whole net', () => {
  expect(openMoneyOf({ net: 1000, paid: 0 })).toEqual({
    patientOwes: 1000,
    schemeOwes: 0,
    toRefund: 0,
    toReturn: 0,
  })
  expect(receivableOf({ net: 1000, paid: 1 })).toBe(999)
  expect(settleableOf({ net: 1000, paid: 0 })).toBe(0)
})

test.each([
  ['an amount', { mode: 'Cash', amount: 'x' }, 'numeric', 'amount'],
  ['the cash handed over', { mode: 'Cash', amount: '10', tendered: '9' }, 'tendered', 'tendered'],
  ['the insurer', { mode: 'Insurance', amount: '10' }, 'scheme', 'schemeId'],
  ['the balance', { mode: 'Cash', amount: '101' }, 'balance', 'amount'],
] as const)('the problem of %s is shown at its field', (_, row, problem, field) => {
  const found = findPaymentProblem([row], { kind: 'receipt', limit: 100_00, decimals: 2 })
  expect(found).toEqual({ problem, modes: [row.mode], field })
})

const entry = (more: Partial<MoneyEntry> = {}): MoneyEntry => ({
  kind: 'receipt',
  mode: 'Cash',
  minor: 100,
  hidden: 0,
  businessDay: '2026-11-03',
  cancelDay: null,
  arrivedDay: '2026-11-03',
  createdBy: 'asha',
  cancelledBy: null,
  visitDay: '2026-11-03',
  isForCancelled: false,
  ...more,
})
const RANGE = { from: '2026-11-02', to: '2026-11-04' }

test('money for visits after the range is left out unless requested', () => {
  const groups = movementsOf([entry(), entry({ minor: 7, visitDay: '2026-11-05' })], RANGE)
  expect(collectionOf(groups).received).toBe(100)
  expect(collectionOf(groups, { includeFuture: true }).received).toBe(107)
})

test('a receipt counts as cancelled since the range if it was cancelled after its last day, not on it', () => {
  const sidesOf = (cancelDay: string) =>
    movementsOf([entry({ cancelDay })], RANGE).map(({ side, isCancelledSince }) => [side, isCancelledSince])
  expect(sidesOf('2026-11-04')).toEqual([
    ['made', false],
    ['cancelled', false],
  ])
  expect(sidesOf('2026-11-05')).toEqual([['made', true]])
})

test('unknown modes come after the known ones', () => {
  const groups = movementsOf([entry({ mode: 'A new one' }), entry({ mode: 'Cash' })], RANGE)
  expect(collectionOf(groups).modes.map(({ mode }) => mode)).toEqual(['Cash', 'A new one'])
})

test('a commission of less than one percent is valid', () => {
  const half = { type: 'Percent', rate: 0.5 } as const
  const sources: CommissionSources = {
    isCommission: true,
    basis: 'Service',
    withoutHospital: {},
    ofService: half,
    ofDepartment: { type: 'Percent', rate: 5 },
  }
  expect(commissionRate(sources)).toEqual(half)
})

test('the largest amount is the largest whole number that is exact', () => {
  expect(findMinor('90071992547409.91', 2)).toBe(Number.MAX_SAFE_INTEGER)
  expect(findMinor('90071992547409.92', 2)).toBeUndefined()
})

test('the last minor unit is refunded, and money is refunded in the order of the pots', () => {
  const pot = (mode: string, minor: number) => ({ mode, schemeId: null, minor })
  expect(proposeRefund(1, [pot('Cash', 1)])).toEqual([pot('Cash', 1)])
  expect(proposeRefund(3, [pot('Card', 2), pot('Cash', 2)])).toEqual([pot('Card', 2), pot('Cash', 1)])
  expect(proposeRefund(0, [pot('Cash', 1)])).toEqual([])
})

test('refunded money is spread over the lines like received money', () => {
  expect(spreadPaid(-10, [1, 1])).toEqual([-5, -5])
})

test('a file of the sales report is named by its preset and its days', () => {
  expect(salesFileName(undefined, '2026-11-01', '2026-11-23')).toBe('sales-reports.pdf')
  expect(salesFileName('3C', '2026-11-01', '2026-11-23')).toBe('3C-2026-11-01-to-2026-11-23.pdf')
})

test('a provisional number has twenty characters at most', () => {
  expect(PROVISIONAL_NO_MAX).toBe(20)
})
