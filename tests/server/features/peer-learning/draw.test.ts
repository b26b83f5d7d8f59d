import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportSettings } from '#contract/calls/report-settings.ts'
import { dayAt } from '#domain/time/zones.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { CLIENT, KOTHRUD } from '../parts-fixture.ts'
import { ANDHERI, personId } from '../reports/report-fixture.ts'
import { drawNextDay, putSigned, readingOf, readingsOf, runDraw, switchOn, tomorrow } from './peer-fixture.ts'

let server: DemoServer

beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

const allReadings = () => askAdmin<{ id: string }>(server, 'select id from peer_reading order by id')
const setDoctors = (active: boolean, ...usernames: string[]) =>
  askAdmin(
    server,
    'update app_user set active = $2 where is_doctor and can_sign and client_id = $1 and not username = any($3)',
    [CLIENT, active, usernames],
  )

test('a client that has not enabled it draws nothing', async () => {
  const study = await putSigned(server)
  server.clock.now = tomorrow()
  await runDraw(server)
  expect(await readingsOf(server, study)).toEqual([])
  server.clock.now = NOW
})

test('a client with one signing doctor draws nothing, and its days wait for a second one', async () => {
  await switchOn(server)
  const study = await putSigned(server)
  await setDoctors(false, 'dr.mehta')
  server.clock.now = tomorrow()
  await runDraw(server)
  expect(await allReadings()).toEqual([])
  expect(await askAdmin(server, 'select * from peer_draw')).toEqual([])
  await setDoctors(true)
  await runDraw(server)
  expect(await readingsOf(server, study)).toHaveLength(1)
})

test('the share of a finished day is drawn once, however often the job runs and in however many processes', async () => {
  const taken = await putSigned(server)
  const left = await putSigned(server, 'dr.mehta', { isDrawn: false })
  const day = dayAt(server.clock.now, 'Asia/Kolkata')
  await runDraw(server)
  expect(await readingsOf(server, taken, left)).toEqual([])
  server.clock.now = new Date(server.clock.now.getTime() + 86_400_000)
  await Promise.all([runDraw(server), runDraw(server), runDraw(server)])
  await runDraw(server)
  expect(await readingsOf(server, taken, left)).toMatchObject([{ study_id: taken, day, read_on: null }])
  const draws = await askAdmin<{ day: string; signed: number; drawn: number }>(
    server,
    'select day::text as day, signed, drawn from peer_draw where branch_id = $1 order by day desc limit 1',
    [ANDHERI],
  )
  expect(draws).toEqual([{ day, signed: 2, drawn: 1 }])
  expect((await readAudit(server, CLIENT, 'peer_draw')).at(-1)).toMatchObject({
    action: 'draw',
    user_id: null,
  })
})

test('a repeated draw of a day draws the same studies', async () => {
  const studies = [await putSigned(server), await putSigned(server, 'dr.mehta', { isDrawn: false })]
  await drawNextDay(server)
  const [before] = await readingsOf(server, ...studies)
  await askAdmin(server, 'delete from peer_first')
  await askAdmin(server, 'delete from peer_reading')
  await askAdmin(server, 'delete from peer_draw')
  await runDraw(server)
  expect(await readingsOf(server, ...studies)).toMatchObject([{ study_id: before?.study_id }])
})

test('a doctor with a part in the report never reads it again, and the least loaded one does', async () => {
  const studies: string[] = []
  for (let n = 0; n < 12; n += 1) studies.push(await putSigned(server))
  const written = await putSigned(server)
  const others = ['dr.iyer', 'dr.khan', 'dr.nair']
  await askAdmin(server, `update report_version set created_by = $2 where study_id = $1`, [
    written,
    personId('dr.iyer'),
  ])
  await setDoctors(false, 'dr.mehta', ...others)
  await askAdmin(server, 'update peer_reading set reader_id = null, given_on = null where read_on is null')
  await drawNextDay(server)
  const readings = await readingsOf(server, ...studies, written)
  expect(readings).toHaveLength(13)
  expect(readings.filter(({ reader }) => !others.includes(reader ?? ''))).toEqual([])
  expect((await readingOf(server, written)).reader).not.toBe('dr.iyer')
  const open = await askAdmin<{ n: number }>(
    server,
    'select count(*)::int as n from peer_reading where read_on is null and reader_id is not null group by reader_id',
  )
  const counts = open.map(({ n }) => n)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  await setDoctors(true)
})

test('a dismissed reader’s reading moves to another; without another it waits', async () => {
  const study = await putSigned(server)
  await drawNextDay(server)
  const first = await readingOf(server, study)
  await askAdmin(server, 'update app_user set active = false where id = $1', [first.reader_id])
  await runDraw(server)
  const second = await readingOf(server, study)
  expect(second.reader_id).not.toBe(first.reader_id)
  expect(second.reader_id).not.toBeNull()
  expect(second.rev).toBe(first.rev + 1)
  await setDoctors(false, 'dr.mehta')
  await runDraw(server)
  expect((await readingOf(server, study)).reader_id).toBeNull()
  await setDoctors(true)
  await runDraw(server)
  expect((await readingOf(server, study)).reader_id).not.toBeNull()
})

test('a doctor without the branch, or without such images, is not chosen', async () => {
  const kothrud = await putSigned(server, 'dr.mehta', { branch: KOTHRUD })
  const odd = await putSigned(server, 'dr.mehta', { modality: 'XX' })
  await askAdmin(
    server,
    'update app_user set branch_ids = $2 where is_doctor and client_id = $1 and not username = any($3)',
    [CLIENT, [ANDHERI], ['dr.mehta', 'dr.deshpande']],
  )
  await askAdmin(server, `update app_user set branch_ids = $2 where username = $1`, [
    'dr.deshpande',
    [KOTHRUD],
  ])
  await drawNextDay(server)
  expect((await readingOf(server, kothrud)).reader).toBe('dr.deshpande')
  expect(await readingsOf(server, odd)).toEqual([])
})

/** Sets the switch of the settings as the administrator does. */
async function setSwitch(peer_learning: 0 | 1): Promise<void> {
  const admin = await server.signIn('admin.sanjeevani')
  const { result } = (await admin.get('client/generalSettings')).body
  const kept = Object.fromEntries(Object.keys(reportSettings).map((name) => [name, result[name]]))
  expect((await admin.post('client/saveReportSettings', { ...kept, peer_learning })).status).toBe(200)
}

test('studies signed before it was enabled again are not drawn', async () => {
  await askAdmin(server, 'update app_user set branch_ids = $2 where is_doctor and client_id = $1', [
    CLIENT,
    [ANDHERI, KOTHRUD],
  ])
  const whileOn = await putSigned(server)
  await setSwitch(0)
  const whileOff = await putSigned(server)
  server.clock.now = new Date(server.clock.now.getTime() + 2 * 86_400_000)
  const onTheDay = await putSigned(server)
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  await setSwitch(1)
  await runDraw(server)
  const after = await putSigned(server)
  await drawNextDay(server)
  const drawn = await readingsOf(server, whileOn, whileOff, onTheDay, after)
  expect(drawn.map(({ study_id }) => study_id)).toEqual([after])
})

test('saving other settings does not restart the draw', async () => {
  const study = await putSigned(server)
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  await setSwitch(1)
  await drawNextDay(server)
  expect(await readingsOf(server, study)).toHaveLength(1)
})

test('the bell notifies the reader, without names', async () => {
  const rows = await askAdmin<{ by_id: string | null; subject_type: string; same: boolean }>(
    server,
    `select by_id, subject_type, subject_id = user_id as same from notification where kind = 'peer_reading'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ by_id: null, subject_type: 'person', same: true })]),
  )
})
