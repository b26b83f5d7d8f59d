import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, KOTHRUD } from '../parts-fixture.ts'
import { ANDHERI, feedOf, putStudy } from '../reports/report-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
const NAMES = ['admin.sanjeevani', 'dr.mehta', 'dr.iyer', 'tech.andheri', 'reception.kothrud', 'admin.alnoor']

beforeAll(async () => {
  server = await openDemo()
  for (const name of NAMES) desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const add = (who: string, study_id: string, type: string, comment = 'A word.', id: string = mintId()) =>
  desk(who).post(`${PHP}addStudyComment`, { id, study_id, type, comment })
const remove = (who: string, study_id: string, id: string) =>
  desk(who).post(`${PHP}deleteStudyComment`, { id, study_id })
const list = (who: string, study: string, query = {}) => desk(who).get(`${PHP}studyComments/${study}`, query)

test.each([
  ['dr.mehta', 'Normal', 200],
  ['dr.mehta', 'Exam_Reason', 200],
  ['dr.mehta', 'Technician', 422],
  ['dr.mehta', 'Nurse', 422],
  ['tech.andheri', 'Technician', 200],
  ['tech.andheri', 'Normal', 422],
])('%s adding a comment of type %s gets %i', async (who, type, status) => {
  const study = await putStudy(server)
  const answer = await add(who, study, type)
  expect(answer.status).toBe(status)
  if (status === 422) expect(answer.body.code).toBe('not_permitted')
})

test('comments are listed by type, oldest first, and a doctor’s are marked', async () => {
  const study = await putStudy(server)
  await add('dr.mehta', study, 'Normal', 'First.')
  await add('admin.sanjeevani', study, 'Normal', 'Second.')
  await add('tech.andheri', study, 'Technician', 'Moved twice.')
  const all = (await list('dr.mehta', study)).body.result as { comment: string }[]
  expect(all.map(({ comment }) => comment)).toEqual(['First.', 'Second.', 'Moved twice.'])
  const technician = (await list('dr.mehta', study, { type: 'Technician' })).body.result
  expect(technician).toMatchObject([{ comment: 'Moved twice.', is_dr_comment: 0 }])
  expect(all[0]).toMatchObject({ comment_by: 'Dr. Anjali Mehta', is_dr_comment: 1 })
})

test('a repeated comment is one, and another text under its id is refused', async () => {
  const study = await putStudy(server)
  const id = mintId()
  await add('dr.mehta', study, 'Normal', 'Once.', id)
  expect((await add('dr.mehta', study, 'Normal', 'Once.', id)).status).toBe(200)
  expect((await add('dr.mehta', study, 'Normal', 'Other.', id)).body.code).toBe('id_reused')
  expect((await list('dr.mehta', study)).body.result).toHaveLength(1)
})

test('a comment is sent in the scopes of its study and removed from them when it is deleted', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = mintId()
  await add('dr.mehta', study, 'Normal', 'Seen by all.', id)
  expect((await feedOf(server, id)).map(({ op, scope }) => [op, scope.split(':')[0]])).toEqual([
    ['put', 'branch'],
    ['put', 'doctor'],
  ])
  expect((await remove('dr.mehta', study, id)).body.code).toBe('not_permitted')
  expect((await remove('admin.sanjeevani', study, id)).status).toBe(200)
  expect((await remove('admin.sanjeevani', study, id)).status).toBe(200)
  expect((await list('dr.mehta', study)).body.result).toEqual([])
  expect((await feedOf(server, id)).slice(2, 4).map(({ op }) => op)).toEqual(['leave', 'leave'])
  const lines = (await readAudit(server, CLIENT, 'comment')).filter((line) => line.record_id === id)
  expect(lines.map(({ action }) => action)).toEqual(['add', 'delete'])
})

test('outside the user’s branches and in another centre the study is not found', async () => {
  const study = await putStudy(server, { branch: ANDHERI })
  const id = mintId()
  await add('dr.mehta', study, 'Normal', 'Private.', id)
  for (const who of ['reception.kothrud', 'admin.alnoor', 'dr.iyer']) {
    expect((await list(who, study)).status).toBe(404)
    expect((await add(who, study, 'Normal')).status).toBe(404)
    // Only administrators delete comments; for others the reply does not show whether there is one.
    expect((await remove(who, study, id)).status).toBe(who === 'admin.alnoor' ? 404 : 422)
  }
  const other = await putStudy(server, { branch: KOTHRUD })
  expect((await remove('admin.sanjeevani', other, id)).status).toBe(404)
})
