import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { dashboardCalls } from '#contract/calls/dashboard.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { DATE_BASES } from '#domain/study/lists/date-basis.ts'
import { firstDayOf, lastDayOf } from '#domain/time/months.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'

type Summary = OutputOf<typeof dashboardCalls.dashboardData>['result']
type Months = OutputOf<typeof dashboardCalls.casesLast12Months>['result']

let server: DemoServer
const desks = new Map<string, ApiUser>()
const [ANDHERI = '', KOTHRUD = ''] = SANJEEVANI.branches.map(({ id }) => id)
const READERS = ['admin.sanjeevani', 'manager.andheri', 'dr.mehta']

beforeAll(async () => {
  server = await openDemo()
  for (const username of [...READERS, 'dr.iyer', 'admin.alnoor'])
    desks.set(username, await server.signIn(username))
  // Moves half of the cases to other days for each basis, so that no two bases agree by chance.
  await askAdmin(
    server,
    `update study set study_datetime = received_datetime - interval '1 day' * (no_of_img % 3),
       signed_on = case when signed_on is null then null else received_datetime + interval '1 hour' * (no_of_img % 60) end
     where client_id = $1`,
    [SANJEEVANI.id],
  )
})
afterAll(() => server.close())

const apiUserOf = (username: string) => desks.get(username)!
const inZone = (zone: string) => ({ 'x-time-zone': zone })

async function ask<Result>(username: string, path: string, input: object, zone = 'Asia/Kolkata') {
  const { status, body } = await apiUserOf(username).post(path, input, inZone(zone))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result as Result
}
const summaryOf = (username: string, input: object, zone?: string) =>
  ask<Summary>(username, 'dashboard/dashboardData', input, zone)
const countOf = async (username: string, filter: object, zone?: string, path = 'study/getList') =>
  (await ask<{ page: { total_records: number } }>(username, path, { ...filter, ps: 1 }, zone)).page
    .total_records

const day = (daysBack: number) => new Date(NOW.getTime() - daysBack * 86_400_000).toISOString().slice(0, 10)

test('every tile and every doctor card equals the count of the list with its filter, for any filter', async () => {
  const filters = fc.record(
    {
      reader: fc.constantFrom(...READERS),
      zone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'),
      date_col: fc.constantFrom(...DATE_BASES),
      branch_id: fc.option(fc.constantFrom(ANDHERI, KOTHRUD), { nil: undefined }),
      span: fc.option(
        fc
          .tuple(fc.nat(20), fc.nat(20))
          .map(([a, b]) => ({ from_date: day(Math.max(a, b)), to_date: day(Math.min(a, b)) })),
        { nil: undefined, freq: 5 },
      ),
    },
    { requiredKeys: ['reader', 'zone', 'date_col'] },
  )
  let reports = 0
  await fc.assert(
    fc.asyncProperty(filters, async ({ reader, zone, span, ...rest }) => {
      const filter = { ...rest, ...span }
      const { summary, by_reporting_doctors: doctors } = await summaryOf(reader, filter, zone)
      expect(await countOf(reader, filter, zone)).toBe(summary.All)
      expect(await countOf(reader, filter, zone, 'study/getList/Dashboard')).toBe(summary.All)
      for (const status of REPORT_STATUSES)
        expect(await countOf(reader, { ...filter, status }, zone)).toBe(summary[status])
      for (const { id, n } of doctors)
        expect(await countOf(reader, { ...filter, report_by_ids: id }, zone)).toBe(n)
      const ids = doctors.map(({ id }) => id).join(',')
      const all = doctors.reduce((sum, { n }) => sum + n, 0)
      if (ids) expect(await countOf(reader, { ...filter, report_by_ids: ids }, zone)).toBe(all)
      expect(all).toBeLessThanOrEqual(summary.Signed + summary.Verified)
      reports += all
    }),
    { numRuns: 25 },
  )
  expect(reports).toBeGreaterThan(0)
})

test('each month of the chart equals the count of the list of its days, in the reader’s time zone', async () => {
  for (const [zone, date_col] of [
    ['Asia/Kolkata', 'received_datetime'],
    ['America/New_York', 'study_datetime'],
    ['Pacific/Auckland', 'signed_on'],
  ] as const) {
    const months = await ask<Months>('dr.mehta', 'dashboard/casesLast12Months', { date_col }, zone)
    expect(months).toHaveLength(12)
    expect(months.at(-1)).toMatchObject({ y: 2026, m: 11 })
    expect(months[0]).toMatchObject({ y: 2025, m: 12 })
    expect(months.some(({ no_of_cases }) => no_of_cases > 0)).toBe(true)
    for (const month of months) {
      const days = { from_date: firstDayOf(month), to_date: lastDayOf(month) }
      expect(await countOf('dr.mehta', { date_col, ...days }, zone)).toBe(month.no_of_cases)
    }
  }
})

test('a case at midnight belongs to the day in the reader’s time zone', async () => {
  const [study] = await askAdmin<{ id: string }>(
    server,
    `update study set received_datetime = '2025-01-31T20:00:00Z' where client_id = $1 and id =
       (select id from study where client_id = $1 and hidden is null and branch_id = $2 limit 1) returning id`,
    [SANJEEVANI.id, ANDHERI],
  )
  expect(study).toBeDefined()
  const on = async (day: string, zone: string) =>
    (await summaryOf('manager.andheri', { from_date: day, to_date: day }, zone)).summary.All
  expect([await on('2025-02-01', 'Asia/Kolkata'), await on('2025-02-01', 'UTC')]).toEqual([1, 0])
  expect([await on('2025-01-31', 'Asia/Kolkata'), await on('2025-01-31', 'UTC')]).toEqual([0, 1])
})

test('an administrator sees all branches, other users their own, and none another client’s', async () => {
  const admin = await summaryOf('admin.sanjeevani', {})
  const manager = await summaryOf('manager.andheri', {})
  const [of] = await askAdmin<{ all: number; own: number }>(
    server,
    `select count(*)::int as all, count(*) filter (where branch_id = $2)::int as own
       from study where client_id = $1 and hidden is null`,
    [SANJEEVANI.id, ANDHERI],
  )
  expect([admin.summary.All, manager.summary.All]).toEqual([of?.all, of?.own])
  expect(of?.own).toBeLessThan(of?.all ?? 0)
  expect((await summaryOf('manager.andheri', { branch_id: KOTHRUD })).summary.All).toBe(0)
  expect((await summaryOf('admin.alnoor', { branch_id: ANDHERI })).summary.All).toBe(0)
  expect((await summaryOf('admin.alnoor', {})).summary.All).toBe(AL_NOOR.studies)
  const months = await ask<Months>('manager.andheri', 'dashboard/casesLast12Months', { branch_id: KOTHRUD })
  expect(months.every(({ no_of_cases }) => no_of_cases === 0)).toBe(true)
})

test('without view_dashboard none of the three calls returns a figure', async () => {
  for (const path of ['dashboard/dashboardData', 'dashboard/casesLast12Months', 'study/getList/Dashboard']) {
    const { status, body } = await apiUserOf('dr.iyer').post(path, {})
    expect([status, body.code]).toEqual([422, 'not_permitted'])
  }
  const { body } = await apiUserOf('dr.iyer').post('study/getList', { flag: 'dashboard' })
  expect(body.code).toBe('not_permitted')
})

test.each<[object, string]>([
  [{ from_date: '2026-11-20', to_date: '2026-11-19' }, 'to_date'],
  [{ from_date: '2026-02-30' }, 'from_date'],
  [{ date_col: 'hidden' }, 'date_col'],
  [{ branch_id: 'all' }, 'branch_id'],
  [{ status: 'Signed' }, 'status'],
])('an invalid filter is refused by name: %o', async (input, field) => {
  const { status, body } = await apiUserOf('dr.mehta').post('dashboard/dashboardData', input)
  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(Object.keys(body.fields as object)).toContain(field)
})

test('figures name their filter, their time, and the position of the feed', async () => {
  const before = await summaryOf('dr.mehta', { branch: ANDHERI, from_date: '2026-11-01' })
  expect(before.filter).toEqual({
    branch_id: ANDHERI,
    from_date: '2026-11-01',
    to_date: null,
    date_col: 'received_datetime',
  })
  expect(before.as_at.at).toBe(NOW.toISOString())
  const [study] = (await ask<{ data: { id: string }[] }>('dr.mehta', 'study/getList', { ps: 10 })).data
  const tagged = await apiUserOf('dr.mehta').post('study/assignTag', {
    study_id: study?.id,
    tag_id: tagIdOf(SANJEEVANI.id, 'Urgent'),
  })
  expect(tagged.status, JSON.stringify(tagged.body)).toBe(200)
  expect((await summaryOf('dr.mehta', {})).as_at.pos).toBeGreaterThan(before.as_at.pos)
})

test('doctors are listed by name, most reports first', async () => {
  const { by_reporting_doctors: doctors } = await summaryOf('admin.sanjeevani', {})
  expect(doctors.length).toBeGreaterThan(1)
  expect(doctors.map(({ n }) => n)).toEqual(doctors.map(({ n }) => n).toSorted((a, b) => b - a))
  for (const { id, name } of doctors) expect(DEMO_PEOPLE.find((person) => person.id === id)?.name).toBe(name)
})
