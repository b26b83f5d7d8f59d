import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { BYTES, CLIENT, documentTag, putDocument, upload } from '../parts-fixture.ts'
import { putStudy } from '../reports/report-fixture.ts'

const TAG_FIRST = 'You need to select a tag first!'
const WRONG_FILE = 'Please select jpg, png or pdf only and size must not be more than 2 MB!'

let server: DemoServer
let mehta: ApiUser
let tech: ApiUser
let kothrud: ApiUser
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
  tech = await server.signIn('tech.andheri')
  kothrud = await server.signIn('reception.kothrud')
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const list = (desk: ApiUser, study: string) => desk.get(`${PHP}studyDocuments/${study}`)
const remove = (desk: ApiUser, study_id: string, id: string) =>
  desk.post(`${PHP}deleteStudyDocument`, { id, study_id })

test('a document belongs to its study, with its tag, and the reader’s own ones are marked', async () => {
  const study = await putStudy(server)
  const id = await putDocument(server, tech, study)
  expect((await list(tech, study)).body.result).toMatchObject([
    {
      id,
      tag: 'Request form',
      name: 'form.pdf',
      is_image: 0,
      uploaded_by: 'Suresh Patil',
      is_created_by_you: 1,
    },
  ])
  expect((await list(mehta, study)).body.result).toMatchObject([{ id, is_created_by_you: 0 }])
})

test.each([
  ['a program renamed to a picture', 'scan.jpg', BYTES.exe],
  ['a PDF that is not a PDF', 'form.pdf', BYTES.text],
  ['a text', 'form.txt', BYTES.text],
  ['more than 2 MB', 'form.pdf', Buffer.concat([BYTES.pdf, Buffer.alloc(2 * 1_048_576)])],
])('%s is refused with the exact message', async (_says, name, bytes) => {
  const study = await putStudy(server)
  const answer = await upload(server, mehta, { owner: study, name, bytes })
  expect([400, 413]).toContain(answer.status)
  expect(answer.body.message).toBe(WRONG_FILE)
})

test('a document needs a tag, and a file that its author uploaded for this study', async () => {
  const [study, other] = [await putStudy(server), await putStudy(server)]
  const file = await upload(server, mehta, { owner: study, name: 'a.png', bytes: BYTES.png })
  const wish = { id: randomUUID(), study_id: study, tag_id: documentTag(), file_id: file.id }
  const post = (change: object, desk = mehta) => desk.post(`${PHP}addStudyDocument`, { ...wish, ...change })
  expect((await post({ tag_id: randomUUID() })).body.message).toBe(TAG_FIRST)
  expect((await post({ file_id: randomUUID() })).body.fields).toHaveProperty('file_id')
  expect((await post({ study_id: other })).body.fields).toHaveProperty('file_id')
  expect((await post({}, tech)).body.fields).toHaveProperty('file_id')
  expect((await post({}, kothrud)).status).toBe(404)
  expect((await post({})).body.result.document).toMatchObject({ is_image: 1 })
  expect((await post({})).status).toBe(200)
  expect((await post({ study_id: other })).body.code).toBe('id_reused')
  expect((await list(mehta, study)).body.result).toHaveLength(1)
})

test('only its uploader deletes it, not even an administrator; it is hidden and audited', async () => {
  const study = await putStudy(server)
  const id = await putDocument(server, tech, study)
  expect((await remove(admin, study, id)).body.code).toBe('not_permitted')
  expect((await remove(kothrud, study, id)).status).toBe(404)
  expect((await remove(tech, study, id)).status).toBe(200)
  expect((await list(mehta, study)).body.result).toEqual([])
  const lines = (await readAudit(server, CLIENT, 'document')).filter((line) => line.record_id === id)
  expect(lines.map(({ action }) => action)).toEqual(['add', 'delete'])
})

test('a user who may not see the study may not see the file', async () => {
  const study = await putStudy(server)
  const file = await upload(server, mehta, { owner: study, name: 'a.png', bytes: BYTES.png })
  const read = (desk: ApiUser) =>
    server.app.inject({ url: `/api/file/${file.id}`, headers: { authorization: `Bearer ${desk.token}` } })
  expect((await read(tech)).statusCode).toBe(200)
  expect((await read(kothrud)).statusCode).toBe(404)
})
