import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitListCalls } from '#contract/calls/visit-list.ts'
import { REF_SCHEME_FILTERS } from '#domain/money/sales/sales-filters.ts'
import { PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'
import type { VisitTotals } from '#domain/visit/visit-amounts.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { heldVisits } from '#src/sync/visits/held-visits.ts'
import { listRange } from '#src/sync/visits/list-range.ts'
import { type ListFilter, needsMoney, pickVisits } from '#src/sync/visits/pick-visits.ts'
import type { VisitListInput } from '#src/sync/visits/use-server-page.ts'
import { ofDevice, ofServer } from '#src/sync/visits/use-visit-list.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let demo: DemoServer
const pages: DemoPage[] = []

beforeAll(async () => {
  demo = await openDemo()
})
afterAll(async () => {
  await Promise.all(pages.map(({ device }) => device.stop()))
  await demo.close()
})

/** The values in a test's filters: some occur in visits, some do not. */
interface Known {
  branches: string[]
  departments: string[]
  doctors: string[]
  hospitals: string[]
  creators: string[]
  words: string[]
  today: DayText
}

const filters = (known: Known) => {
  const oneOf = (ids: string[]) => fc.constantFrom(...ids, '0')
  const word = fc
    .constantFrom(...known.words)
    .chain((text) =>
      fc
        .tuple(fc.nat(Math.max(0, text.length - 2)), fc.integer({ min: 1, max: 6 }))
        .map(([at, n]) => text.slice(at, at + n)),
    )
  // Within the time that a device keeps, and in the coming days.
  const range = fc.tuple(fc.integer({ min: -24, max: 3 }), fc.nat(20)).map(([from, days]) => ({
    from_date: addDays(known.today, from),
    to_date: addDays(known.today, from + days),
  }))
  const narrowing = {
    branch_id: fc.constantFrom(...known.branches),
    is_radiology: fc.constantFrom('0' as const, '1' as const),
    department_id: oneOf(known.departments),
    status: fc.integer({ min: 1, max: 12 }),
    payment_status: fc.constantFrom(...PAYMENT_STATUSES),
    ref_scheme: fc.constantFrom(...REF_SCHEME_FILTERS),
    ref_hospital_id: oneOf(known.hospitals),
    ref_dr_id: oneOf(known.doctors),
    created_by: fc.constantFrom(...known.creators),
    k: word,
    is_started: fc.constantFrom('Y' as const, 'N' as const),
    gender: fc.constantFrom('Male' as const, 'Female' as const, 'Other' as const),
  }
  const names = Object.keys(narrowing) as (keyof typeof narrowing)[]
  return fc
    .record({
      range,
      page: fc.record({
        p: fc.integer({ min: 1, max: 3 }),
        ps: fc.constantFrom(10, 20, 50),
        order_by: fc.constantFrom('date_desc' as const, 'date_asc' as const),
        includeFutureReceipt: fc.constantFrom('Y' as const, 'N' as const),
      }),
      all: fc.record(narrowing),
      // Few at a time: a filter with all of them finds nothing.
      kept: fc.subarray(names, { maxLength: 2 }),
    })
    .map(({ range: days, page, all, kept }) => ({
      ...days,
      ...page,
      ...Object.fromEntries(kept.map((name) => [name, all[name]])),
    }))
}

test.each(['admin.sanjeevani', 'desk.andheri'])(
  'for %s the device lists the same visits with the same amounts and sums as the server, with any filter',
  async (username) => {
    const page = await openDemoPage(demo, username)
    pages.push(page)
    const { databases, device, call, session } = page
    await until(async () => (await readCacheState(databases.cache)).isComplete, 'the first pull')
    const branches = (await databases.branches.openAll(await databases.cache.branches.toArray())).map(
      ({ body }) => body,
    )
    const visits = (await databases.visits.openAll(await databases.cache.visits.toArray())).map(
      ({ body }) => body,
    )
    const zone = branches[0]?.time_zone ?? 'UTC'
    const today = dayAt(demo.clock.now, zone)
    const ids = (values: (string | null)[]) => [...new Set(values.filter((id) => id !== null))]
    const arbitrary = filters({
      today,
      branches: branches.map(({ id }) => id),
      departments: ids(visits.flatMap(({ services }) => services.map((one) => one.department_id))),
      doctors: [...ids(visits.map(({ ref_dr_id }) => ref_dr_id)), session.user_id],
      hospitals: [...ids(visits.map(({ ref_hospital_id }) => ref_hospital_id)), session.user_id],
      creators: [...ids(visits.map(({ created_by_id }) => created_by_id)), session.user_id],
      words: visits
        .slice(0, 30)
        .flatMap(({ name, visit_no, pat_id }) => [name, visit_no, pat_id, 'zzz', '%', '_']),
    })
    let found = 0
    const agree = async (input: VisitListInput) => {
      const asked = branches.filter(({ id }) => input.branch_id === undefined || id === input.branch_id)
      const days = { fromDay: input.from_date, toDay: input.to_date }
      const range = listRange(asked, days, { zone, day: today })
      const filter = input as ListFilter
      const decimals = session.no_of_decimal
      const question = heldVisits(range, needsMoney(filter, range))
      const held = await question.open(await question.read(device), device)
      const order = input.order_by ?? 'date_desc'
      const own = ofDevice(pickVisits(held, { filter, range, order, decimals }), input, decimals)
      const server = ofServer(await call(visitListCalls.visits, input), undefined, decimals)
      found += own.rows.length
      const shown = (rows: typeof own.rows) => rows.map(({ id, amounts }) => ({ id, ...amounts }))
      expect(shown(own.rows)).toEqual(shown(server.rows))
      expect(own.page).toEqual(server.page)
      expect(own.totals).toMatchObject({
        visits: server.totals?.visits,
        cancelled: server.totals?.cancelled,
        ...(server.totals?.sums && { sums: pick(server.totals.sums) }),
      })
    }
    for (const to_date of [today, addDays(today, -1)])
      await agree({ from_date: addDays(today, -7), to_date, order_by: 'date_desc', p: 1, ps: 50 })
    expect(found).toBeGreaterThan(20)
    await fc.assert(fc.asyncProperty(arbitrary, agree), { numRuns: 120 })
  },
  180_000,
)

const pick = ({ visits, charges, discount, net_charges, paid, balance }: VisitTotals): VisitTotals => ({
  visits,
  charges,
  discount,
  net_charges,
  paid,
  balance,
})
