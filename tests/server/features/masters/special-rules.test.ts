import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CRITICAL_COLOUR } from '#contract/masters/study-tag.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser
let mehta: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  mehta = await server.signIn('dr.mehta')
})
afterAll(() => server.close())

const save = (desk: ApiUser, noun: string, body: object) =>
  desk.post(`${PHP}master/save${noun}`, { status: 1, ...body })
const remove = (desk: ApiUser, noun: string, id: string) => desk.post(`${PHP}master/delete${noun}`, { id })

test('a critical tag has its fixed colour, whatever is sent', async () => {
  const tag = { id: uuidv7(), name: 'Bleeding', type: 'Critical', color_code: '#00ff00' }
  expect((await save(admin, 'StudyTag', tag)).body.result.color_code).toBe(CRITICAL_COLOUR)
  const normal = { ...tag, rev: 1, type: 'Normal' }
  expect((await save(admin, 'StudyTag', normal)).body.result).toMatchObject({ color_code: '#00ff00', rev: 2 })
})

test('a tag of studies is in use; an unused one is deleted, and pickers lose it', async () => {
  const [tag] = await askAdmin<{ id: string }>(
    server,
    'select tag_id as id from study where client_id = $1 and tag_id is not null limit 1',
    [SANJEEVANI.id],
  )
  const answer = await remove(admin, 'StudyTag', tag?.id ?? '')
  expect([answer.status, answer.body.code]).toEqual([422, 'in_use'])
  expect(answer.body.message).toMatch(/^This study tag is in use: \d+ (study|studies)\.$/)
  const id = uuidv7()
  await save(admin, 'StudyTag', { id, name: 'For a moment', type: 'Normal', color_code: '#00ff00' })
  const pickers = async () => (await admin.get(`${PHP}master/studyTags/ALL`)).body.result as { id: string }[]
  expect((await pickers()).map((one) => one.id)).toContain(id)
  expect((await remove(admin, 'StudyTag', id)).status).toBe(200)
  expect((await pickers()).map((one) => one.id)).not.toContain(id)
})

test('a doctor’s shortcuts are private; the shared ones are not theirs to change', async () => {
  const own = { id: uuidv7(), name: 'mine', description: '<p>As before.</p>' }
  expect((await save(mehta, 'Shortcut', own)).body.result.user_id).toEqual(expect.any(String))
  const iyer = await server.signIn('dr.iyer')
  const names = async (desk: ApiUser) =>
    ((await desk.get(`${PHP}master/shortcuts`)).body.result.data as { name: string }[]).map(
      ({ name }) => name,
    )
  expect(await names(mehta)).toContain('mine')
  expect(await names(iyer)).not.toContain('mine')
  expect((await save(iyer, 'Shortcut', { ...own, rev: 1 })).status).toBe(404)
  expect((await remove(iyer, 'Shortcut', own.id)).status).toBe(404)
  const { data } = (await mehta.get(`${PHP}master/shortcuts`, { k: 'nocomp' })).body.result
  const { id, rev, name, description } = data[0]
  const changed = await save(mehta, 'Shortcut', { id, rev, name, description: `${description}<p>More.</p>` })
  expect([changed.status, changed.body.code]).toEqual([422, 'not_permitted'])
  expect((await remove(mehta, 'Shortcut', id)).body.code).toBe('not_permitted')
})

test('a shortcut accepts no markup beyond the editor’s and no empty text', async () => {
  for (const description of [
    '<p>a<script>alert(1)</script></p>',
    '<img src="https://else.where/x.png">',
    '<p> </p>',
  ]) {
    const answer = await save(mehta, 'Shortcut', { id: uuidv7(), name: 'bad', description })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['description']])
  }
})

test('a machine has an AE title, a listed modality, a branch of its own client and an existing department', async () => {
  const [department] = await askAdmin<{ id: string }>(server, "select id from department where name = 'CT'")
  const [foreign] = await askAdmin<{ id: string }>(server, 'select id from branch where client_id <> $1', [
    SANJEEVANI.id,
  ])
  const machine = {
    id: uuidv7(),
    branch_id: SANJEEVANI.branches[0]?.id,
    department_id: department?.id,
    name: 'CT of the test',
    aet: 'CT_ONE',
    modality: 'CT',
  }
  const bad = [
    { aet: String.raw`CT\ONE` },
    { aet: 'CT_ÖNE' },
    { aet: 'A_TITLE_OF_17_CHR' },
    { modality: 'MRI' },
    { branch_id: foreign?.id },
    { department_id: uuidv7() },
  ]
  for (const one of bad) {
    const answer = await save(admin, 'Machine', { ...machine, ...one })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, Object.keys(one)])
  }
  expect((await save(admin, 'Machine', machine)).status).toBe(200)
  const platform = await server.signIn('platform')
  const answer = await platform.post(`${PHP}master/deleteDepartment`, { id: department?.id })
  expect(answer.body.message).toMatch(/^This department is in use: \d+ machines?/)
})

test('the second of two administrators who edit one record gets a conflict, and nothing is overwritten', async () => {
  const id = uuidv7()
  await save(admin, 'DiscountHead', { id, name: 'Staff', percent: 10 })
  const edits = [20, 30].map((percent) => save(admin, 'DiscountHead', { id, name: 'Staff', percent, rev: 1 }))
  const answers = await Promise.all(edits)
  const [first, second] = answers.toSorted((a, b) => a.status - b.status)
  expect([first?.status, second?.status]).toEqual([200, 409])
  expect(second?.body.current).toEqual(first?.body.result)
  const twice = await Promise.all(
    [1, 2].map(() => save(admin, 'DiscountHead', { id: uuidv7(), name: 'Twin', percent: 1 })),
  )
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 400]))
})
