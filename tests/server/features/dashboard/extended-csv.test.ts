import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let desk: ApiUser
/** A study with a visit that came from a booking request. */
let linked: string

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('admin.sanjeevani')
  const [row] = await askAdmin<{ id: string; service: string; visit: string }>(
    server,
    `select s.id, vs.id as service, vs.visit_id as visit from study s
       join visit_service vs on vs.client_id = s.client_id and vs.id = s.visit_service_id
      where s.client_id = $1 and s.hidden is null limit 1`,
    [SANJEEVANI.id],
  )
  linked = row?.id ?? ''
  const [request] = await askAdmin<{ id: string }>(
    server,
    `update booking_request set created = '2026-11-01T04:00:00Z', converted_on = '2026-11-01T05:00:00Z'
      where client_id = $1 and id = (select id from booking_request where client_id = $1 limit 1) returning id`,
    [SANJEEVANI.id],
  )
  await askAdmin(
    server,
    `update visit set booking_request_id = $3, started_on = '2026-11-02T04:00:00Z' where client_id = $1 and id = $2`,
    [SANJEEVANI.id, row?.visit, request?.id],
  )
  await askAdmin(
    server,
    `update visit_service set exm_start_dt = '2026-11-02T04:20:00Z', exm_end_dt = '2026-11-02T04:50:00Z',
       scanned_on = '2026-11-02T04:41:00Z' where client_id = $1 and id = $2`,
    [SANJEEVANI.id, row?.service],
  )
})
afterAll(() => server.close())

async function rowsOf(path: string, more: object = {}): Promise<StudyRow[]> {
  const { status, body } = await desk.post(path, { ps: 1000, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result.data as StudyRow[]
}
const linkedOf = (rows: StudyRow[]) => rows.find(({ id }) => id === linked)

const setExtended = (value: boolean) =>
  askAdmin(
    server,
    `insert into client_setting (client_id, extended_csv) values ($1, $2)
       on conflict (client_id) do update set extended_csv = $2`,
    [SANJEEVANI.id, value],
  )

test('pages for a file contain the times of the visit’s steps, for a client with the longer CSV', async () => {
  await setExtended(true)
  for (const [path, more] of [
    ['study/getList/ALL', {}],
    ['study/getList/Dashboard', { forCsv: 'T' }],
  ] as const) {
    const rows = await rowsOf(path, more)
    expect(linkedOf(rows)?.visit_times).toEqual({
      booking_requested_on: '2026-11-01T04:00:00.000Z',
      booking_converted_on: '2026-11-01T05:00:00.000Z',
      visit_started_on: '2026-11-02T04:00:00.000Z',
      scan_started_on: '2026-11-02T04:20:00.000Z',
      // When the scan was completed, not when it was expected.
      scan_completed_on: '2026-11-02T04:41:00.000Z',
    })
    const alone = rows.find(({ is_linked }) => is_linked === 0)
    expect(new Set(Object.values(alone?.visit_times ?? {}))).toEqual(new Set([null]))
  }
})

test('pages for a screen do not, and neither do those of other clients', async () => {
  await setExtended(true)
  expect(linkedOf(await rowsOf('study/getList'))).not.toHaveProperty('visit_times')
  expect(linkedOf(await rowsOf('study/getList/Dashboard'))).not.toHaveProperty('visit_times')
  await setExtended(false)
  expect(linkedOf(await rowsOf('study/getList/ALL'))).not.toHaveProperty('visit_times')
})

test('a page of the dashboard’s file is audited as an export, a page of its table is not', async () => {
  const exports = async () =>
    (await readAudit(server, SANJEEVANI.id, 'study')).filter(({ action }) => action === 'export').length
  const before = await exports()
  await rowsOf('study/getList/Dashboard')
  expect(await exports()).toBe(before)
  await rowsOf('study/getList/Dashboard', { forCsv: 'T' })
  expect(await exports()).toBe(before + 1)
})
