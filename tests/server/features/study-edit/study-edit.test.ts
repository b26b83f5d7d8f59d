import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, putDocument } from '../parts-fixture.ts'
import { feedOf, putStudy, save } from '../reports/report-fixture.ts'
import { booked, bookingOf, freeTime, openBookingFixture } from '../visit-desk/booking-fixture.ts'

let server: DemoServer
let admin: ApiUser
let mehta: ApiUser
let iyer: ApiUser
let kothrud: ApiUser
let alnoor: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  kothrud = await server.signIn('reception.kothrud')
  alnoor = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

const edit = (desk: ApiUser, study_id: string, fields: object, seen: object = {}) =>
  desk.post('study/updatePatientDtl', { study_id, fields, seen })
const remove = (desk: ApiUser, study_id: string) => desk.post('study/deleteStudy', { study_id })
const FIRST = { study_desc: 'CT Chest', accession_no: 'A-1' }
const SECOND = { study_desc: 'CT Abdomen', accession_no: 'A-2' }
const split = (desk: ApiUser, study_id: string, new_study_id: string = randomUUID()) =>
  desk.post('study/splitStudy', { study_id, new_study_id, first: FIRST, second: SECOND })
const row = async (desk: ApiUser, id: string) => (await desk.get(`study/rowDetail/${id}`)).body.result

test('a correction changes the fields, keeps the old values, and blocks header updates', async () => {
  const study = await putStudy(server)
  const answer = await edit(
    admin,
    study,
    { pat_name: 'Rao Lakshmi', accession_no: 'X-9' },
    { pat_name: 'Test Patient' },
  )
  expect(answer.body.result.study).toMatchObject({ pat_name: 'Rao Lakshmi', accession_no: 'X-9' })
  const [stored] = await askAdmin(server, 'select edited_on from study where id = $1', [study])
  expect(stored).toMatchObject({ edited_on: NOW })
  const { edits } = (await admin.get(`study/examination/${study}`)).body.result
  expect(edits).toMatchObject([
    {
      by: 'Meera Pillai',
      fields: expect.arrayContaining([{ field: 'pat_name', before: 'Test Patient', after: 'Rao Lakshmi' }]),
    },
  ])
  const lines = (await readAudit(server, CLIENT, 'study')).filter((line) => line.record_id === study)
  expect(lines.find(({ action }) => action === 'edit')?.detail).toMatchObject({
    fields: ['pat_name', 'accession_no'],
  })
  expect(JSON.stringify(lines)).not.toContain('Lakshmi')
})

test('the record of a linked study shows the start of its visit beside the booked time', async () => {
  const clerk = await server.signIn('reception.andheri')
  const visit = await booked(clerk, bookingOf(await openBookingFixture(server), { start: freeTime() }))
  const study = await putStudy(server)
  await askAdmin(server, 'update study set visit_service_id = $1 where id = $2', [
    visit.services[0]?.id,
    study,
  ])
  const visitOf = async () => (await admin.get(`study/examination/${study}`)).body.result.visit
  expect(await visitOf()).toMatchObject({ start_dt: freeTime().toISOString(), started_on: null })
  expect((await clerk.post(`${PHP}appt/startVisit`, { appt_id: visit.id })).status).toBe(200)
  expect(await visitOf()).toMatchObject({
    start_dt: freeTime().toISOString(),
    started_on: NOW.toISOString(),
  })
})

test('a correction of a value changed by another user is a conflict with the current value', async () => {
  const study = await putStudy(server)
  await edit(admin, study, { pat_name: 'Rao' })
  const late = await edit(admin, study, { pat_name: 'Rau' }, { pat_name: 'Test Patient' })
  expect([late.status, late.body.code, late.body.current.pat_name]).toEqual([409, 'conflict', 'Rao'])
  // A change of another field is no conflict, whatever its base revision.
  expect((await edit(admin, study, { pat_id: 'P-7' }, { pat_id: 'SAN-1' })).status).toBe(200)
})

test('a correction needs the permission, a name, and a visible study', async () => {
  const study = await putStudy(server)
  expect((await edit(mehta, study, { pat_name: 'X' })).body.code).toBe('not_permitted')
  expect((await edit(admin, study, { pat_name: ' ' })).body.code).toBe('invalid')
  expect((await edit(alnoor, study, { pat_name: 'X' })).status).toBe(404)
})

test('a split creates a second row of the same images; the text stays with the first', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(iyer, study, { status: 'Draft', text: '<p>Chest.</p>' })
  const second = randomUUID()
  const answer = await split(admin, study, second)
  expect(answer.body.result).toMatchObject({
    study: { ...FIRST, status: 'Draft' },
    new_study: { ...SECOND, id: second, status: 'Pending', pat_id: 'SAN-1' },
  })
  expect((await row(admin, second)).study_iuid).toBe((await row(admin, study)).study_iuid)
  expect((await split(admin, study, second)).status).toBe(200)
  const rows = await askAdmin(server, 'select id from study where study_iuid = $1', [
    (await row(admin, study)).study_iuid,
  ])
  expect(rows).toHaveLength(2)
  expect((await feedOf(server, second)).map(({ op }) => op)).toEqual(['put', 'put'])
})

test('a study with a signed report is neither split nor deleted', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', reports: 2 })
  await save(iyer, study, { status: 'Signed' })
  for (const answer of [await split(admin, study), await remove(admin, study)])
    expect([answer.status, answer.body.code]).toEqual([422, 'already_signed'])
  expect((await row(admin, study)).id).toBe(study)
})

test('only an administrator splits and deletes, and only in their own centre', async () => {
  const study = await putStudy(server)
  expect((await split(mehta, study)).body.code).toBe('not_permitted')
  expect((await remove(mehta, study)).body.code).toBe('not_permitted')
  expect((await remove(kothrud, study)).body.code).toBe('not_permitted')
  expect((await split(alnoor, study)).status).not.toBe(200)
  expect((await remove(alnoor, study)).status).toBe(404)
})

test('a deleted study is removed for everybody, with its documents, and stays in the record', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const document = await putDocument(server, mehta, study)
  await save(iyer, study, { status: 'Draft' })
  expect((await remove(admin, study)).status).toBe(200)
  expect((await admin.get(`study/rowDetail/${study}`)).status).toBe(404)
  expect((await admin.get(`${PHP}studyDocuments/${study}`)).status).toBe(404)
  expect((await remove(admin, study)).status).toBe(404)
  const feed = await feedOf(server, study, document)
  expect(feed.findLast(({ id }) => id === document)?.op).toBe('leave')
  const kept = await askAdmin(server, 'select hidden_by_id from study where id = $1 and hidden is not null', [
    study,
  ])
  expect(kept).toHaveLength(1)
})

test('other studies of the person are found by the patient id, limited to those that the caller may see', async () => {
  const [study, same, foreign] = [
    await putStudy(server),
    await putStudy(server),
    await putStudy(server, { branch: null }),
  ]
  const patId = `HIST-${randomUUID().slice(0, 8)}`
  await askAdmin(server, 'update study set pat_id = $1 where id = any($2)', [patId, [study, same, foreign]])
  const ask = (desk: ApiUser) => desk.get(`study/previousStudies/${study}`, { upcoming: '1' })
  const ids = (await ask(mehta)).body.result.studies.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([same])
  expect((await ask(admin)).body.result.studies).toHaveLength(2)
  expect((await ask(mehta)).body.result.patient).toMatchObject({
    pat_id: patId,
    name: 'Test Patient',
    id: null,
  })
  expect((await ask(kothrud)).status).toBe(404)
})

test('a number shared by two people returns only the studies with the same name, birth date and sex', async () => {
  const patId = `TWICE-${randomUUID().slice(0, 8)}`
  const header = (study: string, name: string, born: string | null, sex = 'F') =>
    askAdmin(
      server,
      'update study set pat_id = $2, pat_name = $3, pat_birthdate = $4, pat_sex = $5 where id = $1',
      [study, patId, name, born, sex],
    )
  const [study, same, named, born, man] = await Promise.all(Array.from({ length: 5 }, () => putStudy(server)))
  if (!study || !same || !named || !born || !man) throw new Error('five studies')
  await header(study, 'PATIL^ASHA', '1980-02-03')
  await header(same, 'Asha Patil', null)
  await header(named, 'Rohan Mehra', null)
  await header(born, 'Asha Patil', '1991-05-06')
  await header(man, 'Asha Patil', null, 'M')
  const { studies } = (await mehta.get(`study/previousStudies/${study}`)).body.result
  expect(studies.map(({ id }: { id: string }) => id)).toEqual([same])
})

test('a study linked to another person is not this person’s, whatever its images contain', async () => {
  const [study, other] = [await putStudy(server), await putStudy(server)]
  const patId = `LINK-${randomUUID().slice(0, 8)}`
  const [one, two] = [randomUUID(), randomUUID()]
  for (const id of [one, two])
    await askAdmin(server, 'insert into patient (client_id, id, pat_id, fname) values ($1, $2, $3, $4)', [
      CLIENT,
      id,
      id,
      'Asha',
    ])
  await askAdmin(server, 'update study set pat_id = $1, patient_id = $2 where id = $3', [patId, one, study])
  await askAdmin(server, 'update study set pat_id = $1, patient_id = $2 where id = $3', [patId, two, other])
  const answer = await mehta.get(`study/previousStudies/${study}`)
  expect(answer.body.result).toMatchObject({ studies: [], patient: { id: one, name: 'Asha' } })
})

test.each([
  ['1700-01-01', 'Date of birth lies more than 150 years back.'],
  ['2030-01-01', 'Date of birth lies in the future.'],
])('a correction to a birth on %s is refused at its field', async (pat_birthdate, words) => {
  const study = await putStudy(server)
  const { status, body } = await edit(admin, study, { pat_birthdate })
  expect([status, body.code, body.fields]).toEqual([400, 'invalid', { 'fields.pat_birthdate': words }])
})

test('an impossible birth date in an image header is kept and reported', async () => {
  const study = await putStudy(server)
  await askAdmin(server, `update study set dicom_header = $2 where id = $1`, [
    study,
    JSON.stringify({ '00100030': { vr: 'DA', Value: ['20300101'] } }),
  ])
  const { dicom_header } = (await admin.get(`study/examination/${study}`)).body.result
  expect(dicom_header).toContainEqual({ tag: '0010,0030', vr: 'DA', value: '20300101 (lies in the future)' })
})
