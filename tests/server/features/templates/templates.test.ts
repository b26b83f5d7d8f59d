import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoId } from '#server/features/demo/random.ts'
import { docxFile, wordParagraph, wordPicture, zipFile } from '#tests/helpers/paper/docx-file.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser
let doctor: ApiUser
let colleague: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  doctor = await server.signIn('dr.mehta')
  colleague = await server.signIn('dr.deshpande')
})
afterAll(() => server?.close())

const CT_NEURO = demoId('template category', 'sanjeevani CT Neuro')
const LETTER = docxFile(wordParagraph('Lungs are clear.', '<w:jc w:val="center"/>'))

interface Form {
  desk?: ApiUser
  name?: string
  file?: { name: string; bytes: Uint8Array }
  fields?: Record<string, string>
}

async function sendForm({ desk = doctor, file, fields = {} }: Form) {
  const form = new FormData()
  const named = { cat_id: CT_NEURO, name: 'A letter', status: '1', ...fields }
  for (const [field, value] of Object.entries(named)) form.set(field, value)
  if (file) form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
  const encoded = new Response(form)
  return server.send({
    method: 'POST',
    url: `${PHP}saveTemplate`,
    headers: { token: desk.token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const save = (desk: ApiUser, body: Record<string, unknown>) => desk.post(`${PHP}saveTemplate`, body)
const offeredTo = async (desk: ApiUser) =>
  (await desk.get(`${PHP}templates/ALL`)).body.result as { id: string; name: string; category: string }[]

test('a Word document becomes a template in the report editor, and the document is kept', async () => {
  const id = mintId()
  const { status, body } = await sendForm({
    file: { name: 'Chest.docx', bytes: LETTER },
    fields: { id, name: 'Chest by Word' },
  })
  expect([status, body.message]).toEqual([200, 'Saved'])
  expect(body.result).toMatchObject({
    id,
    name: 'Chest by Word',
    content: '<p style="text-align: center">Lungs are clear.</p>',
    category: 'Neuro',
    user_id: demoId('user', 'dr.mehta'),
  })
  expect((await offeredTo(doctor)).map((one) => one.name)).toContain('Chest by Word')
  const file = await server.app.inject({
    url: `/api/file/${body.result.file_id}`,
    headers: { authorization: `Bearer ${doctor.token}` },
  })
  expect(file.rawPayload.equals(LETTER)).toBe(true)
})

test('the same form sent twice is one template', async () => {
  const fields = { id: mintId(), name: 'Sent twice' }
  const file = { name: 'a.docx', bytes: LETTER }
  const first = await sendForm({ file, fields })
  const second = await sendForm({ file, fields })
  expect([second.status, second.body.result.rev]).toEqual([200, first.body.result.rev])
})

test('pictures of the document are left out and its text stays', async () => {
  const bytes = docxFile(wordParagraph('Before') + wordPicture('rId10'), [Buffer.from('MZ')])
  const { body } = await sendForm({ file: { name: 'a.docx', bytes }, fields: { name: 'With a picture' } })
  expect(body.result.content).toContain('<p>Before</p>')
  expect(body.result.content).not.toContain('<img')
})

const ONLY_WORD = 'Only .docx file required'
const MACROS = 'This Word file contains macros. Save it without macros and try again.'
const withMacros = zipFile([
  ['[Content_Types].xml', '<Types/>'],
  ['word/document.xml', '<w:document/>'],
  ['word/vbaProject.bin', 'Sub AutoOpen()'],
])

test.each([
  ['another ending', 'a.doc', LETTER, 400, ONLY_WORD],
  ['a zip that was renamed', 'a.docx', zipFile([['readme.txt', 'hello']]), 400, ONLY_WORD],
  ['a program that was renamed', 'a.docx', Buffer.from('MZ program'), 400, ONLY_WORD],
  ['a document cut in half', 'a.docx', LETTER.subarray(0, 900), 400, ONLY_WORD],
  ['a document with macros', 'a.docx', withMacros, 400, MACROS],
  [
    'a document of 50 MB',
    'a.docx',
    Buffer.concat([LETTER, Buffer.alloc(50 * 1_048_576)]),
    413,
    "Can't upload! This file is larger than 10 MB.",
  ],
])('%s is refused with its message', async (_, name, bytes, status, words) => {
  const { status: got, body } = await sendForm({ file: { name, bytes }, fields: { name: `Refused ${name}` } })
  expect([got, body.message]).toEqual([status, words])
})

test('a file of a user who may not manage templates is not read', async () => {
  const clerk = await server.signIn('reception.andheri')
  const { status, body } = await sendForm({ desk: clerk, file: { name: 'a.docx', bytes: LETTER } })
  expect([status, body.code]).toEqual([422, 'not_permitted'])
})

test("an administrator's template is shared, and no doctor changes or deletes it", async () => {
  const made = await save(admin, {
    cat_id: CT_NEURO,
    name: 'Of the centre',
    content: '<p>All</p>',
    status: 1,
  })
  const { id, rev } = made.body.result
  expect(made.body.result.user_id).toBe(null)
  expect((await offeredTo(doctor)).map((one) => one.id)).toContain(id)
  const changed = await save(doctor, { id, rev, cat_id: CT_NEURO, name: 'Mine now', status: 1 })
  expect([changed.status, changed.body.code]).toEqual([422, 'not_permitted'])
  const removed = await doctor.post(`${PHP}deleteTemplate`, { id })
  expect([removed.status, removed.body.code]).toEqual([422, 'not_permitted'])
})

test("a doctor's template and category are private", async () => {
  const category = await doctor.post(`${PHP}saveTemplateCat`, { name: 'My own', status: 1 })
  const own = category.body.result.id
  const made = await save(doctor, { cat_id: own, name: 'Private', content: '', status: 1 })
  expect(made.status).toBe(200)
  expect((await offeredTo(colleague)).map((one) => one.name)).not.toContain('Private')
  const list = await colleague.get(`${PHP}templateCats/ALL`)
  expect(list.body.result.map((one: { name: string }) => one.name)).not.toContain('My own')
  const foreign = await save(admin, { cat_id: own, name: 'Of all in a private one', status: 1 })
  expect([foreign.status, foreign.body.fields]).toEqual([
    400,
    { cat_id: 'names a category that does not exist' },
  ])
})

test('a disabled template is offered nowhere, and a renamed category sends its templates again', async () => {
  const category = await admin.post(`${PHP}saveTemplateCat`, { name: 'Seasonal', status: 1 })
  const { id, rev } = category.body.result
  const made = await save(admin, { cat_id: id, name: 'Monsoon chest', status: 1 })
  const before = await admin.get('sync/pull', { scopes: 'client' })
  const renamed = await admin.post(`${PHP}saveTemplateCat`, { id, rev, name: 'Monsoon', status: 1 })
  expect((await offeredTo(doctor)).find((one) => one.id === made.body.result.id)?.category).toBe('Monsoon')
  const news = await admin.get('sync/pull', { scopes: 'client', cursor: before.body.cursor })
  expect(JSON.stringify(news.body)).toContain(made.body.result.id)
  await admin.post(`${PHP}saveTemplateCat`, { id, rev: renamed.body.result.rev, name: 'Monsoon', status: 0 })
  expect((await offeredTo(doctor)).map((one) => one.id)).not.toContain(made.body.result.id)
})

test('a category with templates is not deleted; the message lists them', async () => {
  const { status, body } = await admin.post(`${PHP}deleteTemplateCat`, { id: CT_NEURO })
  expect([status, body.code]).toEqual([422, 'in_use'])
  expect(body.message).toMatch(/^This category is in use: \d+ templates?\.$/)
})

test('the list can be filtered by category and by department', async () => {
  const byCategory = await admin.get(`${PHP}templates`, { cat_id: CT_NEURO })
  const places = new Set(byCategory.body.result.data.map((one: { cat_id: string }) => one.cat_id))
  expect([...places]).toEqual([CT_NEURO])
  const { department_id: ct } = byCategory.body.result.data[0]
  const byDepartment = await admin.get(`${PHP}templates`, { department_id: ct })
  const departments = new Set(
    byDepartment.body.result.data.map((one: { department_id: string }) => one.department_id),
  )
  expect([...departments]).toEqual([ct])
  expect(byDepartment.body.result.data.length).toBeGreaterThan(byCategory.body.result.data.length)
})

test('an unreadable field is refused at its section, by name and rule, as JSON and in a Word document', async () => {
  const record = { id: mintId(), cat_id: CT_NEURO, name: 'With fields', status: 1 }
  const refused = await save(doctor, { ...record, conclusion: '<p>On the [[Side: left]].</p>' })
  expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
    400,
    'invalid',
    {
      conclusion:
        'has a field that cannot be read, [[Side: left]]: a list needs two choices or more, parted by |, as in [[Side: left | right]]',
    },
  ])
  const saved = await save(doctor, { ...record, conclusion: '<p>On the [[Side: left | right]].</p>' })
  expect([saved.status, saved.body.result?.conclusion]).toEqual([
    200,
    '<p>On the [[Side: left | right]].</p>',
  ])
  const bytes = docxFile(wordParagraph('Size: [[Size: number mm 3-11]]'))
  const word = await sendForm({ file: { name: 'a.docx', bytes }, fields: { name: 'Fields by Word' } })
  expect([word.status, word.body.fields?.content]).toEqual([
    400,
    expect.stringContaining('[[Size: number mm 3-11]]: a normal range is written with two dots'),
  ])
})

test('sex and age range are sent with the template to the report editor; a reversed range is refused', async () => {
  const record = { id: mintId(), cat_id: CT_NEURO, name: 'For girls', status: 1 }
  const made = await save(doctor, { ...record, sex: 'Female', age_from: 2, age_to: 15 })
  expect([made.status, made.body.result]).toMatchObject([200, { sex: 'Female', age_from: 2, age_to: 15 }])
  const offered = (await offeredTo(doctor)).find(({ id }) => id === record.id)
  expect(offered).toMatchObject({ sex: 'Female', age_from: 2, age_to: 15 })
  const others = (await offeredTo(doctor)).find(({ id }) => id !== record.id)
  expect(others).toMatchObject({ sex: 'Any', age_from: null, age_to: null })
  // A single bound is checked against the stored other one.
  const turned = await save(doctor, { ...record, rev: 1, age_from: 16 })
  expect([turned.status, turned.body.fields]).toEqual([400, { age_to: 'is not below Age from' }])
  const open = await save(doctor, { ...record, rev: 1, age_from: 16, age_to: null })
  expect([open.status, open.body.result]).toMatchObject([200, { sex: 'Female', age_from: 16, age_to: null }])
})
