import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linePrice } from '#domain/visit/line-price.ts'
import { untouchedServiceStatus } from '#domain/visit/service-start.ts'
import { discountOfPercent, percentOfDiscount, spreadDiscount } from '#domain/visit/spread-discount.ts'

test('the referrer’s price comes first, then the branch’s, then the service’s', () => {
  const sources = { branches: { andheri: 900 }, charges: 1000 }
  expect(linePrice('andheri', { ...sources, referrer: 800 })).toBe(800)
  expect(linePrice('andheri', { ...sources, referrer: 0 })).toBe(0)
  expect(linePrice('andheri', { ...sources, referrer: null })).toBe(900)
  expect(linePrice('kothrud', sources)).toBe(1000)
})

test('a discount spreads in proportion, with its remainder on the first line', () => {
  expect(spreadDiscount([100_00, 50_00, 50_00], 10_00)).toEqual([500, 250, 250])
  expect(spreadDiscount([100, 100, 100], 100)).toEqual([34, 33, 33])
})

test('no line costs less than nothing: the next line takes the excess of the first', () => {
  expect(spreadDiscount([1, 1, 1], 2)).toEqual([1, 1, 0])
  expect(spreadDiscount([0, 100], 50)).toEqual([0, 50])
  expect(spreadDiscount([100], 500)).toEqual([100])
})

test('the parts of a discount add up to it, and none is above its charge', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 50_000_000 }),
      (charges, discount) => {
        const whole = charges.reduce((sum, one) => sum + one, 0)
        const parts = spreadDiscount(charges, discount)
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(Math.min(discount, whole))
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(charges[index] ?? 0)
        }
      },
    ),
  )
})

test('a percentage is rounded half up and never exceeds the whole', () => {
  expect(discountOfPercent([333], 10)).toBe(33)
  expect(discountOfPercent([335], 10)).toBe(34)
  expect(discountOfPercent([1000], 12.5)).toBe(125)
  expect(discountOfPercent([1000], 150)).toBe(1000)
  expect(percentOfDiscount([1000], 125)).toBe(12.5)
  expect(percentOfDiscount([0], 0)).toBe(0)
})

test('an untouched service follows its visit, and becomes Ready to Scan when that starts', () => {
  const exam = { type: 'Exam_Service', isRadiology: true } as const
  expect(untouchedServiceStatus(3, exam)).toBe(3)
  expect(untouchedServiceStatus(4, exam)).toBe(5)
  expect(untouchedServiceStatus(4, { ...exam, type: 'Exam_Consumable' })).toBe(4)
  expect(untouchedServiceStatus(4, { ...exam, isRadiology: false })).toBe(4)
})
