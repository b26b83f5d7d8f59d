import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { putStudy } from '../reports/report-fixture.ts'
import { arrive, bookService } from './link-fixture.ts'

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const link = (study_id: string, service_id: string, is_confirmed?: 0 | 1) =>
  admin.post('study/linkToVisit', {
    study_id,
    service_id,
    ...(is_confirmed !== undefined && { is_confirmed }),
  })
const unlink = (study_id: string) => admin.post('study/unlinkFromVisit', { study_id })
const correct = (study_id: string, fields: object) =>
  admin.post('study/updatePatientDtl', { study_id, fields })

/** Inserts a study without a stored header, as an old device or a gateway sends it. */
async function putOwn(): Promise<string> {
  const study = await putStudy(server)
  await askAdmin(
    server,
    `update study set pat_id = 'M-7', pat_name = 'Asha Kale', pat_sex = 'Female', pat_birthdate = '1970-06-05' where id = $1`,
    [study],
  )
  return study
}
const OWN = { pat_id: 'M-7', pat_name: 'Asha Kale', pat_sex: 'Female', pat_birthdate: '1970-06-05' }

test('unlinking restores the machine’s values, after a correction and without a stored header', async () => {
  const [study, service] = [await putOwn(), await bookService(server)]
  expect((await link(study, service.id, 1)).body.result.study.pat_name).toBe('Meera Rao')
  await correct(study, { pat_name: 'Meera R. Rao', study_desc: 'CT Brain plain' })
  const { body } = await unlink(study)
  expect(body.result.study).toMatchObject({
    ...OWN,
    study_desc: 'CT Brain plain',
    is_linked: 0,
    patient_id: null,
  })
})

test('linking to a person with another name or birth date asks first', async () => {
  const [study, service] = [await putOwn(), await bookService(server)]
  const asked = await link(study, service.id)
  expect([asked.status, asked.body.code]).toEqual([422, 'confirm'])
  expect(asked.body.message).not.toContain('Meera')
  expect((await admin.get(`study/rowDetail/${study}`)).body.result).toMatchObject({ ...OWN, is_linked: 0 })
  await askAdmin(
    server,
    `update study set pat_name = 'RAO^MEERA', pat_birthdate = '1984-02-03' where id = $1`,
    [study],
  )
  expect((await link(study, service.id)).body.code).toBe('confirm')
  await askAdmin(server, `update study set pat_birthdate = '1984-03-02' where id = $1`, [study])
  expect((await link(study, service.id)).status).toBe(200)
})

test('link, correction and unlink are in one history: who, when, from which value to which', async () => {
  const [study, service] = [await putOwn(), await bookService(server)]
  await link(study, service.id, 1)
  await correct(study, { pat_name: 'Meera R. Rao' })
  await unlink(study)
  const { edits } = (await admin.get(`study/examination/${study}`)).body.result
  expect(edits.map(({ kind }: { kind: string }) => kind)).toEqual(['unlink', 'edit', 'link'])
  const [unlinked, , linked] = edits
  expect(linked).toMatchObject({
    by: 'Meera Pillai',
    service_id: service.id,
    visit: expect.stringContaining('V-'),
  })
  expect(linked.fields).toContainEqual({ field: 'pat_name', before: 'Asha Kale', after: 'Meera Rao' })
  expect(unlinked.fields).toContainEqual({ field: 'pat_name', before: 'Meera R. Rao', after: 'Asha Kale' })
  expect(unlinked.fields).toContainEqual({
    field: 'pat_birthdate',
    before: '1984-03-02',
    after: '1970-06-05',
  })
})

test('each step is undone by its opposite, which is a step of the history itself', async () => {
  const [study, service] = [await putOwn(), await bookService(server)]
  const LINKED = { pat_name: 'Meera Rao', pat_birthdate: '1984-03-02', is_linked: 1 }
  const rowOf = async () => (await admin.get(`study/rowDetail/${study}`)).body.result
  await link(study, service.id, 1)
  await correct(study, { pat_name: 'Meera R. Rao' })
  await correct(study, { pat_name: 'Meera Rao' })
  expect(await rowOf()).toMatchObject(LINKED)
  await unlink(study)
  expect(await rowOf()).toMatchObject({ ...OWN, is_linked: 0 })
  await link(study, service.id, 1)
  expect(await rowOf()).toMatchObject(LINKED)
  await unlink(study)
  expect(await rowOf()).toMatchObject({ ...OWN, is_linked: 0 })
  const { edits } = (await admin.get(`study/examination/${study}`)).body.result
  const kinds = edits.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['unlink', 'link', 'unlink', 'edit', 'edit', 'link'])
})

test('a correction made before a link is restored after it, and its step can still be undone', async () => {
  const [study, service] = [await putOwn(), await bookService(server)]
  await correct(study, { pat_name: 'Asha S. Kale' })
  await link(study, service.id, 1)
  expect((await unlink(study)).body.result.study).toMatchObject({ ...OWN, pat_name: 'Asha S. Kale' })
  const { edits } = (await admin.get(`study/examination/${study}`)).body.result
  expect(edits.at(-1)).toMatchObject({
    kind: 'edit',
    fields: [{ field: 'pat_name', before: 'Asha Kale', after: 'Asha S. Kale' }],
  })
})

test('an automatic link has no user in the history', async () => {
  const study = await arrive(server, await bookService(server))
  const { edits } = (await admin.get(`study/examination/${study.id}`)).body.result
  expect(edits).toMatchObject([{ kind: 'link', by: '', fields: [] }])
  const before = (await admin.get(`study/rowDetail/${study.id}`)).body.result.pat_name
  expect((await unlink(study.id)).body.result.study.pat_name).toBe(before)
})

test('the identity of a study linked twice is the machine’s after each unlink', async () => {
  const [study, first, second] = [await putOwn(), await bookService(server), await bookService(server)]
  for (const { id } of [first, second]) {
    expect((await link(study, id, 1)).status).toBe(200)
    expect((await unlink(study)).body.result.study).toMatchObject(OWN)
  }
})

test('the row that a split creates from a linked study is unlinked and has the machine’s values', async () => {
  const [study, service, second] = [await putOwn(), await bookService(server), crypto.randomUUID()]
  await link(study, service.id, 1)
  await correct(study, { pat_name: 'Meera R. Rao' })
  const { body } = await admin.post('study/splitStudy', {
    study_id: study,
    new_study_id: second,
    first: { study_desc: 'CT Chest', accession_no: 'A-1' },
    second: { study_desc: 'CT Abdomen', accession_no: 'A-2' },
  })
  expect(body.result.study).toMatchObject({ pat_name: 'Meera R. Rao', is_linked: 1 })
  expect(body.result.new_study).toMatchObject({ ...OWN, is_linked: 0, patient_id: null })
  expect((await link(second, (await bookService(server)).id)).body.code).toBe('confirm')
})

test('a release to the patient ends with the link: the next patient gets nothing that was not released', async () => {
  const [study, wrong, right] = [await putOwn(), await bookService(server), await bookService(server)]
  await link(study, wrong.id, 1)
  await admin.post(`${PHP}activateStudyPatient`, { study_id: study, no_of_days: 30 })
  const isActive = async () => (await admin.get(`study/rowDetail/${study}`)).body.result.is_active_for_patient
  expect(await isActive()).toBe(1)
  await unlink(study)
  expect(await isActive()).toBe(0)
  await link(study, right.id, 1)
  expect(await isActive()).toBe(0)
})
