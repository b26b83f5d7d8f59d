import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { addVisits, paidBy, totalsOf, visitAmounts } from '#domain/visit/visit-amounts.ts'
import { visitRowOf, visitServiceOf } from '#tests/helpers/device/visit-row.ts'

const money = (amount: number, business_day: string, cancel_day: string | null = null) => ({
  amount,
  business_day,
  cancel_day,
})

test('money counts from its day until the day of its cancellation', () => {
  const receipts = [
    money(300, '2026-11-20'),
    money(200, '2026-11-22'),
    money(100, '2026-11-20', '2026-11-22'),
  ]
  const refunds = [money(50, '2026-11-21')]
  expect(paidBy('2026-11-19', receipts, refunds, 2)).toBe(0)
  expect(paidBy('2026-11-20', receipts, refunds, 2)).toBe(400_00)
  expect(paidBy('2026-11-21', receipts, refunds, 2)).toBe(350_00)
  expect(paidBy('2026-11-22', receipts, refunds, 2)).toBe(450_00)
})

test('an empty list of visits gives zero sums', () => {
  expect(totalsOf([], 2)).toEqual({
    visits: 0,
    charges: 0,
    discount: 0,
    net_charges: 0,
    paid: 0,
    balance: 0,
  })
})

const visit = visitRowOf({
  id: 'a',
  charges: 1000,
  discount: 100,
  net_charges: 900,
  services: [
    visitServiceOf({ id: '1', department_id: 'mri', charges: 700, discount: 100, net_charges: 600 }),
    visitServiceOf({ id: '2', department_id: 'ct', charges: 300, discount: 0, net_charges: 300 }),
    visitServiceOf({ id: '3', department_id: 'ct', charges: 800, net_charges: 800, status: 12 }),
  ],
})

test('without a department the amounts are those of the visit, paid within the given days', () => {
  expect(visitAmounts(visit, 450_00, undefined, 2)).toEqual({
    charges: 1000,
    discount: 100,
    net_charges: 900,
    paid: 450,
    balance: 450,
    payment_status: 'Partial_Paid',
  })
})

test('with a department they are those of its live services, with their part of the payment', () => {
  expect(visitAmounts(visit, 450_00, 'ct', 2)).toEqual({
    charges: 300,
    discount: 0,
    net_charges: 300,
    paid: 150,
    balance: 150,
    // The paid state of a visit covers all of it.
    payment_status: 'Partial_Paid',
  })
})

const line = fc.record({
  department_id: fc.constantFrom('mri', 'ct', null),
  status: fc.constantFrom(4 as const, 5 as const, 7 as const, 12 as const),
  charges: fc.nat(200_000),
  share: fc.nat(100),
})
const bill = fc.record({
  decimals: fc.constantFrom(2, 3),
  lines: fc.array(line, { maxLength: 6 }),
  paid: fc.integer({ min: -5000, max: 900_000 }),
  isCancelled: fc.boolean(),
})

function visitOf({
  decimals,
  lines,
  isCancelled,
}: {
  decimals: number
  isCancelled: boolean
  lines: (typeof line extends fc.Arbitrary<infer Line> ? Line : never)[]
}) {
  const amount = (minor: number) => fromMinor(minor, decimals)
  const services = lines.map(({ share, charges, ...one }, i) => {
    const discount = Math.floor((charges * share) / 100)
    return visitServiceOf({
      id: String(i),
      ...one,
      charges: amount(charges),
      discount: amount(discount),
      net_charges: amount(charges - discount),
    })
  })
  const live = services.filter(({ status }) => status !== 12)
  const sum = (name: 'charges' | 'discount' | 'net_charges') =>
    amount(live.reduce((total, service) => total + toMinor(service[name], decimals), 0))
  return visitRowOf({
    id: 'a',
    status: isCancelled ? 12 : 4,
    services,
    charges: sum('charges'),
    discount: sum('discount'),
    net_charges: sum('net_charges'),
  })
}

test('the departments of a visit add up to the visit exactly', () => {
  fc.assert(
    fc.property(bill, (given) => {
      const { decimals, paid } = given
      const one = visitOf({ ...given, isCancelled: false })
      // A visit with only cancelled services has no parts.
      fc.pre(one.services.length === 0 || one.services.some(({ status }) => status !== 12))
      const parts = ['mri', 'ct', '0'].map((id) => visitAmounts(one, paid, id, decimals))
      const whole = visitAmounts(one, paid, undefined, decimals)
      for (const name of ['charges', 'discount', 'net_charges', 'paid', 'balance'] as const)
        expect(parts.reduce((sum, part) => sum + toMinor(part[name], decimals), 0)).toBe(
          toMinor(whole[name], decimals),
        )
    }),
  )
})

test('sums of a list leave out cancelled visits, and adding and removing a visit changes nothing', () => {
  fc.assert(
    fc.property(fc.array(bill, { maxLength: 8 }), fc.array(bill, { maxLength: 4 }), (first, more) => {
      const decimals = 3
      const listed = (bills: typeof first) =>
        bills.map((given) => {
          const one = visitOf({ ...given, decimals })
          return { visit: one, amounts: visitAmounts(one, given.paid, undefined, decimals) }
        })
      const totals = totalsOf(listed(first), decimals)
      const live = listed(first).filter(
        ({ visit: { status, services } }) =>
          status !== 12 && (services.length === 0 || services.some((one) => one.status !== 12)),
      )
      expect(totals.visits).toBe(live.length)
      expect(totals.balance).toBe(fromMinor(toMinor(totals.net_charges, 3) - toMinor(totals.paid, 3), 3))
      expect(addVisits(addVisits(totals, listed(more), decimals), listed(more), decimals, -1)).toEqual(totals)
    }),
  )
})
