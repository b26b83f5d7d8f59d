import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_PATIENT_LINK } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { signedHash } from '#server/features/reports/public/text.ts'
import { linkOf, phone, putForm } from '../consents/consent-fixture.ts'
import { machine } from '../exam-queue/queue-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, putStudy, save } from '../reports/report-fixture.ts'
import { makeLink, putShared, secretOf, setSettings, stranger } from '../sharing/share-fixture.ts'
import { putVisit } from '../visit-parts/put-visit.ts'

let server: DemoServer
let desk: ApiUser
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = NOW
})
afterEach(async () => {
  await setBranch(null)
  await askAdmin(server, 'update patient set language = null where client_id = $1', [SANJEEVANI.id])
})

const setBranch = (language: string | null) =>
  askAdmin(server, 'update branch set patient_language = $2 where id = $1', [ANDHERI, language])
const setPatient = (id: string, language: string | null) =>
  askAdmin(server, 'update patient set language = $2 where id = $1', [id, language])

test('a shared study names the patient’s language before the branch’s, and none where neither has one', async () => {
  await setSettings(server, {})
  const study = await putShared(server)
  const [row] = await askAdmin<{ id: string }>(
    server,
    'select id from patient where client_id = $1 and hidden is null order by id limit 1',
    [SANJEEVANI.id],
  )
  await askAdmin(server, 'update study set patient_id = $2, branch_id = $3 where id = $1', [
    study,
    row!.id,
    ANDHERI,
  ])
  const secret = secretOf(await makeLink(desk, study))
  const language = async () => (await stranger(server).look(secret)).body.result.language
  expect(await language()).toBeUndefined()
  await setBranch('hi')
  expect(await language()).toBe('hi')
  await setPatient(row!.id, 'ar')
  expect(await language()).toBe('ar')
})

test('a consent link names the language that its form opens in', async () => {
  const form = await putForm(admin)
  const visit = await putVisit(server)
  const secret = await linkOf(desk, visit, form)
  const language = async () => (await phone(server).open(form.id, secret)).body.result.language
  expect(await language()).toBeUndefined()
  await setBranch('ar')
  expect(await language()).toBe('ar')
  const [row] = await askAdmin<{ patient_id: string }>(server, 'select patient_id from visit where id = $1', [
    visit,
  ])
  await setPatient(row!.patient_id, 'hi')
  expect(await language()).toBe('hi')
})

test('a display of a hall names its branch’s language', async () => {
  const saved = await admin.post(`${PHP}que/saveScreen`, {
    name: 'Hall of languages',
    branch_id: ANDHERI,
    machines: [{ id: machine('CT 1'), alias: '' }],
    status: 1,
  })
  const shown = async () => {
    const query = { uid: saved.body.result.uid as string }
    return (await server.send({ method: 'GET', url: `${PHP}que/getQueList`, query })).body.result
  }
  expect((await shown()).language).toBeUndefined()
  await setBranch('hi')
  expect((await shown()).language).toBe('hi')
})

test('the check of a report names the language of the branch, and never that of the patient', async () => {
  const text = '<p>A text about languages.</p>'
  const writer = await server.signIn('dr.iyer')
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await askAdmin(server, 'update study set branch_id = $2 where id = $1', [study, ANDHERI])
  expect((await save(writer, study, { status: 'Signed', text, conclusion: '' })).status).toBe(200)
  const hash = signedHash({ report_data: text, conclusion: '', recommendation: '' })
  const language = async () => {
    const { body } = await server.send({
      method: 'POST',
      url: '/api/public/verifySignature',
      payload: { hash },
      headers: { 'x-forwarded-for': '10.0.0.1' },
    })
    expect(body.result.verdict).toBe('current')
    return body.result.language
  }
  await askAdmin(server, `update patient set language = 'ar' where client_id = $1`, [SANJEEVANI.id])
  expect(await language()).toBeUndefined()
  await setBranch('hi')
  expect(await language()).toBe('hi')
})

test('a signed-in patient’s session has the patient’s language, else that of the branch of the last visit', async () => {
  const signIn = async () => {
    const { username, secret } = DEMO_PATIENT_LINK
    const { body } = await server.send({
      method: 'POST',
      url: '/api/auth/patAutoLogin',
      payload: { username, password: secret },
    })
    expect(body.result?.user_type, JSON.stringify(body)).toBe('PATIENT')
    return body.result
  }
  const setBranches = (language: string | null) =>
    askAdmin(server, 'update branch set patient_language = $2 where client_id = $1', [
      SANJEEVANI.id,
      language,
    ])
  await setBranches(null)
  await askAdmin(server, 'update patient set language = null where client_id = $1', [SANJEEVANI.id])
  const session = await signIn()
  expect(session.language).toBeUndefined()
  const [row] = await askAdmin<{ id: string }>(server, 'select id from patient where user_id = $1', [
    session.user_id,
  ])
  await setBranches('hi')
  expect((await signIn()).language).toBe('hi')
  await setPatient(row!.id, 'ar')
  expect((await signIn()).language).toBe('ar')
  await setBranches(null)
})

test('staff have no language of a patient in their session', async () => {
  await setBranch('hi')
  const { body } = await server.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'reception.andheri', password: DEMO_PASSWORD },
  })
  expect(body.result?.language).toBeUndefined()
})
