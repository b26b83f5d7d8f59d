import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, KOTHRUD } from '../parts-fixture.ts'
import { feedOf, putStudy } from '../reports/report-fixture.ts'
import { putVisit } from './put-visit.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
const NAMES = [
  'admin.sanjeevani',
  'reception.andheri',
  'reception.kothrud',
  'tech.andheri',
  'dr.mehta',
  'admin.alnoor',
]

beforeAll(async () => {
  server = await openDemo()
  for (const name of NAMES) desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const add = (who: string, appt_id: string, type: string, comment = 'A word.', id: string = randomUUID()) =>
  desk(who).post(`${PHP}appt/addComment`, { id, appt_id, type, comment })
const remove = (who: string, id: string, for_study: 0 | 1 = 0) =>
  desk(who).post(`${PHP}appt/deleteComment`, { id, for_study })
const list = (who: string, visit: string, forStudy: 0 | 1 = 0) =>
  desk(who).get(`${PHP}appt/comments/${visit}/${forStudy}`)

test.each([
  ['reception.andheri', 'Normal', true, 200],
  ['reception.andheri', 'Exam_Reason', false, 200],
  ['reception.andheri', 'Technician', true, 422],
  ['tech.andheri', 'Technician', true, 200],
  ['tech.andheri', 'Technician', false, 422],
  ['tech.andheri', 'Normal', true, 422],
])('%s adding a %s comment (radiology: %s) gets %i', async (who, type, isRadiology, status) => {
  const visit = await putVisit(server, { isRadiology })
  const answer = await add(who, visit, type)
  expect(answer.status).toBe(status)
  if (status === 422) expect(answer.body.code).toBe('not_permitted')
})

test('comments are listed oldest first, with those of its studies on request', async () => {
  const study = await putStudy(server)
  const visit = await putVisit(server, { study })
  await add('reception.andheri', visit, 'Normal', 'Came early.')
  await desk('tech.andheri').post(`${PHP}addStudyComment`, {
    id: randomUUID(),
    study_id: study,
    type: 'Technician',
    comment: 'Moved twice.',
  })
  expect((await list('tech.andheri', visit)).body.result).toMatchObject([
    { appt_id: visit, comment: 'Came early.', comment_by: 'Pooja Sawant', for_study: 0 },
  ])
  const all = (await list('tech.andheri', visit, 1)).body.result as object[]
  expect(all).toHaveLength(2)
  expect(all).toContainEqual(
    expect.objectContaining({ comment: 'Moved twice.', for_study: 1, appt_id: visit }),
  )
})

test('a repeated comment is one, and another text or visit under its id is refused', async () => {
  const [visit, other] = [await putVisit(server), await putVisit(server)]
  const id = randomUUID()
  await add('reception.andheri', visit, 'Normal', 'Once.', id)
  expect((await add('reception.andheri', visit, 'Normal', 'Once.', id)).status).toBe(200)
  expect((await add('reception.andheri', visit, 'Normal', 'Other.', id)).body.code).toBe('id_reused')
  expect((await add('reception.andheri', other, 'Normal', 'Once.', id)).body.code).toBe('id_reused')
  expect((await list('reception.andheri', visit)).body.result).toHaveLength(1)
})

test('only a client administrator deletes; the comment leaves the scope of the visit and stays in the record', async () => {
  const visit = await putVisit(server)
  const id = randomUUID()
  await add('reception.andheri', visit, 'Normal', 'Seen by all.', id)
  expect((await remove('reception.andheri', id)).body.code).toBe('not_permitted')
  expect((await remove('admin.sanjeevani', id)).status).toBe(200)
  expect((await remove('admin.sanjeevani', id)).status).toBe(200)
  expect((await list('reception.andheri', visit)).body.result).toEqual([])
  const feed = await feedOf(server, id)
  expect(feed[0]).toMatchObject({ op: 'put', scope: expect.stringMatching(/^visits:/) })
  expect(feed[1]).toMatchObject({ op: 'leave', scope: feed[0]?.scope })
  const lines = (await readAudit(server, CLIENT, 'visit_comment')).filter((line) => line.record_id === id)
  expect(lines.map(({ action }) => action)).toEqual(['add', 'delete'])
})

test('for_study deletes the comment of the study', async () => {
  const study = await putStudy(server)
  const visit = await putVisit(server, { study })
  const id = randomUUID()
  const comment = { id, study_id: study, type: 'Normal', comment: 'Of the study.' }
  await desk('admin.sanjeevani').post(`${PHP}addStudyComment`, comment)
  expect((await remove('admin.sanjeevani', id)).status).toBe(404)
  expect((await remove('tech.andheri', id, 1)).body.code).toBe('not_permitted')
  expect((await remove('admin.sanjeevani', id, 1)).status).toBe(200)
  expect((await list('admin.sanjeevani', visit, 1)).body.result).toEqual([])
})

test('outside the user’s branches, without access to visits, and in another centre the visit is not found', async () => {
  const visit = await putVisit(server)
  const id = randomUUID()
  await add('reception.andheri', visit, 'Normal', 'Private.', id)
  for (const who of ['reception.kothrud', 'dr.mehta', 'admin.alnoor']) {
    expect((await list(who, visit)).status).toBe(404)
    expect((await add(who, visit, 'Normal')).status).toBe(404)
    // Only administrators delete comments; for others the reply does not show whether there is one.
    expect((await remove(who, id)).status).toBe(who === 'admin.alnoor' ? 404 : 422)
  }
  const kothrud = await putVisit(server, { branch: KOTHRUD })
  expect((await list('reception.andheri', kothrud)).status).toBe(404)
})
