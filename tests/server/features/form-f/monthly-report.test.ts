import { afterAll, beforeAll, expect, test } from 'vitest'
import { formFReportsJob } from '#server/features/form-f/report-notices-job.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI } from '../reports/report-fixture.ts'
import { CLIENT } from '../visit-desk/booking-fixture.ts'
import { applyFormF, saveBranch } from './form-f-fixture.ts'

let server: DemoServer
let admin: ApiUser
let clerk: ApiUser

/** Signs in at that time, because sessions expire long before the next month. */
async function at(instant: string) {
  server.clock.now = new Date(instant)
  admin = await server.signIn('admin.sanjeevani')
  clerk = await server.signIn('reception.andheri')
}
beforeAll(async () => {
  server = await openDemo()
  await at('2027-01-20T06:00:00.000Z')
  await applyFormF(admin)
})
afterAll(() => server.close())

const registerOf = async (month: string) =>
  (await clerk.get(`${PHP}appt/formFRegister`, { branch_id: ANDHERI, month })).body.result
const due = async (desk = clerk) =>
  (await desk.get(`${PHP}appt/formFReportsDue`)).body.result.reports as { month: string; due_on: string }[]
const note = (month: string, sent: object | null, desk = clerk) =>
  desk.post(`${PHP}appt/noteFormFReport`, { branch_id: ANDHERI, month, sent })
const SENT = { sent_on: '2027-02-03', way: 'By hand', reference: 'AA/77' }

const look = () => formFReportsJob.run(server.app.kernel, server.app.log)
const bell = (username = 'reception.andheri', branchId = ANDHERI) =>
  askAdmin<{ times: number; is_read: boolean }>(
    server,
    `select n.times, n.read_on is not null as is_read from notification n
     join app_user u on u.client_id = n.client_id and u.id = n.user_id
     where n.client_id = $1 and n.kind = 'form_f_report' and u.username = $2 and n.subject_id = $3 order by n.created`,
    [CLIENT, username, branchId],
  )

test('a month’s report is due from its end, by the 5th, and only since Form F applies', async () => {
  expect(await registerOf('2027-01')).toMatchObject({ report_from: '2027-01', report: null })
  expect(await due()).toEqual([])
  expect((await note('2027-01', SENT)).body.message).toBe('This month is not over yet.')
  // The first of February on the branch's clock (Asia/Kolkata).
  await at('2027-01-31T19:00:00.000Z')
  expect(await due()).toEqual([{ branch_id: ANDHERI, month: '2027-01', due_on: '2027-02-05' }])
  // Earlier months are not tracked, but can be noted.
  expect((await note('2026-12', { ...SENT, sent_on: '2027-01-04' })).status).toBe(200)
  expect((await registerOf('2026-12')).report).toMatchObject({ reference: 'AA/77' })
  expect((await note('2026-12', null)).body.result.report).toBeNull()
  expect(await due()).toHaveLength(1)
})

test('the desk is notified once from the first, and once again after the fifth', async () => {
  await look()
  await look()
  expect(await bell()).toEqual([{ times: 1, is_read: false }])
  expect(await bell('admin.sanjeevani')).toHaveLength(1)
  expect(await bell('tech.andheri')).toEqual([])
  await at('2027-02-05T18:00:00.000Z')
  await look()
  expect(await bell()).toEqual([{ times: 1, is_read: false }])
  await at('2027-02-05T18:45:00.000Z')
  await look()
  await look()
  expect(await bell()).toEqual([{ times: 2, is_read: false }])
})

test('a person marks it with day, method and number; it is no longer due, and the notice is cleared', async () => {
  const fieldsOf = async (change: object) => (await note('2027-01', { ...SENT, ...change })).body.fields
  expect(await fieldsOf({ sent_on: '2027-02-07' })).toEqual({
    'sent.sent_on': 'The day cannot be in the future.',
  })
  expect(await fieldsOf({ sent_on: '2027-01-31' })).toEqual({
    'sent.sent_on': 'The day cannot be before the end of the month.',
  })
  expect(Object.keys(await fieldsOf({ reference: ' ' }))).toEqual(['sent.reference'])
  expect(Object.keys(await fieldsOf({ way: 'By pigeon' }))).toEqual(['sent.way'])
  const noted = await note('2027-01', SENT)
  expect(noted.status, JSON.stringify(noted.body)).toBe(200)
  const report = {
    ...SENT,
    noted_by: expect.any(String),
    noted_on: '2027-02-05T18:45:00.000Z',
    has_changed: 0,
  }
  expect(noted.body.result.report).toEqual(report)
  expect((await registerOf('2027-01')).report).toEqual(report)
  expect(await due()).toEqual([])
  expect((await bell()).every(({ is_read }) => is_read)).toBe(true)
})

test('a correction and undoing it keep the earlier values in the trail, and the desk is notified again', async () => {
  expect((await note('2027-01', { ...SENT, reference: 'AA/78' })).status).toBe(200)
  expect((await note('2027-01', null)).body.result.report).toBeNull()
  expect((await due()).map(({ month }) => month)).toEqual(['2027-01'])
  const lines = (await readAudit(server, CLIENT, 'form_f')).filter(
    ({ action, detail }) => action === 'report' && (detail as { month?: string }).month === '2027-01',
  )
  expect(lines.map(({ detail }) => detail)).toMatchObject([
    { month: '2027-01', before: null, after: SENT },
    { before: SENT, after: { reference: 'AA/78' } },
    { before: { reference: 'AA/78' }, after: null },
  ])
  await look()
  expect((await bell()).at(-1)).toEqual({ times: 1, is_read: false })
})

test('older months stay due until each is marked; a branch that disables Form F has none', async () => {
  await at('2027-04-02T06:00:00.000Z')
  expect((await due()).map(({ month }) => month)).toEqual(['2027-01', '2027-02', '2027-03'])
  await note('2027-02', { ...SENT, sent_on: '2027-03-04' })
  expect((await due()).map(({ month }) => month)).toEqual(['2027-01', '2027-03'])
  // Others get no entries.
  expect(await due(await server.signIn('admin.alnoor'))).toEqual([])
  expect((await note('2027-03', SENT, await server.signIn('admin.alnoor'))).status).toBe(404)
  expect((await note('2027-03', SENT, await server.signIn('tech.andheri'))).status).toBe(422)
  await look()
  expect((await bell()).at(-1)?.is_read).toBe(false)
  expect((await saveBranch(admin, { pndt_applies: 0 })).status).toBe(200)
  expect(await due()).toEqual([])
  // After it is switched off, its notification has ended and nothing can be noted.
  expect((await bell()).every(({ is_read }) => is_read)).toBe(true)
  expect((await note('2027-02', null)).status).toBe(404)
  // After it is switched on again, it counts from that day; earlier notes can be corrected and removed.
  await applyFormF(admin)
  expect(await due()).toEqual([])
  expect((await registerOf('2027-04')).report_from).toBe('2027-04')
  const corrected = await note('2027-02', { ...SENT, sent_on: '2027-03-04', reference: 'AA/90' })
  expect(corrected.body.result?.report, JSON.stringify(corrected.body)).toMatchObject({ reference: 'AA/90' })
  expect((await note('2027-02', null)).body.result.report).toBeNull()
  expect(await due()).toEqual([])
})

test('a deleted branch gets no notification any more', async () => {
  await at('2027-05-20T06:00:00.000Z')
  const andheri = (await admin.get('branch/list', { k: 'Andheri' })).body.result.data[0]
  const made = await admin.post('branch/save', {
    name: 'Sanjeevani Baner',
    pacs_id: andheri.pacs_id,
    time_zone: 'Asia/Kolkata',
    status: 1,
    pndt_applies: 1,
    pndt_registration_no: 'MH/PUN/2027/1',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const [baner] = (await admin.get('branch/list', { k: 'Baner' })).body.result.data
  await at('2027-06-02T06:00:00.000Z')
  await look()
  const unread = async () => (await bell('admin.sanjeevani', baner.id)).filter(({ is_read }) => !is_read)
  expect(await unread()).toHaveLength(1)
  const removed = await admin.post('branch/delete', { id: baner.id })
  expect(removed.status, JSON.stringify(removed.body)).toBe(200)
  expect(await unread()).toEqual([])
})
