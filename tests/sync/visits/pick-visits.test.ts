import { expect, test } from 'vitest'
import type { HeldVisit } from '#src/sync/visits/held-visits.ts'
import { listRange } from '#src/sync/visits/list-range.ts'
import {
  type ListFilter,
  pickVisits,
  totalsOfRows,
  withGains,
  withOwn,
} from '#src/sync/visits/pick-visits.ts'
import { ofDevice, ofServer } from '#src/sync/visits/use-visit-list.ts'
import { listedVisitOf, visitRowOf } from '#tests/helpers/device/visit-row.ts'

const DAY = '2026-11-23'
const RANGE = listRange(
  [{ id: 'andheri', time_zone: 'Asia/Kolkata' }],
  { fromDay: DAY, toDay: DAY },
  { zone: 'Asia/Kolkata', day: DAY },
)
const pick = (held: HeldVisit[], filter: ListFilter = {}) =>
  pickVisits(held, { filter, range: RANGE, order: 'date_desc', decimals: 2 })
const money = { money: undefined, baseMoney: undefined }

const known = visitRowOf({ id: 'known' })
const paid = visitRowOf({ id: 'paid' })
const paidHere = { ...paid, paid: 500, balance: 0, payment_status: 'Paid' as const }
const own = visitRowOf({
  id: 'own',
  charges: 300,
  net_charges: 300,
  balance: 300,
  start_dt: `${DAY}T06:00:00Z`,
})
const held: HeldVisit[] = [
  { visit: { ...known, isWaiting: false }, base: known, ...money },
  { visit: { ...paidHere, isWaiting: true }, base: paid, ...money },
  { visit: { ...own, isWaiting: true }, base: undefined, ...money },
]

const answer = (rows = [listedVisitOf({ id: 'paid' }), listedVisitOf({ id: 'known' })], hasSums = true) => {
  const sums = {
    visits: 2,
    charges: 1000,
    discount: 0,
    hidden_discount: null,
    net_charges: 1000,
    paid: 0,
    balance: 1000,
  }
  return {
    result: {
      data: rows,
      page: { start: 0, total: 2, total_records: 2, cur_page: 1 },
      totals: { sums: hasSums ? sums : null, visits: 2, cancelled: 0 },
    },
    as_at: { pos: 1, at: `${DAY}T06:00:00Z` },
    scope: { self_created: 0 as const, invoices: 'All' as const },
  }
}

test('visits added on this device come first and are counted beside the server’s records', () => {
  const list = ofServer(answer(), pick(held), 2)
  expect(list.rows.map(({ id, isWaiting }) => [id, isWaiting])).toEqual([
    ['own', true],
    ['paid', true],
    ['known', false],
  ])
  expect([list.page.total_records, list.notOnServer]).toEqual([2, 1])
})

test('the sums are those of the visible rows', () => {
  const { rows, totals } = ofServer(answer(), pick(held), 2)
  expect(totals?.sums).toMatchObject(totalsOfRows(rows, 2).sums)
  expect(totals?.sums).toMatchObject({ visits: 3, net_charges: 1300, paid: 500, balance: 800 })
})

test('a reader without sums gets the right counts', () => {
  expect(ofServer(answer(undefined, false), pick(held), 2).totals).toEqual({
    sums: undefined,
    visits: 3,
    cancelled: 0,
  })
})

test('a row that a change moves out of the filter leaves the list and its sums', () => {
  const list = pick(held, { payment_status: 'Pending' })
  expect(withOwn(answer().result.data, list).kept.map(({ id }) => id)).toEqual(['known'])
  const gained = withGains({ sums: undefined, visits: 2, cancelled: 0 }, list, 2)
  // One paid visit less, and one more that exists only here.
  expect(gained.visits).toBe(2)
})

test('a visit already in the server’s list is not added a second time', () => {
  const rows = [listedVisitOf({ id: 'own' }), listedVisitOf({ id: 'paid' })]
  const list = ofServer(answer(rows), pick(held), 2)
  expect(list.rows.filter(({ id }) => id === 'own')).toHaveLength(1)
  expect(list.notOnServer).toBe(0)
})

test('a visit cancelled here is counted as cancelled and is in no sum', () => {
  const cancelled = { ...known, status: 12 as const, isWaiting: true }
  const list = pick([{ visit: cancelled, base: known, ...money }])
  expect(withGains({ sums: undefined, visits: 2, cancelled: 0 }, list, 2)).toMatchObject({
    visits: 1,
    cancelled: 1,
  })
})

test('offline the device’s page has the same rows and sums', () => {
  const list = ofDevice(pick(held), { p: 1, ps: 20 }, 2)
  expect(list.rows.map(({ id }) => id)).toEqual(['own', 'paid', 'known'])
  expect([list.page.total_records, list.notOnServer]).toEqual([2, 1])
  expect(list.totals?.sums).toMatchObject({ visits: 3, net_charges: 1300, paid: 500 })
})

test('visits of other days and branches are not in the list', () => {
  const elsewhere = visitRowOf({ id: 'x', branch_id: 'kothrud' })
  const later = visitRowOf({ id: 'y', start_dt: '2026-11-23T18:30:00Z' })
  const all = [elsewhere, later].map((visit) => ({
    visit: { ...visit, isWaiting: false },
    base: visit,
    ...money,
  }))
  expect(pick(all).rows).toEqual([])
})
