import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, criticalTag } from '../parts-fixture.ts'
import { feedOf, personId, putStudy } from '../reports/report-fixture.ts'

const CRITICAL = 'Critical result'

let server: DemoServer
let admin: ApiUser
let manager: ApiUser
let mehta: ApiUser
let iyer: ApiUser
let tech: ApiUser
let kothrud: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  manager = await server.signIn('manager.andheri')
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  tech = await server.signIn('tech.andheri')
  kothrud = await server.signIn('reception.kothrud')
})
afterAll(() => server.close())

const assign = (desk: ApiUser, study_id: string, tag_id: string | null) =>
  desk.post('study/assignTag', { study_id, tag_id })
const mark = (desk: ApiUser, study_id: string, tag_name: string, critical_id?: string) =>
  desk.post('study/assignCriticalTag', { study_id, tag_name, critical_id })
const criticals = async (desk: ApiUser, study: string) =>
  (await desk.get(`study/criticals/${study}`)).body.result as { id: string; rev: number }[]

const TOLD = {
  told_to: 'Dr. Rao, ward 3',
  told_how: 'Phone',
  told_on: '2026-11-21T08:55:00.000Z',
  read_back: 1,
  note: '',
}
const BLANK = { told_to: '', told_how: '', told_on: null, read_back: 0, note: '' }
const save = (desk: ApiUser, study_id: string, id: string, change: object = {}, is_closed = 0) =>
  desk.post('study/saveCritical', { id, study_id, ...TOLD, ...change, is_closed })

test('users with the permission set and remove a tag', async () => {
  const study = await putStudy(server)
  expect((await assign(mehta, study, criticalTag('Urgent'))).body.result.study).toMatchObject({
    tag: 'Urgent',
  })
  expect((await assign(tech, study, null)).body.result.study).toMatchObject({ tag: '', tag_id: null })
  expect((await assign(iyer, study, null)).body.code).toBe('not_permitted')
  expect((await assign(kothrud, study, null)).status).toBe(404)
  expect((await assign(mehta, study, criticalTag(CRITICAL))).body.fields).toHaveProperty('tag_id')
})

test('a critical tag opens a record for the doctor of the study, once under its id', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  const answer = await mark(mehta, study, CRITICAL, id)
  expect(answer.body.result.study).toMatchObject({ tag_critical: CRITICAL })
  await mark(mehta, study, CRITICAL, id)
  // A sender that sends no ids does not open a second record while one of the tag is open.
  await mark(mehta, study, CRITICAL)
  expect(await criticals(mehta, study)).toMatchObject([
    { id, tag: CRITICAL, doctor_id: personId('dr.iyer'), opened_by: 'Dr. Anjali Mehta', closed_on: null },
  ])
  expect((await feedOf(server, id)).map(({ op }) => op)).toEqual(['put', 'put'])
})

test('without a doctor of the study the record belongs to its finder', async () => {
  const study = await putStudy(server)
  await mark(mehta, study, CRITICAL)
  expect(await criticals(mehta, study)).toMatchObject([{ doctor_id: personId('dr.mehta') }])
})

test('a critical tag needs the permission, the module and a tag with that name', async () => {
  const study = await putStudy(server)
  expect((await mark(tech, study, CRITICAL)).body.code).toBe('not_permitted')
  expect((await mark(mehta, study, 'Urgent')).body.fields).toHaveProperty('tag_name')
  await updateClient(server, CLIENT, { main_modules: ['archive_reporting'] })
  expect((await mark(mehta, study, CRITICAL)).body.code).toBe('module_off')
  await updateClient(server, CLIENT, {
    main_modules: ['archive_reporting', 'teleradiology', 'assign_critical_tag_to_study'],
  })
})

test('removing the tag leaves the record open, and it is closed with a reason', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  await mark(mehta, study, CRITICAL, id)
  await mark(mehta, study, '')
  expect(await criticals(mehta, study)).toMatchObject([{ id, closed_on: null }])
  const refused = await save(iyer, study, id, BLANK, 1)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Enter who was told, or a note why nobody needs to be told.',
  ])
  const closed = await save(iyer, study, id, { ...BLANK, note: 'Known since March.' }, 1)
  expect(closed.body.result.critical).toMatchObject({
    closed_by: 'Dr. Karthik Iyer',
    note: 'Known since March.',
  })
  expect((await save(iyer, study, id)).body.code).toBe('refused')
})

test('the person informed is recorded, audited without a name, and conflicts with a change in between', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  await mark(iyer, study, CRITICAL, id)
  expect((await save(iyer, study, id, { seen: BLANK })).body.result.critical).toMatchObject(TOLD)
  const late = await save(mehta, study, id, { told_to: 'Sister Mary', seen: BLANK })
  expect([late.status, late.body.current.told_to]).toEqual([409, TOLD.told_to])
  expect((await save(mehta, study, id, { note: 'Read back twice.', seen: TOLD }, 1)).status).toBe(200)
  const lines = (await readAudit(server, CLIENT, 'critical')).filter((line) => line.record_id === id)
  expect(lines.map(({ action }) => action)).toEqual(['open', 'record', 'close'])
  expect(JSON.stringify(lines)).not.toContain('Rao')
})

test('a record is for its doctor and for users who may set critical tags; others do not find it', async () => {
  const [study, other] = [await putStudy(server, { writer: 'dr.iyer' }), await putStudy(server)]
  const id = randomUUID()
  await mark(mehta, study, CRITICAL, id)
  expect((await save(tech, study, id)).body.code).toBe('not_permitted')
  expect((await save(kothrud, study, id)).status).toBe(404)
  expect((await save(mehta, other, id)).status).toBe(404)
})

const give = (study_id: string, writer: string | null) =>
  manager.post(`${PHP}assignDoctor`, {
    study_id,
    assigned_doctor_id: writer && personId(writer),
    signed_by_doctor_id: null,
  })

test('reassigning a study gives its open record to the new doctor', async () => {
  // A doctor who may not set critical tags sees the record because of the study.
  await askAdmin(server, `update app_user set role_id = 7 where username = 'dr.nair'`)
  const nair = await server.signIn('dr.nair')
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  await mark(mehta, study, CRITICAL, id)
  expect((await give(study, 'dr.nair')).status).toBe(200)
  expect((await mark(nair, study, '')).body.code).toBe('not_permitted')
  expect((await save(iyer, study, id)).status).toBe(404)
  expect((await save(nair, study, id, {}, 1)).body.result.critical).toMatchObject({
    closed_by: 'Dr. Vivek Nair',
  })
})

test('a user who removes the last doctor gets the open record, which is sent to the devices', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const [open, closed] = [randomUUID(), randomUUID()]
  await mark(mehta, study, CRITICAL, closed)
  await save(mehta, study, closed, {}, 1)
  await mark(mehta, study, CRITICAL, open)
  await give(study, null)
  const rows = await criticals(mehta, study)
  expect(rows.find(({ id }) => id === open)).toMatchObject({
    rev: 2,
    doctor_id: personId('manager.andheri'),
  })
  expect(rows.find(({ id }) => id === closed)).toMatchObject({ rev: 2, doctor_id: personId('dr.iyer') })
  const told = await feedOf(server, open)
  expect(told.findLast(({ op }) => op === 'put')?.rev).toBe(2)
  expect((await save(manager, study, open, {}, 1)).status).toBe(200)
})

test('a study with an open record is deleted only after that is closed', async () => {
  const study = await putStudy(server)
  const id = randomUUID()
  await mark(mehta, study, CRITICAL, id)
  const remove = () => admin.post('study/deleteStudy', { study_id: study })
  const refused = await remove()
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'This study has an open critical result. Close its record, then delete the study.',
  ])
  await save(admin, study, id, { ...BLANK, note: 'A test image.' }, 1)
  expect((await remove()).status).toBe(200)
})

test('nobody was told in the future, and a clock that is ahead refuses nothing', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const id = randomUUID()
  await mark(iyer, study, CRITICAL, id)
  const at = (hours: number) => new Date(server.clock.now.getTime() + hours * 3_600_000).toISOString()
  const told = { ...BLANK, told_to: 'Ward 3', told_how: 'Phone' as const }
  const refused = await save(iyer, study, id, { ...told, told_on: at(2) })
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid'])
  expect(refused.body.fields.told_on).toBe('When lies in the future: enter when the person was told.')
  expect((await save(iyer, study, id, { ...told, told_on: at(-2) })).status).toBe(200)
})
