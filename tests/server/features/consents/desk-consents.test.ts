import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { putVisit } from '../visit-parts/put-visit.ts'
import {
  changeQuestions,
  linkOf,
  NAME_STROKES,
  phone,
  putForm,
  signed,
  type TestForm,
} from './consent-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
let form: TestForm
let visit: string
const NAMES = ['admin.sanjeevani', 'reception.andheri', 'reception.kothrud', 'tech.andheri', 'admin.alnoor']
beforeAll(async () => {
  server = await openDemo({ READROOM_URL: 'https://readroom.example' })
  for (const name of NAMES) desks.set(name, await server.signIn(name))
  form = await putForm(desk('admin.sanjeevani'))
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  visit = await putVisit(server)
})

const sign = (who: string, change: object = {}, headers: Record<string, string> = {}) =>
  desk(who).post(`${PHP}consent/sign`, { ...signed(form), appt_id: visit, via: 'Kiosk', ...change }, headers)
const evidence = (who: string, id: string) => desk(who).get(`${PHP}consent/evidence/${id}`)
const withdraw = (who: string, consent_id: string, reason = 'Changed my mind', id: string = randomUUID()) =>
  desk(who).post(`${PHP}consent/withdraw`, { id, consent_id, reason })

test('a form signed at the desk is evidence: form, patient, strokes, clocks and a matching hash', async () => {
  const id = randomUUID()
  const answer = await sign('reception.andheri', { id })
  expect(answer.body).toMatchObject({
    message: 'Signed',
    result: { consent: { id, via: 'Kiosk', kind: 'Signed' } },
  })
  const { result } = (await evidence('reception.andheri', id)).body
  expect(result).toMatchObject({
    is_intact: 1,
    taken_by: 'Pooja Sawant',
    withdrawn: null,
    strokes: NAME_STROKES,
    answers: { fasting: 'No', weight: '61.5', sign_by: 'Self' },
    detail: { form: { id: form.id, questions: form.questions } },
  })
  expect(result.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(await readAudit(server, CLIENT, 'consent')).toContainEqual(
    expect.objectContaining({ action: 'read', record_id: id }),
  )
})

test('a signed consent does not change with the form or the patient, and an altered record is detected', async () => {
  const own = await putForm(desk('admin.sanjeevani'))
  const id = randomUUID()
  await desk('reception.andheri').post(`${PHP}consent/sign`, {
    ...signed(own, { id }),
    appt_id: visit,
    via: 'Desk',
  })
  const before = (await evidence('reception.andheri', id)).body.result
  await changeQuestions(desk('admin.sanjeevani'), own, [])
  await askAdmin(server, `update patient set lname = 'Other' where id = $1`, [before.consent.patient_id])
  expect((await evidence('reception.andheri', id)).body.result).toEqual(before)
  await askAdmin(server, `update patient_consent set height = '190' where id = $1`, [id])
  expect((await evidence('reception.andheri', id)).body.result.is_intact).toBe(0)
})

test('the server itself can neither update nor delete a consent', async () => {
  const id = randomUUID()
  await sign('reception.andheri', { id })
  for (const change of [
    'update patient_consent set height = $2 where id = $1',
    'delete from patient_consent where id = $1 or height = $2',
  ])
    await expect(
      server.db.database.tenant(CLIENT, (tx) =>
        tx.executeQuery({
          sql: change,
          parameters: [id, '1'],
          query: { kind: 'RawNode' },
          queryId: { queryId: id },
        } as never),
      ),
    ).rejects.toThrow(/permission denied/)
})

test('an offline tablet signs the version that it showed, and an unknown version is refused', async () => {
  const own = await putForm(desk('admin.sanjeevani'))
  const secret = await linkOf(desk('reception.andheri'), visit, own)
  const { form: shown } = (await phone(server).open(own.id, secret)).body.result
  await changeQuestions(desk('admin.sanjeevani'), own, [{ ...own.questions[1], ques: 'Anything else?' }])
  const input = { ...signed(own), appt_id: visit, via: 'Kiosk' }
  const post = (change: object) =>
    desk('reception.andheri').post(`${PHP}consent/sign`, { ...input, ...change })
  expect((await post({ form_sha256: 'a'.repeat(64) })).body.code).toBe('conflict')
  expect((await post({ form_sha256: shown.sha256 })).status).toBe(200)
  const { result } = (await evidence('reception.andheri', input.id)).body
  expect(result.detail.form).toMatchObject({ sha256: shown.sha256, questions: own.questions })
})

test('a withdrawal is a separate record with its reason, once; afterwards a signature is required again', async () => {
  const id = randomUUID()
  await sign('reception.andheri', { id })
  expect((await sign('reception.andheri', { id: randomUUID(), strokes: [] })).status).toBe(200)
  expect((await withdraw('reception.andheri', id, ' ')).body.fields).toEqual({
    reason: 'A reason is required.',
  })
  const own = randomUUID()
  expect((await withdraw('reception.andheri', id, 'Changed my mind', own)).body.result.consent).toMatchObject(
    {
      id: own,
      kind: 'Withdrawn',
      withdraws_id: id,
    },
  )
  expect((await withdraw('reception.andheri', id, 'Changed my mind', own)).status).toBe(200)
  expect((await withdraw('reception.andheri', id)).body.message).toBe('This consent is already withdrawn.')
  expect((await evidence('reception.andheri', id)).body.result.withdrawn).toEqual({
    on: NOW.toISOString(),
    by: 'Pooja Sawant',
    reason: 'Changed my mind',
  })
  const other = await putVisit(server)
  const consent = randomUUID()
  await sign('reception.andheri', { id: consent, appt_id: other })
  await withdraw('reception.andheri', consent)
  expect((await sign('reception.andheri', { appt_id: other, strokes: [] })).body.code).toBe(
    'signature_required',
  )
})

test('a user who may not book, another branch and another client get neither form nor evidence', async () => {
  const id = randomUUID()
  await sign('reception.andheri', { id })
  expect((await sign('tech.andheri')).body.code).toBe('not_permitted')
  for (const who of ['reception.kothrud', 'admin.alnoor']) {
    expect((await sign(who)).body.code).toBe('not_found')
    expect((await evidence(who, id)).body.code).toBe('not_found')
    expect((await withdraw(who, id)).body.code).toBe('not_found')
    const link = { appt_id: visit, consent_form_id: form.id }
    expect((await desk(who).post(`${PHP}consent/makeLink`, link)).body.code).toBe('not_found')
    expect((await desk(who).get(`${PHP}appt/consentForms`, { appt_id: visit })).body.code).toBe('not_found')
  }
})

test('a client without the module gets a message, and its links open nothing', async () => {
  const secret = await linkOf(desk('reception.andheri'), visit, form)
  const [before] = await askAdmin<{ main_modules: string[] }>(
    server,
    'select main_modules from client where id = $1',
    [CLIENT],
  )
  const modules = before?.main_modules ?? []
  await updateClient(server, CLIENT, { main_modules: modules.filter((one) => one !== 'consent_forms') })
  expect((await sign('reception.andheri')).body.code).toBe('module_off')
  expect((await phone(server).open(form.id, secret)).body.code).toBe('link_over')
  await updateClient(server, CLIENT, { main_modules: modules })
})

test('the link is shown in full with its code if the centre’s address is known', async () => {
  const { body } = await desk('reception.andheri').post(`${PHP}consent/makeLink`, {
    appt_id: visit,
    consent_form_id: form.id,
  })
  expect(body.result.url).toMatch(
    /^https:\/\/readroom\.example\/consent-form#id=[0-9a-f-]{36}&appt_id=[\w-]{43}$/,
  )
  expect(body.result.qr_code_img_url).toMatch(/^data:image\/png;base64,/)
})

test('the link comes with the phone code of the patient’s own country', async () => {
  await askAdmin(
    server,
    `update patient set phone_code = '965' where id = (select patient_id from visit where id = $1)`,
    [visit],
  )
  const about = { appt_id: visit, consent_form_id: form.id }
  const { body } = await desk('reception.andheri').post(`${PHP}consent/makeLink`, about)
  expect(body.result.phone_code).toBe('965')
})

test('a link is sent by e-mail; its recipient, its form and its expiry are required', async () => {
  const about = { appt_id: visit, consent_form_id: form.id }
  const made = await desk('reception.andheri').post(`${PHP}consent/makeLink`, about)
  const { url } = made.body.result
  const share = async (change: object) =>
    (
      await desk('reception.andheri').post(`${PHP}consent/share`, {
        ...about,
        share_via: 'E',
        share_to: 'asha@example.com',
        url,
        ...change,
      })
    ).body
  expect((await share({ share_to: '' })).fields).toEqual({ share_to: 'Enter email-id' })
  expect((await share({ share_via: 'W', share_to: '', phonecode: '91' })).fields).toEqual({
    share_to: 'Enter mobile number',
  })
  expect((await share({ url: 'https://elsewhere.example/' })).fields).toEqual({
    url: 'is not a link of this form',
  })
  expect((await share({})).result.state).toMatch(/Waiting|Not_Configured/)
  await desk('reception.andheri').post(`${PHP}consent/revokeLink`, about)
  expect((await share({})).code).toBe('link_over')
})

test('the outcome of sent links is shown at the visit, to those who see it, and never at an earlier visit', async () => {
  const about = { appt_id: visit, consent_form_id: form.id }
  const sent = async (who = 'reception.andheri', of = visit) =>
    (await desk(who).get(`${PHP}consent/sentLinks/${of}`)).body
  expect((await sent()).result).toEqual([])
  const made = await desk('reception.andheri').post(`${PHP}consent/makeLink`, about)
  const { url } = made.body.result
  const share = { ...about, share_via: 'E', share_to: 'asha@example.com', url }
  await desk('reception.andheri').post(`${PHP}consent/share`, share)
  expect((await sent()).result).toEqual([
    expect.objectContaining({ channel: 'E', sent_to: 'asha@example.com', created_by: 'Pooja Sawant' }),
  ])
  expect(JSON.stringify(await sent())).not.toContain(url)
  expect((await sent('reception.kothrud')).code).toBe('not_found')
  expect((await sent('admin.alnoor')).code).toBe('not_found')
  // The same patient returns: what was sent for the earlier visit does not count for this one.
  server.clock.now = new Date(NOW.getTime() + 60_000)
  const next = await putVisit(server)
  await askAdmin(
    server,
    'update visit set patient_id = (select patient_id from visit where id = $1) where id = $2',
    [visit, next],
  )
  await desk('reception.andheri').post(`${PHP}consent/makeLink`, { ...about, appt_id: next })
  expect((await sent('reception.andheri', next)).result).toEqual([])
})
