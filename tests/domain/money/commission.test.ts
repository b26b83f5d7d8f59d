import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommissionSources, commissionOf, commissionRate } from '#domain/money/commission.ts'

const percent = (rate: number) => ({ type: 'Percent', rate }) as const
const flat = (rate: number) => ({ type: 'Flat', rate }) as const
const sources: CommissionSources = {
  isCommission: true,
  basis: 'Service',
  withoutHospital: {},
  ofService: percent(10),
  ofDepartment: percent(5),
}

test('the rate is the referrer’s with the hospital, else the referrer’s, else the service’s, else the department’s', () => {
  const without = { withoutHospital: { service: flat(200) } }
  expect(commissionRate({ ...sources, ...without, withHospital: { service: percent(20) } })).toEqual(
    percent(20),
  )
  expect(commissionRate({ ...sources, ...without, withHospital: {} })).toEqual(flat(200))
  expect(commissionRate(sources)).toEqual(percent(10))
  expect(commissionRate({ ...sources, ofService: percent(0) })).toEqual(percent(5))
  expect(commissionRate({ ...sources, ofService: percent(0), ofDepartment: percent(0) })).toBeUndefined()
})

test('the basis decides which agreement counts, and an agreed zero counts as an agreement', () => {
  const agreed = { withoutHospital: { service: flat(200), department: 0 } }
  expect(commissionRate({ ...sources, ...agreed })).toEqual(flat(200))
  expect(commissionRate({ ...sources, ...agreed, basis: 'Department' })).toEqual(percent(0))
})

test('a referrer without commission has none', () => {
  expect(commissionRate({ ...sources, isCommission: false })).toBeUndefined()
})

test('on Actual the referrer bears a share of the discount; on Discounted the net is the base', () => {
  const line = { charges: 100_000, discount: 20_000, isCancelled: false }
  const terms = { rate: percent(10), shareInDiscount: 25, decimals: 2 }
  expect(commissionOf(line, { ...terms, onPrice: 'Actual' })).toBe(10_000 - 5_000)
  expect(commissionOf(line, { ...terms, onPrice: 'Discounted' })).toBe(8_000)
  expect(commissionOf(line, { ...terms, rate: flat(30), onPrice: 'Discounted' })).toBe(3_000)
  expect(commissionOf({ ...line, isCancelled: true }, { ...terms, onPrice: 'Actual' })).toBe(0)
})

test('a commission is never below zero, and a percentage never above the base', () => {
  const minor = fc.integer({ min: 0, max: 100_000_000 })
  const rate = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(minor, minor, rate, rate, (a, b, per, share) => {
      const [discount, charges] = [Math.min(a, b), Math.max(a, b)]
      const line = { charges, discount, isCancelled: false }
      for (const onPrice of ['Actual', 'Discounted'] as const) {
        const made = commissionOf(line, { rate: percent(per), onPrice, shareInDiscount: share, decimals: 2 })
        expect(made).toBeGreaterThanOrEqual(0)
        expect(made).toBeLessThanOrEqual(charges)
      }
    }),
  )
})
