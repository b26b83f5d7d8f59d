import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LabReportRow } from '#contract/calls/lab-reports.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const [ANDHERI, KOTHRUD] = SANJEEVANI.branches
async function list(desk: ApiUser, query: Record<string, string> = {}) {
  const { body } = await desk.get('study/getLabReports', { ps: '100', ...query })
  return body.result as {
    data: LabReportRow[]
    page: { total_records: number; start: number; total: number }
  }
}

test('visits with results are listed newest first, each with its results', async () => {
  const { data, page } = await list(admin)
  expect(data).toHaveLength(14)
  expect(page).toMatchObject({ start: 0, total: data.length, total_records: data.length })
  const starts = data.map((row) => row.start_dt)
  expect(starts).toEqual(starts.toSorted().reverse())
  for (const row of data) {
    expect(row.report_urls.length).toBeGreaterThan(0)
    expect(row.studies).toHaveLength(row.report_urls.length)
    expect(row.report_urls[0]).toMatch(/^\/api\/file\/[0-9a-f-]{36}\?/)
  }
})

test('pages follow each other without a repeated row', async () => {
  const all = await list(admin)
  const pages = await Promise.all(['1', '2', '3'].map((p) => list(admin, { p, ps: '4' })))
  expect(pages.flatMap((page) => page.data.map((row) => row.id))).toEqual(
    all.data.slice(0, 12).map((row) => row.id),
  )
})

test('a keyword searches name, patient id and visit number', async () => {
  const { data } = await list(admin)
  const [row] = data
  for (const k of [row?.pat_name.slice(0, 6), row?.pat_id, row?.visit_no]) {
    const found = await list(admin, { k: k ?? '' })
    expect(
      found.data.map((one) => one.id),
      k,
    ).toContain(row?.id)
  }
  expect((await list(admin, { k: '%' })).data).toEqual([])
})

test('days end with their last moment in the caller’s time zone', async () => {
  const { data } = await list(admin)
  const day = (row: LabReportRow) =>
    new Date(new Date(row.start_dt).getTime() + 330 * 60_000).toISOString().slice(0, 10)
  const wanted = day(data[5]!)
  const found = await list(admin, { from_date: wanted, to_date: wanted })
  expect(found.data.map((row) => row.id)).toEqual(
    data.filter((row) => day(row) === wanted).map((row) => row.id),
  )
})

test('users see their own branches, whichever branch they request', async () => {
  const manager = await server.signIn('manager.andheri')
  const all = await list(admin)
  const own = await list(manager)
  expect(own.data.map((row) => row.id)).toEqual(
    all.data.filter((row) => row.branch === ANDHERI?.fullName).map((row) => row.id),
  )
  expect((await list(manager, { branch_id: KOTHRUD?.id ?? '' })).data).toEqual([])
})

test('another client sees nothing of it, and a user who may not see archives is refused', async () => {
  const noor = await list(await server.signIn('admin.alnoor'))
  const own = await list(admin)
  expect(noor.data.filter((row) => own.data.some((one) => one.id === row.id))).toEqual([])
  const refused = await (await server.signIn('dr.iyer')).get('study/getLabReports')
  expect([refused.status, refused.body.code]).toEqual([422, 'not_permitted'])
})

test('a hidden patient’s results are not listed', async () => {
  const { data } = await list(admin)
  const [row] = data
  await askAdmin(server, 'update patient set hidden = now() where pat_id = $1', [row?.pat_id])
  expect((await list(admin)).data.map((one) => one.pat_id)).not.toContain(row?.pat_id)
  await askAdmin(server, 'update patient set hidden = null where pat_id = $1', [row?.pat_id])
})

test('readings are in the audit trail, by visit and without a name', async () => {
  const { data } = await list(admin, { ps: '2' })
  const trail = await readAudit(server, SANJEEVANI.id, 'lab_report')
  expect(trail.at(-1)).toMatchObject({ action: 'read', detail: { visits: data.map((row) => row.id) } })
})
