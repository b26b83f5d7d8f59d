import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { prescriptionSource, treatmentSource } from '#server/features/clinical/sync-sources.ts'
import { findSession } from '#server/kernel/auth/session-store.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, KOTHRUD } from '../parts-fixture.ts'
import { ANDHERI, feedOf, personId } from '../reports/report-fixture.ts'
import { putVisit } from '../visit-parts/put-visit.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
const NAMES = ['dr.rao', 'dr.mehta', 'reception.andheri', 'admin.sanjeevani', 'dr.salem']
const RAO = personId('dr.rao')
const MEHTA = personId('dr.mehta')

beforeAll(async () => {
  server = await openDemo()
  // Adds a second doctor to the clinic: the demo has one per centre.
  await askAdmin(
    server,
    'update app_user set is_clinic_doctor = true, branch_ids = array[$3::uuid] where client_id = $1 and id = $2',
    [CLIENT, MEHTA, ANDHERI],
  )
  for (const name of NAMES) desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const clinicalVisit = (branch = ANDHERI) => putVisit(server, { isRadiology: false, branch })
type Note = {
  type?: 'MED_HISTORY' | 'INVESTIGATION' | 'TREAT_PLAN'
  content?: string
  id?: string
  rev?: number
}
const ifMatch = (rev: number | undefined): Record<string, string> =>
  rev === undefined ? {} : { 'if-match': `"${rev}"` }

function saveNote(
  who: string,
  visit: string,
  { type = 'MED_HISTORY', content = '<p>Angina.</p>', ...more }: Note,
) {
  const id = more.id ?? clinicalRecordIdOf(visit, personId(who), type)
  return desk(who).post(
    `${PHP}appt/saveTreatmentDtl`,
    { id, appt_id: visit, type, content },
    ifMatch(more.rev),
  )
}

const line = (medicine: string, id: string = randomUUID()) => ({
  id,
  medicine,
  dose: ['Morning', 'Night'],
  after_before_meal: 'After',
  duration: '5 days',
})

function prescribe(who: string, visit: string, prescriptions: object[], rev?: number) {
  const id = clinicalRecordIdOf(visit, personId(who), 'PRESCRIPTION')
  return desk(who).post(`${PHP}appt/savePrescription`, { id, appt_id: visit, prescriptions }, ifMatch(rev))
}

test('a clinic doctor has one note of each type at a visit; it is announced and audited', async () => {
  const visit = await clinicalVisit()
  const first = await saveNote('dr.rao', visit, {})
  expect(first.status).toBe(200)
  const { treatment } = first.body.result
  expect(treatment).toMatchObject({
    rev: 1,
    appt_id: visit,
    doctor_id: RAO,
    doctor: 'Dr. Lakshmi Rao',
    type: 'MED_HISTORY',
    content: '<p>Angina.</p>',
  })
  const second = await saveNote('dr.rao', visit, { content: '<p>Stable angina.</p>', rev: 1 })
  expect(second.body.result.treatment).toMatchObject({ id: treatment.id, rev: 2 })
  const plan = await saveNote('dr.rao', visit, { type: 'TREAT_PLAN', content: '<p>Rest.</p>' })
  expect(plan.body.result.treatment.id).not.toBe(treatment.id)
  expect(await feedOf(server, treatment.id)).toMatchObject([
    { type: 'treatment', rev: 1, op: 'put', scope: `visits:${ANDHERI}` },
    { type: 'treatment', rev: 2, op: 'put', scope: `visits:${ANDHERI}` },
  ])
  const trail = await readAudit(server, CLIENT, 'treatment')
  expect(trail.filter((row) => row.record_id === treatment.id)).toHaveLength(2)
  expect(JSON.stringify(trail)).not.toContain('angina')
})

test('another doctor’s note is refused, whatever its id', async () => {
  const visit = await clinicalVisit()
  const answer = await saveNote('dr.mehta', visit, { id: clinicalRecordIdOf(visit, RAO, 'MED_HISTORY') })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty('id')
  const own = await saveNote('dr.mehta', visit, {})
  expect(own.body.result.treatment.doctor_id).toBe(MEHTA)
})

test.each(['reception.andheri', 'admin.sanjeevani'])(
  '%s is no clinic doctor and writes no note',
  async (who) => {
    const visit = await clinicalVisit()
    expect((await saveNote(who, visit, {})).body.code).toBe('not_permitted')
    expect((await prescribe(who, visit, [line('Aspirin')])).body.code).toBe('not_permitted')
  },
)

test('a visit of another branch or client is not found, and a radiology visit has no notes', async () => {
  const [elsewhere, own] = [await clinicalVisit(KOTHRUD), await clinicalVisit()]
  expect((await saveNote('dr.mehta', elsewhere, {})).status).toBe(404)
  expect((await saveNote('dr.salem', own, {})).status).toBe(404)
  const radiology = await putVisit(server, { isRadiology: true })
  expect((await saveNote('dr.rao', radiology, {})).body.code).toBe('refused')
})

test.each([
  '<p>a</p><script>alert(1)</script>',
  '<p onclick="x()">a</p>',
  '<a href="javascript:x()">a</a>',
  '<iframe src="https://elsewhere.example"></iframe>',
])('content with %s is refused and not rewritten', async (content) => {
  const visit = await clinicalVisit()
  const answer = await saveNote('dr.rao', visit, { content })
  expect(answer.status).toBe(400)
  expect(answer.body.code).toBe('markup_refused')
  expect(answer.body.fields).toHaveProperty('content')
})

test('a save on an older revision is a conflict with the current text; the same text is none', async () => {
  const visit = await clinicalVisit()
  await saveNote('dr.rao', visit, { content: '<p>One.</p>' })
  await saveNote('dr.rao', visit, { content: '<p>Two.</p>', rev: 1 })
  const late = await saveNote('dr.rao', visit, { content: '<p>Other.</p>', rev: 1 })
  expect(late.status).toBe(409)
  expect(late.body.current).toMatchObject({ rev: 2, content: '<p>Two.</p>' })
  const blind = await saveNote('dr.rao', visit, { content: '<p>Other.</p>' })
  expect(blind.status).toBe(409)
  const same = await saveNote('dr.rao', visit, { content: '<p>Two.</p>', rev: 1 })
  expect(same.body.result.treatment.rev).toBe(2)
})

test('a prescription keeps its lines in order, with its doctor’s licence number', async () => {
  const visit = await clinicalVisit()
  const [a, b] = [line('Aspirin 75 mg'), line('Atorvastatin 20 mg')]
  const first = await prescribe('dr.rao', visit, [a, b])
  expect(first.status).toBe(200)
  expect(first.body.result.prescription).toMatchObject({
    rev: 1,
    doctor: 'Dr. Lakshmi Rao',
    prescriptions: [a, b],
  })
  expect(first.body.result.prescription.dr_licence_code).not.toBe('')
  const turned = await prescribe('dr.rao', visit, [b, a], 1)
  expect(turned.body.result.prescription).toMatchObject({ rev: 2, prescriptions: [b, a] })
  expect((await prescribe('dr.rao', visit, [a], 1)).status).toBe(409)
  expect((await prescribe('dr.rao', visit, [b, a], 1)).body.result.prescription.rev).toBe(2)
  expect((await prescribe('dr.rao', visit, [a, a], 2)).body.fields).toHaveProperty('prescriptions')
})

test('a slot of another visit is refused', async () => {
  const visit = await clinicalVisit()
  const answer = await desk('dr.rao').post(`${PHP}appt/saveTreatmentDtl`, {
    id: clinicalRecordIdOf(visit, RAO, 'MED_HISTORY'),
    appt_id: visit,
    appt_machine_id: randomUUID(),
    type: 'MED_HISTORY',
    content: '<p>a</p>',
  })
  expect(answer.body.fields).toHaveProperty('appt_machine_id')
})

test('devices of clinic doctors and client administrators receive notes; the desk does not', async () => {
  const visit = await clinicalVisit()
  const note = (await saveNote('dr.rao', visit, {})).body.result.treatment
  const prescription = (await prescribe('dr.rao', visit, [line('Aspirin')])).body.result.prescription
  const seen = async (who: string) => {
    const found = await findSession(server.db.database.pool, desk(who).token, NOW)
    if (!found) throw new Error('not signed in')
    const caller = { ...found.caller, timeZone: 'UTC' }
    return server.db.database.tenant(CLIENT, async (tx) => [
      ...(await treatmentSource.read(tx, caller, [note.id], NOW)).keys(),
      ...(await prescriptionSource.read(tx, caller, [prescription.id], NOW)).keys(),
    ])
  }
  expect(await seen('dr.rao')).toEqual([note.id, prescription.id])
  expect(await seen('dr.mehta')).toEqual([note.id, prescription.id])
  expect(await seen('admin.sanjeevani')).toEqual([note.id, prescription.id])
  expect(await seen('reception.andheri')).toEqual([])
})
