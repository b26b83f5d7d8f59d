import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import { NOTIFICATION_KEPT_DAYS, NOTIFICATION_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { ageNotificationsJob } from '#server/features/notifications/age-job.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { personId, putStudy } from '../reports/report-fixture.ts'
import { toldOf } from './bell-fixture.ts'

const DAY_MS = 86_400_000

let server: DemoServer
let admin: ApiUser
let iyer: ApiUser
let khan: ApiUser
let other: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  iyer = await server.signIn('dr.iyer')
  khan = await server.signIn('dr.khan')
  other = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())
beforeEach(() => askAdmin(server, 'delete from notification'))

/** Has an administrator assign a study to the doctor. */
async function give(writer = 'dr.iyer', study?: string): Promise<string> {
  const study_id = study ?? (await putStudy(server))
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  const doctors = { assigned_doctor_id: personId(writer), signed_by_doctor_id: null }
  const { status } = await admin.post(`${PHP}assignDoctor`, { study_id, ...doctors })
  expect(status).toBe(200)
  return study_id
}
const countOf = async (desk: ApiUser) => (await desk.get('noti/getCount')).body.result.count as number
const listOf = async (desk: ApiUser, query: Record<string, string> = {}) =>
  (await desk.get('noti/lists', query)).body.result
const only = async (study: string) => (await toldOf(server, study))[0]!

test('the list shows each event with time, user and patient, newest first and by pages', async () => {
  const [first, second, third] = [await give(), await give(), await give()]
  const { data, page } = await listOf(iyer, { ps: '2' })
  expect(page).toEqual({ start: 0, total: 2, total_records: 3, cur_page: 1 })
  expect(data.map((row: { subject_id: string }) => row.subject_id)).toEqual([third, second])
  expect(data[0]).toEqual({
    id: (await only(third)).id,
    msg: 'A study was assigned to you',
    created: server.clock.now.toISOString(),
    isread: 0,
    noti_by: 'Meera Pillai',
    pat_id: 'SAN-1',
    pat_name: 'Test Patient',
    kind: 'study_assigned',
    subject_type: 'study',
    subject_id: third,
  })
  const next = await listOf(iyer, { ps: '2', p: '2' })
  expect(next.data.map((row: { subject_id: string }) => row.subject_id)).toEqual([first])
  expect((await listOf(iyer, { kind: 'ai_result' })).data).toEqual([])
  expect((await listOf(iyer, { kind: 'study_assigned' })).page.total_records).toBe(3)
})

test('a patient is named only while the reader may open the study', async () => {
  const study = await give()
  await askAdmin(server, 'update study set assigned_doctor_id = null where id = $1', [study])
  expect((await listOf(iyer)).data).toMatchObject([{ subject_id: study, pat_id: '', pat_name: '' }])
})

test('the count includes the user’s own unread ones that devices keep', async () => {
  await give()
  const old = await give()
  await give('dr.khan')
  const before = new Date(server.clock.now.getTime() - (NOTIFICATION_WINDOW_DAYS + 2) * DAY_MS)
  await askAdmin(server, 'update notification set created = $2 where subject_id = $1', [old, before])
  expect([await countOf(iyer), await countOf(khan), await countOf(other)]).toEqual([1, 1, 0])
})

test('marking all as read leaves events newer than those shown', async () => {
  const seen = await give()
  const until = (await only(seen)).created.toISOString()
  const later = await give()
  await give('dr.khan')
  const answer = await iyer.get('noti/markAllRead', { until })
  expect(answer.body).toMatchObject({ result: { count: 1 } })
  expect((await only(seen)).read_on).not.toBeNull()
  expect((await only(later)).read_on).toBeNull()
  expect(await countOf(khan)).toBe(1)
  expect((await iyer.get('noti/markAllRead')).body.result.count).toBe(1)
  expect(await countOf(iyer)).toBe(0)
})

test('an event repeated before it is read is one row; afterwards it is a new one', async () => {
  const study = await give()
  await give('dr.khan', study)
  await askAdmin(server, 'update notification set read_on = null where subject_id = $1', [study])
  await give('dr.iyer', study)
  expect(await toldOf(server, study)).toMatchObject([
    { username: 'dr.iyer', times: 2, rev: 3 },
    { username: 'dr.khan', times: 1 },
  ])
  await iyer.get('noti/markAllRead')
  await give('dr.khan', study)
  await give('dr.iyer', study)
  expect((await toldOf(server, study)).filter(({ username }) => username === 'dr.iyer')).toHaveLength(2)
})

test('reading a notification that was repeated since leaves it unread', async () => {
  const study = await give()
  const { id, created } = await only(study)
  await give('dr.khan', study)
  await askAdmin(server, 'update notification set read_on = null where subject_id = $1', [study])
  await give('dr.iyer', study)
  const late = await iyer.post('noti/markRead', { id, created: created.toISOString() })
  expect(late.body.result).toMatchObject({ id, read_on: null, times: 2 })
  const now = (late.body.result as NotificationRow).created
  const read = await iyer.post('noti/markRead', { id, created: now })
  expect(read.body.result).toMatchObject({ id, read_on: expect.any(String) as string })
})

test('another person’s notification is not found', async () => {
  const { id, created } = await only(await give())
  for (const desk of [khan, admin, other]) {
    const answer = await desk.post('noti/markRead', { id, created: created.toISOString() })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await listOf(desk)).data).toEqual([])
  }
  expect(await countOf(iyer)).toBe(1)
  const unknown = await iyer.post('noti/markRead', { id: randomUUID(), created: created.toISOString() })
  expect(unknown.status).toBe(404)
})

test('a muted kind is not announced, a critical result always is', async () => {
  const saved = await iyer.post('noti/saveSettings', { muted: ['study_assigned'] })
  expect(saved.body.result).toEqual({ muted: ['study_assigned'] })
  const study = await give()
  expect(await toldOf(server, study)).toEqual([])
  await admin.post('study/assignCriticalTag', { study_id: study, tag_name: 'Critical result' })
  expect(await toldOf(server, study)).toContainEqual(
    expect.objectContaining({ username: 'dr.iyer', kind: 'critical_result' }),
  )
  const refused = await iyer.post('noti/saveSettings', { muted: ['critical_result'] })
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid'])
  // Each person has separate settings.
  expect((await khan.get('noti/getSettings')).body.result).toEqual({ muted: [] })
  await iyer.post('noti/saveSettings', { muted: [] })
  await give()
  expect(await countOf(iyer)).toBeGreaterThan(0)
})

test('a dismissed person gets no notifications', async () => {
  await askAdmin(server, `update app_user set active = false where username = 'dr.khan'`)
  try {
    const study = await putStudy(server, { writer: 'dr.khan' })
    await admin.post('study/assignCriticalTag', { study_id: study, tag_name: 'Critical result' })
    expect((await toldOf(server, study)).map(({ username }) => username)).not.toContain('dr.khan')
  } finally {
    await askAdmin(server, `update app_user set active = true where username = 'dr.khan'`)
    khan = await server.signIn('dr.khan')
  }
})

test('a device pulls only the user’s own notifications, and keeps them under their own scope', async () => {
  const study = await give()
  await give('dr.khan')
  const rows: { type: string; scope: string; body: NotificationRow }[] = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await iyer.get('sync/pull', { ...(cursor && { cursor }), limit: '2000' })
    rows.push(...body.rows)
    cursor = body.cursor
    if (!body.more) break
  }
  const own = rows.filter(({ type }) => type === 'notification')
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({ scope: `user:${personId('dr.iyer')}`, body: { subject_id: study } })
  // Only ids, without the patient's name.
  expect(JSON.stringify(own)).not.toContain('Patient')
  expect(Object.keys(own[0]!.body).toSorted()).toEqual(
    ['noti_by', 'created', 'id', 'kind', 'read_on', 'rev', 'subject_id', 'subject_type', 'times'].toSorted(),
  )
})

test('notifications are deleted after their retention time', async () => {
  const [old, young] = [await give(), await give()]
  const before = new Date(server.clock.now.getTime() - (NOTIFICATION_KEPT_DAYS + 1) * DAY_MS)
  await askAdmin(server, 'update notification set created = $2 where subject_id = $1', [old, before])
  await ageNotificationsJob.run(server.app.kernel, server.app.log)
  expect(await toldOf(server, old)).toEqual([])
  expect(await toldOf(server, young)).toHaveLength(1)
})

test('the database shows a notification to its own client only', async () => {
  await give()
  const rows = await server.db.database.tenant(randomUUID(), (tx) =>
    tx.selectFrom('notification').select('id').where('client_id', '=', CLIENT).execute(),
  )
  expect(rows).toEqual([])
})
