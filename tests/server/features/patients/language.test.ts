import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { DEMO_ROLES } from '#server/features/demo/centre/roles.ts'
import { saveBranch } from '../form-f/form-f-fixture.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { ANDHERI } from '../reports/report-fixture.ts'
import { putPatient, registration, saveOffline, savePatient } from './patient-fixture.ts'

let server: DemoServer
let desk: ApiUser
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `update role set modules = array_append(modules, 'merge_patients')
     where client_id = $1 and id = $2 and not 'merge_patients' = any(modules)`,
    [CLIENT, DEMO_ROLES.administrator],
  )
  desk = await server.signIn('reception.andheri')
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const detail = async (id: string): Promise<PatientRow> =>
  (await desk.get(`${PHP}patient/detail/${id}`)).body.result

function changeOf({ id, rev, fname, lname, mobile, gender, dob }: PatientRow) {
  return { id, rev, fname, lname, mobile, gender, dob }
}

test('a registration keeps the language; one without it has none', async () => {
  expect((await putPatient(desk, { language: 'ar' })).language).toBe('ar')
  expect((await putPatient(desk)).language).toBeNull()
})

test('a registration made offline keeps the language, and one of an older app is taken without it', async () => {
  const input = registration({ language: 'hi' })
  const answer = await saveOffline(desk, input)
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  expect((await detail(input.id)).language).toBe('hi')
  const older = registration()
  expect((await saveOffline(desk, older)).status).toBe(200)
  expect((await detail(older.id)).language).toBeNull()
})

test('an edit that does not name the language leaves it, one that clears it gives the branch’s, and both are in the audit trail by name only', async () => {
  const patient = await putPatient(desk, { language: 'hi' })
  const moved = await savePatient(desk, { ...changeOf(patient), city: 'Pune', before: { city: '' } })
  expect(moved.body.result.patient).toMatchObject({ city: 'Pune', language: 'hi' })
  const cleared = await savePatient(desk, {
    ...changeOf(moved.body.result.patient),
    language: null,
    before: { language: 'hi' },
  })
  expect(cleared.body.result.patient.language).toBeNull()
  const edits = (await readAudit(server, CLIENT, 'patient')).filter(
    ({ action, record_id }) => action === 'edit' && record_id === patient.id,
  )
  expect(edits.at(-1)?.detail).toEqual({ fields: ['language'] })
})

test('a language changed by another desk in the meantime is not overwritten unseen', async () => {
  const patient = await putPatient(desk, { language: 'ar' })
  const answer = await savePatient(desk, { ...changeOf(patient), language: 'hi', before: { language: null } })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
})

test('a language that the house does not know is refused', async () => {
  const answer = await savePatient(desk, registration({ language: 'fr' }))
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
})

test('a merge takes over the language if it was chosen, and an un-merge gives it back', async () => {
  const kept = await putPatient(desk)
  const other = await putPatient(desk, { language: 'ar' })
  const id = mintId()
  const merged = await admin.post(`${PHP}patient/merge`, {
    id,
    kept_id: kept.id,
    merged_id: other.id,
    fields: ['language'],
  })
  expect(merged.body.result.patient.language).toBe('ar')
  const back = await admin.post(`${PHP}patient/unmerge`, { id })
  expect(back.body.result.patient.language).toBeNull()
})

test('a branch has a language for its patients, which pickers and devices are told', async () => {
  const languageAt = async () => {
    const { body } = await desk.get('branch/getActives')
    return body.result.find(({ id }: { id: string }) => id === ANDHERI)?.patient_language
  }
  await saveBranch(admin, { patient_language: null })
  expect(await languageAt()).toBeNull()
  const saved = await saveBranch(admin, { patient_language: 'hi' })
  expect(saved.body.result.patient_language, JSON.stringify(saved.body)).toBe('hi')
  expect(await languageAt()).toBe('hi')
  await saveBranch(admin, { open_time: '08:00' })
  expect(await languageAt()).toBe('hi')
  const wrong = await saveBranch(admin, { patient_language: 'fr' })
  expect(wrong.body.fields?.patient_language).toMatch(/is one of/)
})
