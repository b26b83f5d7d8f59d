import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SHARE_MODULES } from '#contract/kernel/modules.ts'
import type { MainModule } from '#domain/access/main-modules.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, dumpEntry, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, save } from '../reports/report-fixture.ts'
import { BORN, putShared, setSettings } from '../sharing/share-fixture.ts'

let server: DemoServer
let desk: ApiUser
let writer: ApiUser
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  writer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  await setSettings(server, {})
})

interface Linked {
  patientId: string
  studyId: string
  patId: string
}

/** Inserts a study that is linked to a patient of the client. */
async function putLinked({ born = BORN }: { born?: string } = {}): Promise<Linked> {
  const studyId = await putShared(server)
  const patientId = crypto.randomUUID()
  const patId = `T-${patientId.slice(0, 8)}`
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname, dob, mobile, email, gender)
     values ($1, $2, $3, 'Meera', 'Rao', $4, '9820012345', 'meera@mail.example', 'Female')`,
    [SANJEEVANI.id, patientId, patId, born],
  )
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [studyId, patientId])
  return { patientId, studyId, patId }
}

const give = (study_id: string, from = desk) => from.post(`${PHP}portal/giveAccess`, { study_id })
const activate = (study_id: string, no_of_days: number) =>
  desk.post(`${PHP}activateStudyPatient`, { study_id, no_of_days })

/** Follows an automatic sign-in link, as the patient does. */
async function follow(url: string) {
  const [username = '', password = ''] = (url.split('#')[1] ?? '').split('/').map(decodeURIComponent)
  return server.send({ method: 'POST', url: '/api/auth/patAutoLogin', payload: { username, password } })
}

function apiUserOf(token: string): Pick<ApiUser, 'get' | 'post'> {
  const headers = { authorization: `Bearer ${token}`, 'x-time-zone': 'Asia/Kolkata' }
  return {
    get: (path, query = {}) => server.send({ method: 'GET', url: `/api/${path}`, query, headers }),
    post: (path, body) =>
      server.send({ method: 'POST', url: `/api/${path}`, payload: body as object, headers }),
  }
}

async function patientAtDesk(studyId: string) {
  const given = await give(studyId)
  const { body } = await follow(given.body.result.autoLoginUrl)
  return apiUserOf(body.token as string)
}

test('devices learn of the patient whom access gives a user, and of the role made for the first of them', async () => {
  const { patientId, studyId } = await putLinked()
  await askAdmin(server, "update role set name = 'Former ' || name where name = 'Patient'")
  expect((await give(studyId)).status).toBe(200)
  const [patient] = await askAdmin<{ rev: number }>(server, 'select rev from patient where id = $1', [
    patientId,
  ])
  const [role] = await askAdmin<{ uid: string }>(
    server,
    "select uid from role where client_id = $1 and name = 'Patient'",
    [SANJEEVANI.id],
  )
  const feed = await askAdmin(
    server,
    'select type, id, rev, op, scope from change_feed where id = any($1::uuid[]) order by type',
    [[patientId, role?.uid]],
  )
  expect(feed).toEqual([
    { type: 'master', id: role?.uid, rev: 1, op: 'put', scope: 'people' },
    { type: 'patient', id: patientId, rev: patient?.rev, op: 'put', scope: `patients:${ANDHERI}` },
  ])
})

test('a study is activated for days and deactivated, both with the exact messages', async () => {
  const id = await putShared(server)
  const on = await activate(id, 60)
  expect(on.body).toMatchObject({ message: 'Activated', result: { study: { is_active_for_patient: 1 } } })
  const end = new Date(NOW.getTime() + 60 * 86_400_000).toISOString()
  expect(on.body.result.study.active_until).toBe(end)
  server.clock.now = new Date(NOW.getTime() + 61 * 86_400_000)
  desk = await server.signIn('reception.andheri')
  const over = await desk.get(`study/rowDetail/${id}`)
  expect(over.body.result).toMatchObject({ is_active_for_patient: 0, active_until: end })
  server.clock.now = NOW
  desk = await server.signIn('reception.andheri')
  const off = await desk.post(`${PHP}deactivateStudyPatient`, { study_id: id })
  expect(off.body).toMatchObject({
    message: 'Deactivated',
    result: { study: { is_active_for_patient: 0, active_until: null } },
  })
})

test.each([0, -30, 3651, 1.5])('%s days are refused by field', async (days) => {
  const { status, body } = await activate(await putShared(server), days)
  expect([status, Object.keys(body.fields)]).toEqual([400, ['no_of_days']])
})

test('activating needs the portal’s right, and the study must be visible to the user', async () => {
  const id = await putShared(server)
  expect((await writer.post(`${PHP}activateStudyPatient`, { study_id: id, no_of_days: 30 })).body.code).toBe(
    'not_permitted',
  )
  const other = await server.signIn('admin.alnoor')
  expect((await other.post(`${PHP}activateStudyPatient`, { study_id: id, no_of_days: 30 })).status).toBe(404)
})

test('access creates the patient’s user, activates for thirty days, and leaves no secret in the database', async () => {
  const { studyId, patientId, patId } = await putLinked()
  const before = await desk.get(`${PHP}portal/person/${studyId}`)
  expect(before.body.result).toMatchObject({
    patient_id: patientId,
    name: 'Meera Rao',
    username: '',
    is_unpaid: 0,
  })
  const given = await give(studyId)
  const { username, password, autoLoginUrl, expires } = given.body.result
  expect(username).toMatch(new RegExp(`^${patId.toLowerCase()}\\.[0-9a-f]{8}$`))
  expect(Buffer.from(password, 'base64url')).toHaveLength(32)
  expect(expires).toBe(new Date(NOW.getTime() + 30 * 86_400_000).toISOString())
  expect(autoLoginUrl).toBe(`/login#${username}/${password}`)
  expect(await dumpEntry(server)).not.toContain(password)
  expect((await follow(autoLoginUrl)).body.result).toMatchObject({ user_type: 'PATIENT', name: 'Meera Rao' })
  const again = await give(studyId)
  expect(again.body.result.username).toBe(username)
  const byPassword = { username, password }
  const refused = await server.send({ method: 'POST', url: '/api/auth/login', payload: byPassword })
  expect(refused.status).toBe(401)
})

test('the desk gets the phone code of the patient’s own country', async () => {
  const { studyId, patientId } = await putLinked()
  await askAdmin(server, `update patient set phone_code = '965' where id = $1`, [patientId])
  const { body } = await desk.get(`${PHP}portal/person/${studyId}`)
  expect(body.result).toMatchObject({ mobile: '9820012345', phone_code: '965' })
})

test('a client without a share channel can still give access, and reads its text', async () => {
  const { studyId } = await putLinked()
  const without = (...modules: MainModule[]) =>
    updateClient(server, SANJEEVANI.id, {
      main_modules: SANJEEVANI.mainModules.filter((name) => !modules.includes(name)),
    })
  await without(...SHARE_MODULES)
  const settings = await desk.get(`${PHP}share/settings`)
  expect(settings.body.result.pat_print_login_share_content).toEqual(expect.any(String))
  expect((await give(studyId)).status).toBe(200)
  await without(...SHARE_MODULES, 'patient_portal')
  expect((await desk.get(`${PHP}share/settings`)).body.code).toBe('module_off')
  await without()
})

test('an unlinked study, or an unpaid one where payment is required, gives no access', async () => {
  expect((await give(await putShared(server))).body.code).toBe('not_linked')
  const { studyId } = await putLinked()
  await askAdmin(server, `update study set payment_status = 'Pending' where id = $1`, [studyId])
  await setSettings(server, { results_wait_for_payment: true })
  expect((await give(studyId)).body.code).toBe('unpaid')
})

test('links end with the activation, with the last deactivation, and when they are withdrawn', async () => {
  const { studyId } = await putLinked()
  const one = (await give(studyId)).body.result.autoLoginUrl as string
  server.clock.now = new Date(NOW.getTime() + 31 * 86_400_000)
  expect((await follow(one)).status).toBe(401)
  server.clock.now = NOW
  expect((await follow(one)).status).toBe(200)
  await desk.post(`${PHP}portal/revokeAccess`, { study_id: studyId })
  expect((await follow(one)).status).toBe(401)
  const two = (await give(studyId)).body.result.autoLoginUrl as string
  await desk.post(`${PHP}deactivateStudyPatient`, { study_id: studyId })
  expect((await follow(two)).status).toBe(401)
})

test('a patient’s session shows nothing before the date of birth, then only the patient’s own record', async () => {
  const { studyId } = await putLinked()
  const other = await putLinked()
  const patient = await patientAtDesk(studyId)
  expect((await patient.post('study/studyPatientDtl', {})).body.code).toBe('proof_needed')
  expect((await patient.get(`portal/report/${studyId}`)).body.code).toBe('proof_needed')
  expect((await patient.get('portal/proofAsked')).body.result).toEqual({ asks: 'birth_date', is_proven: 0 })
  expect((await patient.post('portal/prove', { answer: '1980-01-01' })).body.code).toBe('proof_wrong')
  expect((await patient.post('portal/prove', { answer: BORN })).status).toBe(200)
  const { body } = await patient.post('study/studyPatientDtl', { patient_id: other.patientId })
  expect(body.result.patient).toMatchObject({ name: 'Meera Rao', dob: BORN, gender: 'Female', weight: '' })
  expect(body.result.studies.map((study: { study_id: string }) => study.study_id)).toEqual([studyId])
  expect((await patient.get(`portal/report/${other.studyId}`)).status).toBe(404)
  // Another session of the same patient must prove the date of birth again.
  const second = await patientAtDesk(studyId)
  expect((await second.post('study/studyPatientDtl', {})).body.code).toBe('proof_needed')
})

test('a record without identity data is refused by a code for which the pages have a message', async () => {
  const { studyId, patientId } = await putLinked()
  const patient = await patientAtDesk(studyId)
  await askAdmin(server, "update patient set dob = null, pat_id = '' where id = $1", [patientId])
  expect(await patient.get('portal/proofAsked')).toMatchObject({
    status: 422,
    body: { code: 'record_incomplete' },
  })
})

test('after five wrong dates the patient must wait, and the count survives the refusals', async () => {
  const { studyId } = await putLinked()
  const patient = await patientAtDesk(studyId)
  const codes = []
  for (let i = 0; i < 6; i += 1)
    codes.push((await patient.post('portal/prove', { answer: '1980-01-01' })).body.code)
  expect(codes).toEqual([...Array(5).fill('proof_wrong'), 'throttled'])
  expect((await patient.post('portal/prove', { answer: BORN })).status).toBe(429)
})

test('the report is there once the study is active, signed and paid', async () => {
  const { studyId } = await putLinked()
  const patient = await patientAtDesk(studyId)
  await patient.post('portal/prove', { answer: BORN })
  const report = () => patient.get(`portal/report/${studyId}`)
  expect((await report()).body.message).toBe('The report is not signed yet.')
  await save(writer, studyId, { status: 'Signed', text: '<p>Clear lungs.</p>' })
  expect((await report()).body.result.reports).toMatchObject([{ report_data: '<p>Clear lungs.</p>' }])
  await desk.post(`${PHP}deactivateStudyPatient`, { study_id: studyId })
  expect((await report()).body.message).toBe('Not activated for the patient.')
  await activate(studyId, 30)
  await askAdmin(server, `update study set payment_status = 'Pending' where id = $1`, [studyId])
  await setSettings(server, { results_wait_for_payment: true })
  expect((await report()).body.code).toBe('unpaid')
})

test('staff open a patient of their branches by id, study or number; others do not find the patient', async () => {
  const { studyId, patientId, patId } = await putLinked()
  for (const input of [{ patient_id: patientId }, { study_id: studyId }, { pat_id: patId }])
    expect((await desk.post('study/studyPatientDtl', input)).body.result.patient.id).toBe(patientId)
  const kothrud = await server.signIn('reception.kothrud')
  const elsewhere = await server.signIn('admin.alnoor')
  for (const person of [kothrud, elsewhere])
    expect((await person.post('study/studyPatientDtl', { patient_id: patientId })).status).toBe(404)
  expect((await writer.post('study/studyPatientDtl', { patient_id: patientId })).body.code).toBe(
    'not_permitted',
  )
  const lines = await readAudit(server, SANJEEVANI.id, 'patient')
  expect(lines.some(({ action, record_id }) => action === 'read' && record_id === patientId)).toBe(true)
})

test('My Patients lists the visits that name the referrer, and nothing by a name in a header', async () => {
  const referrer = await server.signIn('ref.bhat')
  const mine = await askAdmin<{ id: string }>(
    server,
    `select vs.id from visit_service vs join visit v on v.client_id = vs.client_id and v.id = vs.visit_id
     where v.ref_dr_id = (select id from app_user where username = 'ref.bhat')`,
  )
  const { body } = await referrer.get('referrer/myPatients', { ps: '500' })
  expect(mine.length).toBeGreaterThan(3)
  expect(body.result.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    mine.map(({ id }) => id).toSorted(),
  )
  expect(body.result.page.total_records).toBe(mine.length)
  // A study that names the same doctor in its header but has no visit belongs to no referrer.
  const id = await putShared(server)
  await askAdmin(
    server,
    `update study set ref_physician = 'Dr. Nilesh Bhat', status = 'Verified' where id = $1`,
    [id],
  )
  expect((await referrer.get(`portal/report/${id}`)).status).toBe(404)
  expect((await desk.get('referrer/myPatients')).body.code).toBe('not_permitted')
})

test('a referrer named beside another one also sees the visit, and reads a report once it is verified', async () => {
  const hospital = await server.signIn('ref.lilavati')
  const { patientId, studyId } = await putLinked()
  const [visitId, serviceId] = [crypto.randomUUID(), crypto.randomUUID()]
  await askAdmin(
    server,
    `insert into visit (client_id, id, visit_no, patient_id, branch_id, start_dt, other_ref_dr_ids)
     values ($1, $2::uuid, $2::text, $3, $4, $5, array[(select id from app_user where username = 'ref.lilavati')])`,
    [SANJEEVANI.id, visitId, patientId, ANDHERI, NOW],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, start_dt) values ($1, $2, $3, 'CT Chest', $4)`,
    [SANJEEVANI.id, serviceId, visitId, NOW],
  )
  const today = { from_date: '2026-11-21', to_date: '2026-11-21', ps: '500' }
  const row = async () =>
    (await hospital.get('referrer/myPatients', today)).body.result.data.find(
      ({ id }: { id: string }) => id === serviceId,
    )
  expect(await row()).toMatchObject({ service: 'CT Chest', status: 'Pending', study_id: null })
  await askAdmin(server, 'update study set visit_service_id = $2 where id = $1', [studyId, serviceId])
  await save(writer, studyId, { status: 'Signed', text: '<p>Clear lungs.</p>' })
  expect(await row()).toMatchObject({ status: 'Signed', study_id: studyId })
  expect((await hospital.get(`portal/report/${studyId}`)).body.message).toBe(
    'The report is not verified yet.',
  )
  const verifier = await server.signIn('dr.mehta')
  await verifier.post(`${PHP}verifyReport`, { study_id: studyId })
  expect((await hospital.get(`portal/report/${studyId}`)).body.result.reports).toHaveLength(1)
  const tomorrow = { from_date: '2026-11-22', to_date: '2026-11-22' }
  expect((await hospital.get('referrer/myPatients', tomorrow)).body.result.data).toEqual([])
})
