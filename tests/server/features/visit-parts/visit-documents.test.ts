import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { BYTES, CLIENT, documentTag, putDocument, upload } from '../parts-fixture.ts'
import { feedOf, putStudy } from '../reports/report-fixture.ts'
import { putVisit } from './put-visit.ts'

const TAG_FIRST = 'You need to select a tag first!'
const WRONG_FILE = 'Please select jpg, png or pdf only and size must not be more than 2 MB!'

let server: DemoServer
let reception: ApiUser
let tech: ApiUser
let kothrud: ApiUser
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  reception = await server.signIn('reception.andheri')
  tech = await server.signIn('tech.andheri')
  kothrud = await server.signIn('reception.kothrud')
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const bring = (desk: ApiUser, name = 'card.png', bytes: Buffer = BYTES.png, owner: string = randomUUID()) =>
  upload(server, desk, { owner, name, bytes, purpose: 'visit_document' })
const add = (desk: ApiUser, appt_id: string, file_id: string, change: object = {}) =>
  desk.post(`${PHP}appt/addDocument`, {
    id: randomUUID(),
    appt_id,
    tag_id: documentTag(),
    file_id,
    name: 'card.png',
    ...change,
  })
const remove = (desk: ApiUser, id: string) => desk.post(`${PHP}appt/deleteDocument`, { id })
const list = (desk: ApiUser, visit: string) => desk.get(`${PHP}appt/documents/${visit}`)

test('a document belongs to its visit, with a signed link, and the reader’s own ones are marked', async () => {
  const visit = await putVisit(server)
  const file = await bring(reception)
  expect((await add(reception, visit, file.id)).body.result.document).toMatchObject({
    appt_id: visit,
    tag: 'Request form',
    is_image: 1,
    uploaded_by: 'Pooja Sawant',
  })
  const [own] = (await list(reception, visit)).body.result
  expect(own).toMatchObject({ is_created_by_you: 1, for_study: 0, study_id: null })
  const [others] = (await list(tech, visit)).body.result
  expect(others).toMatchObject({ is_created_by_you: 0 })
  // The link is valid without a session; without the link, the visit decides.
  const byLink = await server.app.inject({ method: 'GET', url: own.file_url })
  expect([byLink.statusCode, byLink.headers['content-type']]).toEqual([200, 'image/png'])
  const asked = (desk: ApiUser) =>
    server.app.inject({
      method: 'GET',
      url: `/api/file/${file.id}`,
      headers: { authorization: `Bearer ${desk.token}` },
    })
  expect((await asked(tech)).statusCode).toBe(200)
  expect((await asked(kothrud)).statusCode).toBe(404)
})

test('a file may arrive before its visit, and belongs to its uploader until a visit has it', async () => {
  const file = await bring(reception)
  const asked = await server.app.inject({
    method: 'GET',
    url: `/api/file/${file.id}`,
    headers: { authorization: `Bearer ${tech.token}` },
  })
  expect(asked.statusCode).toBe(404)
  const [visit, other] = [await putVisit(server), await putVisit(server)]
  expect((await add(tech, visit, file.id)).body.fields).toHaveProperty('file_id')
  expect((await add(reception, visit, file.id)).status).toBe(200)
  expect((await add(reception, other, file.id)).body.fields).toHaveProperty('file_id')
})

test.each([
  ['a program renamed to a picture', 'scan.jpg', BYTES.exe],
  ['a text', 'form.txt', BYTES.text],
  ['more than 2 MB', 'form.pdf', Buffer.concat([BYTES.pdf, Buffer.alloc(2 * 1_048_576)])],
])('%s is refused with the exact message', async (_says, name, bytes) => {
  const answer = await bring(reception, name, bytes)
  expect([400, 413]).toContain(answer.status)
  expect(answer.body.message).toBe(WRONG_FILE)
})

test('a tag is required, a repeat is the same document, and another file under its id is refused', async () => {
  const visit = await putVisit(server)
  const [file, other] = [await bring(reception), await bring(reception)]
  const id = randomUUID()
  expect((await add(reception, visit, file.id, { tag_id: randomUUID() })).body.message).toBe(TAG_FIRST)
  expect((await add(reception, visit, file.id, { id })).status).toBe(200)
  expect((await add(reception, visit, file.id, { id })).status).toBe(200)
  expect((await add(reception, visit, other.id, { id })).body.code).toBe('id_reused')
  expect((await list(reception, visit)).body.result).toHaveLength(1)
})

test('only its uploader deletes it, not even an administrator; it is removed from devices, hidden and audited', async () => {
  const visit = await putVisit(server)
  const id = randomUUID()
  await add(tech, visit, (await bring(tech)).id, { id })
  expect((await remove(admin, id)).body.code).toBe('not_permitted')
  expect((await remove(kothrud, id)).status).toBe(404)
  expect((await remove(tech, id)).status).toBe(200)
  expect((await remove(tech, id)).status).toBe(200)
  expect((await list(reception, visit)).body.result).toEqual([])
  expect((await feedOf(server, id)).slice(0, 2).map(({ op }) => op)).toEqual(['put', 'leave'])
  const lines = (await readAudit(server, CLIENT, 'visit_document')).filter((line) => line.record_id === id)
  expect(lines.map(({ action }) => action)).toEqual(['add', 'delete'])
})

test('documents of its studies are listed with it, with their study', async () => {
  const study = await putStudy(server)
  const visit = await putVisit(server, { study })
  const id = await putDocument(server, tech, study)
  expect((await list(tech, visit)).body.result).toMatchObject([{ id, for_study: 1, study_id: study }])
  expect((await list(kothrud, visit)).status).toBe(404)
})
