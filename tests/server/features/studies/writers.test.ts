import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser
let own: StudyRow
let foreign: StudyRow

const idOf = (username: string) => DEMO_PEOPLE.find((person) => person.username === username)?.id ?? ''

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  const { body } = await mehta.post('study/getList', { flag: 'archives', ps: 1000 })
  const all = body.result.data as StudyRow[]
  const isOfIyer = (row: StudyRow) =>
    [row.assigned_doctor_id, row.signed_by_doctor_id].includes(idOf('dr.iyer'))
  own = all.find(isOfIyer)!
  foreign = all.find((row) => !isOfIyer(row))!
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  await askAdmin(server, 'delete from report_writer')
})

const writing = (desk: ApiUser, id: string, more = {}) =>
  desk.post('report/writing', { study_id: id, ...more })
const writers = async (desk: ApiUser, query: Record<string, string> = {}) =>
  (await desk.get('report/writers', query)).body.result as { study_id: string; name: string }[]
const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}

test('a writer is shown to the others with the start time, and reserves the study for 15 minutes after that', async () => {
  await writing(iyer, own.id)
  const since = NOW.toISOString()
  const told = { study_id: own.id, name: 'Dr. Karthik Iyer', since }
  expect(await writers(mehta, { study_ids: own.id })).toMatchObject([{ ...told, state: 'writing' }])
  later(50)
  await writing(iyer, own.id)
  const seen = server.clock.now.toISOString()
  later(60)
  expect(await writers(mehta)).toMatchObject([{ ...told, seen, state: 'writing' }])
  later(1)
  expect(await writers(mehta)).toMatchObject([{ ...told, seen, state: 'reserved' }])
  later(839)
  expect(await writers(mehta)).toHaveLength(1)
  later(1)
  expect(await writers(mehta)).toEqual([])
})

test('a study opened offline is reported with the time of its opening', async () => {
  const since = new Date(NOW.getTime() - 1_800_000).toISOString()
  await writing(iyer, own.id, { since })
  expect(await writers(mehta)).toMatchObject([{ since, seen: NOW.toISOString() }])
})

test.each([
  ['a day from now', 86_400_000, 0],
  ['a year ago', -365 * 86_400_000, -86_400_000],
])('a device whose clock says %s is accepted within a day before now', async (_, off, believed) => {
  await writing(iyer, own.id, { since: new Date(NOW.getTime() + off).toISOString() })
  expect(await writers(mehta)).toMatchObject([{ since: new Date(NOW.getTime() + believed).toISOString() }])
})

test('an expired reservation starts again with the next opening', async () => {
  await writing(iyer, own.id)
  later(901)
  await writing(iyer, own.id)
  expect(await writers(mehta)).toMatchObject([{ since: server.clock.now.toISOString() }])
})

test('a signed-out writer reserves nothing any more', async () => {
  const leaving = await server.signIn('dr.iyer')
  await writing(leaving, own.id)
  expect(await writers(mehta)).toHaveLength(1)
  await leaving.post('auth/logout', {})
  expect(await writers(mehta)).toEqual([])
})

test('a dismissed doctor reserves nothing', async () => {
  await writing(iyer, own.id)
  await askAdmin(server, `update app_user set active = false where username = 'dr.iyer'`)
  try {
    expect(await writers(mehta)).toEqual([])
  } finally {
    await askAdmin(server, `update app_user set active = true where username = 'dr.iyer'`)
  }
})

test.each(['yesterday', 14, ''])(
  'an invalid opening time is refused with the field’s name: %s',
  async (since) => {
    const { status, body } = await writing(iyer, own.id, { since })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('since')])
  },
)

test('a writer who leaves is no longer shown', async () => {
  await writing(iyer, own.id)
  await writing(iyer, own.id, { is_over: 1 })
  expect(await writers(mehta)).toEqual([])
})

test('a report that is open in two tabs stays reserved while one of them has it open', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await writing(iyer, own.id, { opening_id: first })
  const since = NOW.toISOString()
  later(20)
  await writing(iyer, own.id, { opening_id: second })
  await writing(iyer, own.id, { opening_id: first, is_over: 1 })
  expect(await writers(mehta)).toMatchObject([{ since: server.clock.now.toISOString(), state: 'writing' }])
  expect(server.clock.now.toISOString()).not.toBe(since)
  await writing(iyer, own.id, { opening_id: second, is_over: 1 })
  expect(await writers(mehta)).toEqual([])
})

test('signing out leaves all tabs', async () => {
  const leaving = await server.signIn('dr.iyer')
  for (const opening_id of [randomUUID(), randomUUID()]) await writing(leaving, own.id, { opening_id })
  await leaving.post('auth/logout', {})
  expect(await writers(mehta)).toEqual([])
})

test('only the requested studies are returned', async () => {
  await writing(mehta, own.id)
  await writing(mehta, foreign.id)
  expect((await writers(mehta, { study_ids: foreign.id })).map((one) => one.study_id)).toEqual([foreign.id])
  expect(await writers(mehta)).toHaveLength(2)
})

test('outside the reader’s own worklist no writer is shown, and nothing can be claimed', async () => {
  await writing(mehta, foreign.id)
  expect(await writers(iyer, { study_ids: foreign.id })).toEqual([])
  expect((await writing(iyer, foreign.id)).status).toBe(404)
})

test('a study of another client is not found', async () => {
  const noor = await server.signIn('admin.alnoor')
  const unknown = await writing(noor, '019a0000-0000-7000-8000-000000000000')
  const refused = await writing(noor, own.id)
  expect(refused.status).toBe(404)
  expect(refused.body).toEqual(unknown.body)
  await writing(mehta, own.id)
  expect(await writers(noor, { study_ids: own.id })).toEqual([])
})

test('a user who may see but not write claims nothing', async () => {
  const technician = await server.signIn('tech.andheri')
  const { body } = await technician.post('study/getList', { flag: 'archives', ps: 1 })
  expect((await writing(technician, body.result.data[0].id)).body.code).toBe('not_permitted')
})
