import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONSENT_PATH, consentParameters } from '#domain/consent/consent-link.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { putVisit } from '../visit-parts/put-visit.ts'
import {
  changeQuestions,
  linkOf,
  phone,
  putForm,
  SIGNED_ON,
  signed,
  type TestForm,
} from './consent-fixture.ts'

const OVER = [422, 'link_over', 'This link has expired. Ask the centre for a new one.']

let server: DemoServer
let desk: ApiUser
let admin: ApiUser
let form: TestForm
let visit: string
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  admin = await server.signIn('admin.sanjeevani')
  form = await putForm(admin)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  visit = await putVisit(server)
})

const answerOf = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]
const formsOf = async () => (await desk.get(`${PHP}appt/consentForms`, { appt_id: visit })).body.result
const tabOf = async (id: string) => (await formsOf()).find((one: { id: string }) => one.id === id)

test('a link opens its form with the patient, its opening is counted, and its secret is not stored', async () => {
  const made = await desk.post(`${PHP}consent/makeLink`, { appt_id: visit, consent_form_id: form.id })
  const url = new URL(made.body.result.url, 'https://here.example')
  const given = consentParameters(url)
  expect([url.pathname, url.search, [...given.keys()]]).toEqual([CONSENT_PATH, '', ['id', 'appt_id']])
  const secret = given.get('appt_id') ?? ''
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const opened = await phone(server).open(form.id, secret)
  expect(opened.status).toBe(200)
  expect(opened.headers['cache-control']).toBe('no-store')
  expect(opened.body.result).toMatchObject({ form: { id: form.id, has_slang: true }, saved: null })
  expect(opened.body.result.form.questions).toHaveLength(2)
  // The phone has no session, so the link returns the centre's country for the days off in the calendar.
  expect(opened.body.result.centre).toMatchObject({ country_id: 91, time_zone: 'Asia/Kolkata' })
  expect(Object.keys(opened.body.result.patient).sort()).toEqual([
    'dob',
    'gender',
    'mobile',
    'name',
    'passport',
  ])
  expect(await tabOf(form.id)).toMatchObject({
    url: '',
    opened: 1,
    opened_from: [{ at: NOW.toISOString(), place: expect.stringContaining('network 203.0.…') }],
    expires: expect.stringContaining('2026-11-24'),
  })
  const [row] = await askAdmin<{ line: string }>(
    server,
    'select string_agg(l::text, chr(10)) as line from consent_link l where visit_id = $1',
    [visit],
  )
  expect(row?.line).not.toContain(secret)
})

test('guessed, expired, replaced and revoked links and those of another form get the same message', async () => {
  const other = await putForm(admin)
  const first = await linkOf(desk, visit, form)
  const mine = phone(server)
  const guessed = `${first.slice(0, -4)}AAAA`
  expect(answerOf(await mine.open(form.id, guessed))).toEqual(OVER)
  expect(answerOf(await mine.open(other.id, first))).toEqual(OVER)
  expect(answerOf(await mine.open(randomUUID(), first))).toEqual(OVER)
  expect(answerOf(await mine.save(first, signed(other)))).toEqual(OVER)
  const second = await linkOf(desk, visit, form)
  expect(answerOf(await mine.open(form.id, first))).toEqual(OVER)
  expect((await mine.open(form.id, second)).status).toBe(200)
  server.clock.now = new Date(NOW.getTime() + 73 * 3_600_000)
  expect(answerOf(await mine.open(form.id, second))).toEqual(OVER)
  server.clock.now = NOW
  await desk.post(`${PHP}consent/revokeLink`, { appt_id: visit, consent_form_id: form.id })
  expect(answerOf(await mine.open(form.id, second))).toEqual(OVER)
  expect(answerOf(await mine.save(second, signed(form)))).toEqual(OVER)
})

test('a link of one visit never adds a consent to another one', async () => {
  const other = await putVisit(server)
  const secret = await linkOf(desk, visit, form)
  const input = signed(form)
  expect((await phone(server).save(secret, input)).status).toBe(200)
  const rows = await askAdmin<{ visit_id: string }>(
    server,
    'select visit_id from patient_consent where id = $1',
    [input.id],
  )
  expect(rows).toEqual([{ visit_id: visit }])
  expect(other).not.toBe(visit)
  // The same record through the other visit's link is not found.
  const elsewhere = await linkOf(desk, other, form)
  expect((await phone(server).save(elsewhere, input)).body.fields).toEqual({
    id: 'is the id of another record',
  })
})

test('the link of a cancelled visit is expired', async () => {
  const secret = await linkOf(desk, visit, form)
  await askAdmin(server, 'update visit set status = 12 where id = $1', [visit])
  expect(answerOf(await phone(server).open(form.id, secret))).toEqual(OVER)
})

test('an address that tries links is slowed down; a link that opens costs nothing', async () => {
  const guesser = phone(server, '198.51.100.9')
  const secret = await linkOf(desk, visit, form)
  for (let i = 0; i < 3; i += 1) expect((await guesser.open(form.id, secret)).status).toBe(200)
  const codes = new Set<string>()
  for (let i = 0; i < 41; i += 1) codes.add((await guesser.open(form.id, 'A'.repeat(43))).body.code)
  expect([...codes]).toEqual(['link_over', 'throttled'])
  expect((await guesser.open(form.id, secret)).status).toBe(429)
  expect((await phone(server).open(form.id, secret)).status).toBe(200)
})

test('the signed consent is returned, a second save is another record, and both clocks are stored', async () => {
  const secret = await linkOf(desk, visit, form)
  const mine = phone(server)
  const first = signed(form, { language: 'slang' })
  expect((await mine.save(secret, first)).body).toEqual({ message: 'Thank you. The form is signed.' })
  // The link closes with the signature; another link shows what was signed.
  server.clock.now = new Date(NOW.getTime() + 30_000)
  const next = await linkOf(desk, visit, form)
  const again = await mine.open(form.id, next)
  expect(again.body.result.saved).toMatchObject({
    id: first.id,
    height: '168',
    language: 'slang',
    ques_ans: first.ques_ans,
  })
  // A form with a consent on record cannot be signed twice; the answers are their own record.
  server.clock.now = new Date(NOW.getTime() + 60_000)
  expect((await mine.save(next, signed(form, { height: '169', strokes: [] }))).status).toBe(200)
  const { consents } = await tabOf(form.id)
  expect(consents).toHaveLength(2)
  expect(consents[0]).toMatchObject({
    via: 'Link',
    kind: 'Signed',
    signed_on: SIGNED_ON,
    created: NOW.toISOString(),
  })
  const lines = await readAudit(server, CLIENT, 'consent')
  expect(lines.find(({ record_id }) => record_id === first.id)).toMatchObject({
    action: 'sign',
    user_id: null,
  })
})

test('a link closes with the signature, for the browser that signed and any other', async () => {
  const secret = await linkOf(desk, visit, form)
  const opened = await phone(server).open(form.id, secret)
  const { door } = opened.body.result
  const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
  const input = signed(form)
  expect((await phone(server).save(secret, input)).status).toBe(200)
  const reload = await server.send({
    method: 'POST',
    url: '/api/public/consentFormDetail',
    payload: { door },
    headers: { cookie },
  })
  const late = await phone(server, '203.0.113.8').open(form.id, secret)
  for (const answer of [reload, late]) {
    expect(answerOf(answer)).toEqual(OVER)
    expect(JSON.stringify(answer.body)).not.toContain('patient')
  }
  expect(answerOf(await phone(server).save(secret, signed(form)))).toEqual(OVER)
  // A client that lost the response repeats the request with the same record.
  expect((await phone(server).save(secret, input)).body.message).toBe('Thank you. The form is signed.')
  expect(await tabOf(form.id)).toMatchObject({ expires: null, consents: [{ id: input.id }] })
})

test('a form signed at the desk closes the link that was sent for it', async () => {
  const secret = await linkOf(desk, visit, form)
  server.clock.now = new Date(NOW.getTime() + 60_000)
  const answer = await desk.post(`${PHP}consent/sign`, { ...signed(form), appt_id: visit, via: 'Desk' })
  expect(answer.status).toBe(200)
  expect(answerOf(await phone(server).open(form.id, secret))).toEqual(OVER)
  expect(await tabOf(form.id)).toMatchObject({ expires: null })
})

test('a repeat of the same record is the same record', async () => {
  const secret = await linkOf(desk, visit, form)
  const input = signed(form)
  await phone(server).save(secret, input)
  expect((await phone(server).save(secret, input)).status).toBe(200)
  expect((await tabOf(form.id)).consents).toHaveLength(1)
})

test('a missing required answer, a single dot and an unknown answer are refused by the rules of the page', async () => {
  const secret = await linkOf(desk, visit, form)
  const [required] = form.questions
  const save = async (change: object) => (await phone(server).save(secret, signed(form, change))).body
  expect(await save({ ques_ans: {} })).toMatchObject({
    code: 'invalid',
    fields: { [`ques_ans.${required?.id}`]: 'This question must be answered.' },
  })
  expect(await save({ strokes: [{ points: [{ x: 3, y: 3 }] }] })).toMatchObject({
    code: 'signature_required',
    message: 'Signature required!',
  })
  expect(await save({ strokes: [] })).toMatchObject({ code: 'signature_required' })
  expect((await save({ height: '17' })).fields).toEqual({ height: 'Height must be between 30 and 250 cm.' })
  expect(await tabOf(form.id)).toMatchObject({ consents: [] })
})

test('a form changed in the meantime is returned in its new version, and nothing is saved', async () => {
  const changing = await putForm(admin)
  const secret = await linkOf(desk, visit, changing)
  const read = (await phone(server).open(changing.id, secret)).body.result.form
  const questions = [{ ...changing.questions[0], ques: 'Do you have any implant? *' }]
  await changeQuestions(admin, changing, questions)
  const input = signed(changing, { form_sha256: read.sha256 })
  const refused = await phone(server).save(secret, input)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.current).toMatchObject({ id: changing.id, questions })
  expect((await tabOf(changing.id)).consents).toEqual([])
  const read2 = refused.body.current.sha256
  expect((await phone(server).save(secret, { ...input, form_sha256: read2 })).status).toBe(200)
})

test('only the session of the browser that opened its link fills in a form', async () => {
  const secret = await linkOf(desk, visit, form)
  const opened = await phone(server).open(form.id, secret)
  const { door } = opened.body.result
  const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
  expect(cookie).toMatch(new RegExp(`^link_${door}=`))
  const ask = (path: string, payload: object, headers: Record<string, string> = {}) =>
    server.send({ method: 'POST', url: `/api/public/${path}`, payload, headers })
  expect((await ask('savePatientConsent', { ...signed(form), door })).body.code).toBe('link_again')
  // A reload does not count as another opening.
  expect((await ask('consentFormDetail', { door }, { cookie })).status).toBe(200)
  expect(await tabOf(form.id)).toMatchObject({ opened: 1 })
  expect((await ask('savePatientConsent', { ...signed(form), door }, { cookie })).status).toBe(200)
  const other = await putForm(admin)
  expect(answerOf(await ask('savePatientConsent', { ...signed(other), door }, { cookie }))).toEqual(OVER)
  await desk.post(`${PHP}consent/revokeLink`, { appt_id: visit, consent_form_id: form.id })
  expect(answerOf(await ask('consentFormDetail', { door }, { cookie }))).toEqual(OVER)
})
