import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PrintedPaper } from '#contract/calls/printed-papers.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, putVisits, QUIET_DAY } from '../sales/books.ts'

// Each paper starts its own thread, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let server: DemoServer
let manager: ApiUser
let admin: ApiUser
const RANGE = { branch_id: ANDHERI, from_date: QUIET_DAY, to_date: QUIET_DAY }
const SALES = { filterFd: RANGE, salesInvoice: { dept_summary: 'N' } }
const at = (time: string) => new Date(`${QUIET_DAY}T${time}:00+05:30`)

beforeAll(async () => {
  server = await openDemo()
  manager = await server.signIn('manager.andheri')
  admin = await server.signIn('admin.sanjeevani')
  await putVisits(server, [
    { start: at('09:00'), lines: [{ charges: 700_000 }], money: [{ minor: 450_000, day: QUIET_DAY }] },
  ])
})
afterAll(() => server.close())

async function download(path: string, payload: object, desk: ApiUser) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}${path}`,
    headers: { authorization: `Bearer ${desk.token}`, 'x-time-zone': 'Asia/Kuwait' },
    payload,
  })
  return { status: response.statusCode, headers: response.headers, pdf: response.rawPayload }
}
const print = async (desk: ApiUser) => (await download('report/pdfSalesReports', SALES, desk)).pdf
const printAgain = (id: string, desk: ApiUser, kind = 'sales') =>
  download('report/printedPaper', { kind, id }, desk)
async function listed(desk: ApiUser, kind = 'sales'): Promise<PrintedPaper[]> {
  const { status, body } = await desk.get(`${PHP}report/printedPapers`, { kind })
  expect(status).toBe(200)
  expect(body.result.page.total_records).toBe(body.result.data.length)
  return body.result.data as PrintedPaper[]
}

test.skipIf(!hasPoppler)(
  'a paper printed again has the same bytes, whatever the books say since',
  async () => {
    const first = await print(manager)
    await putVisits(server, [
      { start: at('11:00'), lines: [{ charges: 123_400 }], money: [{ minor: 100, day: QUIET_DAY }] },
    ])
    const second = await print(manager)
    const [newer, older] = await listed(manager)
    if (!newer || !older) throw new Error('two papers were printed')
    expect(older).toMatchObject({
      name: 'sales-reports.pdf',
      branch: 'Sanjeevani Andheri',
      from_date: QUIET_DAY,
      to_date: QUIET_DAY,
      is_own: 1,
    })
    expect(newer.rows).toBe(older.rows + 1)
    const again = await printAgain(older.id, manager)
    expect(again.status).toBe(200)
    expect(again.headers['content-disposition']).toContain(older.name)
    expect(Buffer.compare(again.pdf, first)).toBe(0)
    expect(Buffer.compare((await printAgain(newer.id, manager)).pdf, second)).toBe(0)
    expect(newer.hash).not.toBe(older.hash)
    const words = pageTexts(new Uint8Array(again.pdf)).join(' ').replaceAll(/\s+/g, ' ')
    expect(words).toContain(older.hash)
    expect(words).toContain(`position ${older.as_at.pos}`)
    const lines = await readAudit(server, CLIENT, 'sales_paper')
    expect(lines.filter(({ record_id }) => record_id === older.id)).toHaveLength(1)
  },
)

test('a reader gets the papers whose figures are all within their rights', async () => {
  await print(manager)
  await print(admin)
  await download('report/visitsPdf', RANGE, manager)
  await download(
    'report/pdfSalesReports',
    { filterFd: { ...RANGE, branch_id: undefined }, salesInvoice: {} },
    admin,
  )
  const all = await listed(admin)
  const wide = all.filter(({ branch }) => branch === null)
  expect(wide).toHaveLength(1)
  const ofManager = await listed(manager)
  expect(ofManager.map(({ id }) => id)).toEqual(
    all.filter(({ branch }) => branch !== null).map(({ id }) => id),
  )
  expect((await printAgain(wide[0]?.id ?? '', manager)).status).toBe(404)
  // A paper of visits is not listed among the papers of sales.
  const [visits] = await listed(manager, 'visits')
  expect((await printAgain(visits?.id ?? '', manager)).status).toBe(404)
  expect((await printAgain(visits?.id ?? '', manager, 'visits')).status).toBe(200)

  const setScopes = (report: string, invoice: string) =>
    askAdmin(server, 'update role set sales_report = $2, sales_invoice = $3 where client_id = $1', [
      CLIENT,
      report,
      invoice,
    ])
  await setScopes('All', 'Pending_Only')
  expect(await listed(manager)).toEqual([])
  await setScopes('Self_Created_Only', 'All')
  expect(await listed(manager)).toEqual([])
  await print(manager)
  const [own] = await listed(manager)
  expect(await listed(manager)).toHaveLength(1)
  expect((await printAgain(own?.id ?? '', manager)).status).toBe(200)
  expect((await printAgain(ofManager[0]?.id ?? '', manager)).status).toBe(404)
  await setScopes('All', 'All')
})

test('a paper of visits with sums requires the right to all sales; one without them is also for the desk', async () => {
  await download('report/visitsPdf', RANGE, manager)
  const desk = await server.signIn('desk.andheri')
  const [withSums] = await listed(manager, 'visits')
  expect(await listed(desk, 'visits')).toEqual([])
  expect((await printAgain(withSums?.id ?? '', desk, 'visits')).status).toBe(404)
  await download('report/visitsPdf', RANGE, desk)
  const [own] = await listed(desk, 'visits')
  expect(own?.is_own).toBe(1)
  expect((await printAgain(own?.id ?? '', desk, 'visits')).status).toBe(200)
})

test('special management discounts are removed from the list with the module', async () => {
  await updateClient(server, CLIENT, {
    main_modules: ['appointment_system', 'sales_report', 'special_mgmt_discount'],
  })
  await print(manager)
  const [withHidden] = await listed(manager)
  await updateClient(server, CLIENT, { main_modules: ['appointment_system', 'sales_report'] })
  await print(manager)
  const without = await listed(manager)
  expect(without).toHaveLength(1)
  expect(without[0]?.id).not.toBe(withHidden?.id)
  expect((await printAgain(withHidden?.id ?? '', manager)).status).toBe(404)
})

test('a user of another client finds no paper, and without the right there is no list', async () => {
  const [paper] = await listed(admin)
  const stranger = await server.signIn('admin.alnoor')
  expect((await printAgain(paper?.id ?? '', stranger)).status).toBe(404)
  expect(await listed(stranger)).toEqual([])
  const technician = await server.signIn('tech.andheri')
  expect((await technician.get(`${PHP}report/printedPapers`, { kind: 'sales' })).body.code).toBe(
    'not_permitted',
  )
  expect((await printAgain(paper?.id ?? '', technician)).status).toBe(422)
  expect((await printAgain('nothing', admin)).status).toBe(400)
})
