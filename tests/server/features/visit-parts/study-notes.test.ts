import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { BYTES, CLIENT, documentTag, upload } from '../parts-fixture.ts'
import { putStudy } from '../reports/report-fixture.ts'
import { putVisit } from './put-visit.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser

beforeAll(async () => {
  server = await openDemo()
  for (const name of ['reception.andheri', 'dr.mehta', 'dr.iyer', 'admin.alnoor'])
    desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const notes = (who: string, study: string) => desk(who).get(`/api/study/visitNotes/${study}`)
const comment = (visit: string, type: string, words: string) =>
  desk('reception.andheri').post(`${PHP}appt/addComment`, {
    id: randomUUID(),
    appt_id: visit,
    type,
    comment: words,
  })

const statusOfFile = async (who: string, file: string) =>
  (
    await server.app.inject({
      method: 'GET',
      url: `/api/file/${file}`,
      headers: { authorization: `Bearer ${desk(who).token}` },
    })
  ).statusCode

/** Files a paper with the visit at the desk; returns the id of its file. */
async function putPaper(visit: string): Promise<string> {
  const reception = desk('reception.andheri')
  const owner = randomUUID()
  const wish = { owner, name: 'referral.png', bytes: BYTES.png, purpose: 'visit_document' } as const
  const file = await upload(server, reception, wish)
  const more = { tag_id: documentTag(), file_id: file.id, name: 'referral.png' }
  await reception.post(`${PHP}appt/addDocument`, { id: randomUUID(), appt_id: visit, ...more })
  return file.id
}

test('the doctor of a study reads the desk’s notes and files of its visit, without any right to visits', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const visit = await putVisit(server, { study })
  await comment(visit, 'Exam_Reason', 'Fell from a ladder.')
  await comment(visit, 'Normal', 'Came early.')
  const file = await putPaper(visit)
  const { status, body } = await notes('dr.iyer', study)
  expect(status).toBe(200)
  const { comments } = body.result as { comments: { type: string; comment: string; comment_by: string }[] }
  // All were written at one moment of the test's clock.
  expect(
    comments
      .map(({ type, comment, comment_by }) => [type, comment, comment_by])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['Exam_Reason', 'Fell from a ladder.', 'Pooja Sawant'],
    ['Normal', 'Came early.', 'Pooja Sawant'],
  ])
  expect(body.result.documents).toMatchObject([{ name: 'referral.png', file_id: file }])
  expect(await statusOfFile('dr.iyer', file)).toBe(200)
  expect(await readAudit(server, CLIENT, 'visit_comment')).toContainEqual(
    expect.objectContaining({ action: 'read', record_id: visit }),
  )
})

test('a study without a visit has no notes, and one outside the reader’s rights is not found', async () => {
  const alone = await putStudy(server)
  expect((await notes('dr.mehta', alone)).body.result).toEqual({ comments: [], documents: [] })
  const visit = await putVisit(server, { study: alone })
  const file = await putPaper(visit)
  expect((await notes('admin.alnoor', alone)).status).toBe(404)
  expect(await statusOfFile('admin.alnoor', file)).toBe(404)
})

test('a file of a visit without a study stays with the users who see the visit', async () => {
  const file = await putPaper(await putVisit(server, {}))
  expect(await statusOfFile('dr.iyer', file)).toBe(404)
})
