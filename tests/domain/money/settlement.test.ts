import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billOf, receivableOf, settleableOf } from '#domain/money/balance.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { isCash, PAYMENT_MODES, SETTLEMENT_MODES } from '#domain/money/payment-modes.ts'
import {
  checkSettlement,
  findSettlementProblem,
  findUnsettleable,
  isOnePayer,
  payerOf,
  type SchemeInvoice,
  settlementCap,
  settlementText,
  spreadOverCommissions,
  type TypedSettlement,
} from '#domain/money/settlement.ts'
import { patientPaid, visitReceivable, visitSettleable } from '#domain/money/visit-money.ts'
import { RECEIVED } from '#domain/status/payment-status.ts'

const invoice = (more: Partial<SchemeInvoice> = {}): SchemeInvoice => ({
  status: 7,
  payment_status: 'Partial_Paid',
  ref_dr_scheme_id: 'scheme',
  ref_dr_scheme_type: 'Hospital',
  ref_hospital_id: 'lilavati',
  ref_dr_id: 'bhat',
  machines: [],
  ...more,
})

describe('the payer', () => {
  test('is the hospital or doctor of the visit, as the scheme says, else of the first slot that names one', () => {
    expect(payerOf(invoice())).toEqual({ type: 'Hospital', id: 'lilavati' })
    expect(payerOf(invoice({ ref_dr_scheme_type: 'Doctor' }))).toEqual({ type: 'Doctor', id: 'bhat' })
    const slot = (ref_hospital_id: string | null) => ({ ref_hospital_id, ref_dr_id: null })
    expect(payerOf(invoice({ ref_hospital_id: null, machines: [slot(null), slot('nanavati')] }))).toEqual({
      type: 'Hospital',
      id: 'nanavati',
    })
    expect(payerOf(invoice({ ref_dr_scheme_id: null }))).toBeUndefined()
    expect(payerOf(invoice({ ref_hospital_id: null }))).toBeUndefined()
  })

  test('is one per settlement: a doctor and a hospital are two payers', () => {
    const hospital = { type: 'Hospital', id: 'one' } as const
    expect(isOnePayer([hospital, { ...hospital }])).toBe(true)
    expect(isOnePayer([hospital, { ...hospital, id: 'two' }])).toBe(false)
    expect(isOnePayer([hospital, { ...hospital, type: 'Doctor' }])).toBe(false)
    expect(isOnePayer([hospital, undefined])).toBe(false)
  })

  test('an invoice that is paid, cancelled or without a scheme cannot be selected', () => {
    expect(findUnsettleable(invoice())).toBeUndefined()
    expect(findUnsettleable(invoice({ payment_status: 'Paid' }))).toBe('paid')
    expect(findUnsettleable(invoice({ status: 12 }))).toBe('cancelled')
    expect(findUnsettleable(invoice({ ref_dr_scheme_id: null, ref_dr_scheme_type: '' }))).toBe('no_scheme')
  })
})

test('settlements have the modes of a desk and Commission, which is neither cash nor a mode of a desk', () => {
  expect(SETTLEMENT_MODES.filter((mode) => !(PAYMENT_MODES as readonly string[]).includes(mode))).toEqual([
    'Commission',
  ])
  expect(isCash('Commission')).toBe(false)
})

describe('the debts of each side', () => {
  const received = (minor: number, isSettlement = false) => ({ minor, status: RECEIVED, isSettlement })

  test('a settlement by the hospital does not reduce the patient’s part', () => {
    const bill = billOf(100_000, [received(60_000, true)], [], 40)
    expect(bill).toMatchObject({
      paid: 60_000,
      settled: 60_000,
      patientPaid: 0,
      balance: 40_000,
      receivable: 40_000,
      settleable: 0,
      status: 'Partial_Paid',
    })
    expect(billOf(100_000, [received(60_000, true), received(40_000)], [], 40)).toMatchObject({
      receivable: 0,
      balance: 0,
      status: 'Paid',
    })
  })

  test('without a scheme the desk receives everything and a settlement nothing', () => {
    expect(receivableOf({ net: 500, paid: 100 })).toBe(400)
    expect(settleableOf({ net: 500, paid: 100 })).toBe(0)
  })

  test('a visit on the wire gives the same, in rupees and dinars; a visit without settled has no settlement', () => {
    const visit = { net_charges: 10.001, paid: 6, settled: 5, patient_share: 50 }
    expect(visitReceivable(visit, 3)).toBe(4_001)
    expect(visitSettleable(visit, 3)).toBe(0)
    expect(patientPaid(visit, 3)).toBe(1_000)
    expect(visitReceivable({ net_charges: 100, paid: 10, patient_share: 50 }, 2)).toBe(4_000)
    expect(visitSettleable({ net_charges: 100, paid: 10, patient_share: 50 }, 2)).toBe(5_000)
  })

  test('receipts and settlements within their limits never exceed the debt of either side', () => {
    const step = fc.record({ isSettlement: fc.boolean(), part: fc.double({ min: 0, max: 1, noNaN: true }) })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
        fc.array(step, { maxLength: 8 }),
        (net, share, steps) => {
          const receipts: ReturnType<typeof received>[] = []
          const bill = () => billOf(net, receipts, [], share)
          for (const { isSettlement, part } of steps) {
            const room = isSettlement ? bill().settleable : bill().receivable
            const minor = Math.round(room * part)
            if (minor > 0) receipts.push(received(minor, isSettlement))
            expect(bill().receivable + bill().settleable).toBe(bill().balance)
          }
          expect(bill().patientPaid).toBeLessThanOrEqual(bill().patientNet)
          expect(bill().settled).toBeLessThanOrEqual(net - bill().patientNet)
        },
      ),
    )
  })

  test('neither side owes more than the balance, whatever was received before', () => {
    const money = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(money, money, money, fc.integer({ min: 0, max: 100 }), (net, patient, settled, share) => {
        const owed = { net, paid: patient + settled, settled, share }
        const balance = Math.max(0, net - owed.paid)
        for (const room of [receivableOf(owed), settleableOf(owed)]) {
          expect(room).toBeGreaterThanOrEqual(0)
          expect(room).toBeLessThanOrEqual(balance)
        }
      }),
    )
  })
})

describe('a typed settlement', () => {
  const row = (more: Partial<TypedSettlement> = {}): TypedSettlement => ({
    id: 'one',
    rest: 600,
    commission: 100,
    typed: '600',
    ...more,
  })

  test('needs a mode first, and an amount for at least one invoice', () => {
    expect(checkSettlement([row({ typed: 'x' })], undefined, 2)).toEqual({ problem: 'mode' })
    expect(checkSettlement([row({ typed: '' })], 'Cash', 2)).toEqual({ problem: 'none' })
    expect(checkSettlement([row(), row({ id: 'two', typed: '' })], 'Cash', 2)).toBeUndefined()
    expect(checkSettlement([row(), row({ id: 'two', typed: '600.01' })], 'Cash', 2)).toEqual({
      problem: 'rest',
      id: 'two',
    })
  })

  test.each([
    ['1.2.3', 'Cash', 2, 'numeric'],
    ['1.005', 'Cash', 2, 'decimals'],
    ['1.005', 'Cash', 3, undefined],
    ['1.0005', 'Cash', 3, 'decimals'],
    ['0', 'Cash', 2, 'positive'],
    ['600', 'Cash', 2, undefined],
    ['600.01', 'Cash', 2, 'rest'],
    ['100', 'Commission', 2, undefined],
    ['100.01', 'Commission', 2, 'commission'],
    ['', 'Commission', 2, undefined],
  ])('of %s in mode %s with %i decimals: %s', (typed, mode, decimals, problem) => {
    expect(findSettlementProblem(row({ typed }), mode, decimals)).toBe(problem)
  })

  test('begins with the full receivable amount, and this amount is always valid', () => {
    expect(settlementText(row(), 'Cash', 2)).toBe('600.00')
    expect(settlementText(row(), 'Commission', 3)).toBe('100.000')
    expect(settlementText(row({ commission: 0 }), 'Commission', 2)).toBe('')
    const money = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(
        money,
        money,
        fc.constantFrom(...SETTLEMENT_MODES),
        fc.constantFrom(2, 3),
        (rest, commission, mode, decimals) => {
          const begun = row({ rest: fromMinor(rest, decimals), commission: fromMinor(commission, decimals) })
          const typed = settlementText(begun, mode, decimals)
          expect(findSettlementProblem({ ...begun, typed }, mode, decimals)).toBeUndefined()
          expect(settlementCap(begun, mode, decimals)).toBeLessThanOrEqual(rest)
        },
      ),
    )
  })
})

test('an amount uses up one commission before the next, and equals the sum of its parts', () => {
  expect(spreadOverCommissions(70, [40, 40, 40])).toEqual([40, 30, 0])
  const open = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 6 })
  fc.assert(
    fc.property(open, fc.double({ min: 0, max: 1, noNaN: true }), (commissions, part) => {
      const whole = commissions.reduce((sum, one) => sum + one, 0)
      const amount = Math.floor(whole * part)
      const parts = spreadOverCommissions(amount, commissions)
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(amount)
      expect(parts.every((one, at) => one >= 0 && one <= (commissions[at] ?? 0))).toBe(true)
      expect(parts.filter((one, at) => one > 0 && one < (commissions[at] ?? 0)).length).toBeLessThan(2)
    }),
  )
})
