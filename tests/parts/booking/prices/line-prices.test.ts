import { expect, test } from 'vitest'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { priceDemand } from '#src/parts/booking/prices/judge-prices.ts'
import { linePrices, type PriceBooks } from '#src/parts/booking/prices/line-prices.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { lineOf } from '../drafts.ts'

const reckoned = (charges: number) => ({
  lines: [
    { id: 'a', charges, discount: 0, net: charges, chargesText: '', discountText: '', problem: undefined },
  ],
})
const books = (more: Partial<PriceBooks> = {}): PriceBooks => ({
  stored: new Map(),
  sold: undefined,
  listed: 100_000,
  decimals: 2,
  ...more,
})
const booked = (list_charges: number | null | undefined, charges = 900) =>
  new Map([['a', { charges, list_charges } as VisitServiceRow]])
const line = lineOf('a', { serviceId: 'ct' })

test.each([
  ['a new line against today’s list', books(), 100_000, undefined],
  ['a booked line against the list at its booking', books({ stored: booked(800) }), 80_000, 90_000],
  ['a line from before list prices were stored against none', books({ stored: booked(null) }), null, 90_000],
  ['an earlier copy against none', books({ stored: booked(undefined) }), null, 90_000],
  [
    'a package line against the package’s price',
    books({ sold: { services: [{ service_id: 'ct', charges: 500 }] } }),
    50_000,
    undefined,
  ],
])('compares %s', (_what, given, list, chargesBefore) => {
  expect(linePrices(line, reckoned(90_000), given)).toEqual({
    charges: 90_000,
    discount: 0,
    list,
    chargesBefore,
  })
})

test('requires the right if it is missing, and the reason if it is present', () => {
  const below = [linePrices(line, reckoned(90_000), books())]
  const clerk = sessionFields({ modules: ['appointments'] })
  const senior = sessionFields({ modules: ['appointments', 'custom_discount'] })
  expect(priceDemand(below, clerk, undefined)).toBe('right')
  expect(priceDemand(below, clerk, 10)).toBe('reason')
  expect(priceDemand(below, senior, undefined)).toBe('reason')
  expect(priceDemand([linePrices(line, reckoned(100_000), books())], clerk, undefined)).toBe('none')
})
