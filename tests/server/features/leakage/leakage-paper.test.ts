import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LeakCount } from '#contract/calls/leakage.ts'
import type { PrintedPaper } from '#contract/calls/printed-papers.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, KOTHRUD, SALMIYA } from '../sales/books.ts'
import { putLeakBook, putStudy } from './leak-books.ts'

// Each paper starts its own thread, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let server: DemoServer
let admin: ApiUser
let manager: ApiUser
const RANGE = { branch_id: ANDHERI, from_date: '2018-06-01', to_date: '2018-06-10' }
const on = (day: number) => new Date(`2018-06-${String(day).padStart(2, '0')}T06:00:00Z`)
const noShow = (day: number, branch = ANDHERI) =>
  putLeakBook(server, { start: on(day), status: 2, isStarted: false, branch, lines: [{ charges: 600_00 }] })

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  manager = await server.signIn('manager.andheri')
  await noShow(2)
  await noShow(2)
  const explained = await noShow(9)
  await noShow(5, KOTHRUD)
  // 19:00 in London is the next day in India.
  await putLeakBook(server, {
    start: new Date('2018-06-09T19:00:00Z'),
    status: 2,
    isStarted: false,
    lines: [{ charges: 100_00 }],
  })
  await putStudy(server, { at: on(3) })
  const act = { line: 'no_show', act: 'Explained', version: 0, subject_id: explained, reason: 'Moved' }
  expect((await admin.post(`${PHP}report/explainLeakage`, act)).status).toBe(200)
})
afterAll(() => server.close())

async function ask(payload: object, desk = admin) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}report/leakagePdf`,
    headers: { authorization: `Bearer ${desk.token}`, 'x-time-zone': 'Asia/Kolkata' },
    payload,
  })
  const isPdf = response.headers['content-type'] === 'application/pdf'
  return {
    status: response.statusCode,
    name: response.headers['content-disposition'],
    pdf: new Uint8Array(response.rawPayload),
    body: isPdf ? {} : response.json(),
  }
}
const listed = async (desk: ApiUser): Promise<PrintedPaper[]> =>
  (await desk.get(`${PHP}report/printedPapers`, { kind: 'leakage' })).body.result.data
const printAgain = (id: string, desk: ApiUser) =>
  server.app.inject({
    method: 'POST',
    url: `${PHP}report/printedPaper`,
    headers: { authorization: `Bearer ${desk.token}` },
    payload: { kind: 'leakage', id },
  })
const lineOf = async (more: object, line = 'no_show') => {
  const { body } = await admin.get(`${PHP}report/leakage`, { ...RANGE, ...more })
  return (body.result as LeakCount[]).find((one) => one.line === line)
}

test('the trend of a line counts its findings by the day of its branch, explained or not', async () => {
  expect(await lineOf({})).toMatchObject({
    open: 3,
    explained: 1,
    trend_unit: 'day',
    trend: [0, 2, 0, 0, 0, 0, 0, 0, 1, 1],
  })
  expect(await lineOf({}, 'unmatched_study')).toMatchObject({ trend: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0] })
})

test('a longer period is grouped by weeks that end with its last day', async () => {
  // The weeks end on 19, 12 and 5 June, and so on; 10 June is in the week that ends on 12 June.
  expect(await lineOf({ from_date: '2018-05-16', to_date: '2018-06-19' })).toMatchObject({
    trend_unit: 'week',
    trend: [0, 0, 2, 2, 0],
  })
})

test.skipIf(!hasPoppler)('the paper says what the board says, with its open entries', async () => {
  const { status, name, pdf } = await ask(RANGE)
  expect(status).toBe(200)
  expect(name).toContain('leakage-2018-06-01-to-2018-06-10.pdf')
  if (process.env.PAPERS_OUT) writeFileSync(`${process.env.PAPERS_OUT}/leakage.pdf`, pdf)
  const words = pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ')
  for (const said of [
    'Leakage',
    'Sanjeevani Andheri',
    '01 Jun 2018 to 10 Jun 2018',
    'Filters: None',
    'Nobody came 3 1,300.00 0 1 0',
    'Found in the 10 days before',
    'Found by the day',
    'Nobody came: open entries',
    'Total 1,300.00',
    'Received without a service: open entries',
    'Nobody Known',
    '10 Jun 2018 12:30 AM',
  ])
    expect(words).toContain(said)
  expect(words).not.toContain('Scanned at zero: open entries')
  expect(words).toMatch(/As at \d\d \w{3} \d{4} \d\d:\d\d [AP]M, position \d+/)
  // Nine lines, three visits, one study.
  expect(words).toMatch(/SHA-256 of the 13 rows: [0-9a-f]{64}/)
})

test('the printed paper is stored; a user who may not see studies gets neither the line nor a paper with it', async () => {
  const { pdf } = await ask(RANGE)
  const [paper] = await listed(admin)
  expect(paper).toMatchObject({ from_date: RANGE.from_date, to_date: RANGE.to_date, is_own: 1 })
  expect(Buffer.compare((await printAgain(paper?.id ?? '', admin)).rawPayload, Buffer.from(pdf))).toBe(0)
  expect((await printAgain(paper?.id ?? '', manager)).statusCode).toBe(200)
  await askAdmin(
    server,
    `update role set modules = array_remove(modules, 'view_archives') where client_id = $1`,
    [CLIENT],
  )
  expect(await listed(manager)).toEqual([])
  expect((await printAgain(paper?.id ?? '', manager)).statusCode).toBe(404)
  const own = await ask(RANGE, manager)
  if (hasPoppler)
    expect(pageTexts(own.pdf).join(' ').replaceAll(/\s+/g, ' ')).not.toContain('Received without a service')
  expect(await listed(manager)).toHaveLength(1)
})

test('another branch, a reversed range and a missing right are refused', async () => {
  expect((await ask({ ...RANGE, branch_id: KOTHRUD }, manager)).status).toBe(404)
  expect((await ask({ ...RANGE, branch_id: SALMIYA })).status).toBe(404)
  expect((await ask({ ...RANGE, to_date: '2018-05-01' })).body.fields).toHaveProperty('to_date')
  const technician = await server.signIn('tech.andheri')
  expect((await ask(RANGE, technician)).body.code).toBe('not_permitted')
})
