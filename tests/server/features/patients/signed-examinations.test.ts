import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { putStudy, save } from '../reports/report-fixture.ts'
import { putPatient } from './patient-fixture.ts'

let server: DemoServer
let reception: ApiUser
let iyer: ApiUser
beforeAll(async () => {
  server = await openDemo()
  reception = await server.signIn('reception.andheri')
  iyer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id)
const ask = (desk: ApiUser, id: string) => desk.get(`${PHP}patient/signedExaminations/${id}`)

/** Inserts a study of the patient that arrived so long ago at a branch; signed unless `isSigned` is false. */
async function study(patientId: string, days: number, branch: string | undefined, isSigned = true) {
  const id = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  if (isSigned) expect((await save(iyer, id, { status: 'Signed', text: '<p>Final.</p>' })).status).toBe(200)
  await askAdmin(
    server,
    `update study set patient_id = $2, branch_id = $3, study_desc = $4,
       study_datetime = timestamptz '2026-11-20T08:00:00Z' - make_interval(days => $5) where id = $1`,
    [id, patientId, branch, `CT of ${days} days`, days],
  )
  return id
}

test('a patient’s signed examinations of any age are returned, those of other branches as a number, and the reading is in the trail', async () => {
  const patient = await putPatient(reception)
  expect((await ask(reception, patient.id)).body.result).toEqual({ examinations: [], more: 0 })
  const old = await study(patient.id, 400, ANDHERI)
  const recent = await study(patient.id, 3, ANDHERI)
  await study(patient.id, 2, ANDHERI, false)
  await study(patient.id, 1, KOTHRUD)
  await study((await putPatient(reception)).id, 1, ANDHERI)
  expect((await ask(reception, patient.id)).body.result).toEqual({
    examinations: [
      { id: recent, visit_no: '', service: 'CT of 3 days', start_dt: '2026-11-17T08:00:00.000Z' },
      { id: old, visit_no: '', service: 'CT of 400 days', start_dt: '2025-10-16T08:00:00.000Z' },
    ],
    more: 1,
  })
  const lines = await readAudit(server, CLIENT, 'patient')
  expect(lines.filter(({ action, record_id }) => action === 'read' && record_id === patient.id)).toHaveLength(
    2,
  )
})

test('a user without patient access gets nothing, and another centre has no such patient', async () => {
  const patient = await putPatient(reception)
  expect((await ask(iyer, patient.id)).body.code).toBe('not_permitted')
  expect((await ask(await server.signIn('admin.alnoor'), patient.id)).status).toBe(404)
})
