import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeInMessage, REPORT_ANSWERS } from '#domain/message/report-code.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { MESSAGE_CHECKS } from '#server/features/message-checks.ts'
import { createSealedTexts } from '#server/features/messages/public/sealed-text.ts'
import { createSendMessageJob } from '#server/features/messages/send-message-job.ts'
import { changeStudy, type LockedStudy } from '#server/features/studies/public/write-store.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { fates, lookAtDue, noticesOf, setTemplates } from '../notices/notice-fixture.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { putPatient } from '../patients/patient-fixture.ts'
import { putStudy, save } from '../reports/report-fixture.ts'
import { makeLink, secretOf, setSettings, stranger } from '../sharing/share-fixture.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  DAY_MS,
  freeTime,
  openBookingFixture,
} from '../visit-desk/booking-fixture.ts'

const SECRET = 'app-secret'
const VERIFY = 'verify-me'
const PHONE_ID = '5550001'
const PATIENT_NUMBER = '919820012345'
const HOOK = `/api/whatsapp/webhook/${SANJEEVANI.id}`
const HOUR_MS = 3_600_000
/** Noon in Mumbai: no quiet hours. */
const NOON = new Date('2026-11-21T06:30:00Z')

let server: DemoServer
let desk: ApiUser
let doctor: ApiUser
let bookings: BookingFixture
let gateway: MessageGateway
let day = 0
let serial = 0

beforeAll(async () => {
  gateway = await openMessageGateway()
  server = await openDemo({ READROOM_URL: 'https://ris.example' })
  desk = await server.signIn('reception.andheri')
  doctor = await server.signIn('dr.iyer')
  bookings = await openBookingFixture(server)
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})
beforeEach(async () => {
  server.clock.now = NOON
  gateway.asked.length = 0
  gateway.answer = () => ({ status: 200, body: { messages: [{ id: `wamid.${(serial += 1)}` }] } })
  await setSettings(server, ways())
  await setTemplates(server, {})
  // The clock does not move between tests: each begins without counted questions and failures.
  await askAdmin(server, 'delete from entry.sign_in_failure')
  await askAdmin(server, 'delete from patient_choice where patient_id = $1', [bookings.patientId])
  await askAdmin(
    server,
    `update patient set mobile = '9820012345', phone_code = '91', tell_whatsapp = '', tell_noted = '{}', dob = '1990-05-17'
     where id = $1`,
    [bookings.patientId],
  )
})

const ways = (change: Record<string, unknown> = {}) => ({
  whatsapp_kind: 'Cloud_API',
  whatsapp_url: gateway.url,
  whatsapp_token: 'token',
  whatsapp_phone_id: PHONE_ID,
  whatsapp_number: '912255501400',
  whatsapp_app_secret: SECRET,
  whatsapp_verify_token: VERIFY,
  prints_report_code: true,
  ...change,
})

interface Case {
  visitId: string
  studyId: string
  code: string
}

/** Inserts a booked visit with a study of its first service, and the code of its papers. */
async function openCase({ isSigned = false, isActive = false } = {}): Promise<Case> {
  const start = new Date(freeTime().getTime() + (day += 1) * DAY_MS)
  const visit = await booked(desk, bookingOf(bookings, { start }))
  const studyId = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  await askAdmin(
    server,
    `update study set patient_id = $2, pat_birthdate = '1990-05-17', active_until = $3, visit_service_id =
       (select id from visit_service where visit_id = $4 order by place limit 1) where id = $1`,
    [studyId, bookings.patientId, isActive ? new Date(NOON.getTime() + 90 * DAY_MS) : null, visit.id],
  )
  if (isSigned) await sign(studyId)
  return { visitId: visit.id, studyId, code: await codeOf(visit.id) }
}

async function sign(studyId: string): Promise<void> {
  const answer = await save(doctor, studyId, { status: 'Signed' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

async function codeOf(visitId: string): Promise<string> {
  const { status, body } = await desk.post('message/reportCode', { appt_id: visitId })
  expect(status, JSON.stringify(body)).toBe(200)
  const url = new URL(body.result.url)
  expect(url.origin + url.pathname).toBe('https://wa.me/912255501400')
  return codeInMessage(url.searchParams.get('text') ?? '') ?? ''
}

const change = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [
        {
          field: 'messages',
          value: { messaging_product: 'whatsapp', metadata: { phone_number_id: PHONE_ID }, ...value },
        },
      ],
    },
  ],
})

const seconds = (moment: Date) => String(Math.floor(moment.getTime() / 1_000))

const wrote = (
  text: string,
  { id = `in.${(serial += 1)}`, from = PATIENT_NUMBER, at = server.clock.now } = {},
) => change({ messages: [{ id, from, timestamp: seconds(at), type: 'text', text: { body: text } }] })

const status = (ref: string, said: object) =>
  change({
    statuses: [{ id: ref, recipient_id: PATIENT_NUMBER, timestamp: seconds(server.clock.now), ...said }],
  })

const signature = (body: string, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

interface Signing {
  secret?: string
  url?: string
  header?: string
  address?: string
}

function post(value: unknown, { secret = SECRET, url = HOOK, header, address }: Signing = {}) {
  const payload = typeof value === 'string' ? value : JSON.stringify(value)
  return server.app.inject({
    method: 'POST',
    url,
    payload,
    ...(address && { remoteAddress: address }),
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': header ?? signature(payload, secret),
    },
  })
}

/** Returns the sent texts and templates, oldest first. */
const sent = () =>
  gateway.asked.map(({ body }) => {
    const { text, template } = body as { text?: { body: string }; template?: { name: string } }
    return text?.body ?? template?.name ?? ''
  })
const linkIn = (text: string | undefined) =>
  /https:\/\/ris\.example\/shared\/#([\w-]+)/.exec(text ?? '')?.[1] ?? ''
const until = (visitId: string, wanted: string[]) =>
  expect.poll(() => fates(desk, visitId), { timeout: 20_000, interval: 200 }).toEqual(wanted)

test('the webhook is verified only by the client’s token', async () => {
  const ask = (query: Record<string, string>, url = HOOK) => server.app.inject({ method: 'GET', url, query })
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY, 'hub.challenge': '1158201444' }
  const answer = await ask(right)
  expect([answer.statusCode, answer.body]).toEqual([200, '1158201444'])
  for (const [query, url] of [
    [{ ...right, 'hub.verify_token': 'other' }, HOOK],
    [{ ...right, 'hub.mode': 'unsubscribe' }, HOOK],
    [{ ...right, 'hub.challenge': '<script>' }, HOOK],
    [right, `/api/whatsapp/webhook/${AL_NOOR.id}`],
    [right, `/api/whatsapp/webhook/${crypto.randomUUID()}`],
    [right, '/api/whatsapp/webhook/1'],
  ] as const)
    expect((await ask(query, url)).statusCode).toBe(401)
  await setSettings(server, ways({ whatsapp_verify_token: '' }))
  expect((await ask({ ...right, 'hub.verify_token': '' })).statusCode).toBe(401)
})

test('a webhook without a valid signature of its bytes is refused and does nothing', async () => {
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  const body = JSON.stringify(wrote(`REPORT ${code}`))
  for (const options of [
    { secret: 'another' },
    { secret: '' },
    { header: 'sha256=00' },
    { header: signature(`${body} `) },
    { header: '' },
    { url: `/api/whatsapp/webhook/${AL_NOOR.id}` },
  ])
    expect((await post(body, options)).statusCode).toBe(401)
  const bare = await server.app.inject({ method: 'POST', url: HOOK, payload: { entry: [] } })
  expect(bare.statusCode).toBe(401)
  await setSettings(server, ways({ whatsapp_app_secret: '' }))
  expect((await post(body, { secret: '' })).statusCode).toBe(401)
  expect(await fates(desk, visitId)).toEqual([])
})

test('after more than twenty wrong signatures an address is refused for a while, at this webhook only', async () => {
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  const body = JSON.stringify(wrote(`REPORT ${code}`))
  const statuses: number[] = []
  for (let at = 0; at < 23; at += 1)
    statuses.push((await post(body, at % 2 === 0 ? { secret: 'another' } : { header: '' })).statusCode)
  expect(statuses).toEqual([...Array(21).fill(401), 429, 429])
  const refused = await post(body)
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 900])
  const challenge = { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY, 'hub.challenge': '1' }
  const verify = () => server.app.inject({ method: 'GET', url: HOOK, query: challenge })
  expect((await verify()).statusCode).toBe(429)
  // Another client's webhook and another address need the token as before.
  expect((await post(body, { url: `/api/whatsapp/webhook/${AL_NOOR.id}` })).statusCode).toBe(401)
  expect((await post(body, { address: '203.0.113.9' })).statusCode).toBe(200)
  await until(visitId, ['Report_Link W Sent'])
  server.clock.now = new Date(NOON.getTime() + 15 * 60_000)
  expect((await verify()).statusCode).toBe(200)
})

test('valid signatures are never counted, however many come from one address', async () => {
  for (let at = 0; at < 25; at += 1) expect((await post(wrote('Good morning'))).statusCode).toBe(200)
  const counted = await askAdmin(server, `select key from entry.sign_in_failure where key like 'signature:%'`)
  expect(counted).toEqual([])
})

test('a number gets six replies in half an hour; its other messages are accepted without a reply', async () => {
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  const ask = (text: string, from?: string) => post(wrote(text, { from: from ?? PATIENT_NUMBER }))
  const statuses: number[] = []
  for (let at = 0; at < 9; at += 1)
    statuses.push((await ask(`REPORT 2222222222222222222${at % 8 === 0 ? 2 : at + 1}`)).statusCode)
  expect(statuses).toEqual(Array(9).fill(200))
  await expect.poll(sent, { timeout: 25_000 }).toHaveLength(6)
  // The right code has no effect either, and a repeated message of WhatsApp does not count.
  expect((await ask(`REPORT ${code}`)).statusCode).toBe(200)
  expect(await fates(desk, visitId)).toEqual([])
  await ask('REPORT 22222222222222222222', '447700900123')
  await expect.poll(sent, { timeout: 10_000 }).toHaveLength(7)
  server.clock.now = new Date(NOON.getTime() + 30 * 60_000)
  await ask(`REPORT ${code}`)
  await until(visitId, ['Report_Link W Sent'])
})

test('a body over the limit gets 413, and one that is not a webhook gets 400', async () => {
  expect((await post('x'.repeat(1_100_000))).statusCode).toBe(413)
  expect((await post('{"entry":')).statusCode).toBe(400)
  expect((await post({ hello: 1 })).statusCode).toBe(400)
})

test('a patient who writes gets the link once, even if WhatsApp repeats the message, and has chosen WhatsApp', async () => {
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  const body = wrote(`report ${code.toLowerCase()}`, { id: 'in.repeated' })
  expect((await post(body)).statusCode).toBe(200)
  await until(visitId, ['Report_Link W Sent'])
  expect((await post(body)).statusCode).toBe(200)
  await lookAtDue(server)
  expect(gateway.asked).toHaveLength(1)
  expect(gateway.asked[0]?.body).toMatchObject({ to: PATIENT_NUMBER, type: 'text' })
  const secret = linkIn(sent()[0])
  const opened = await stranger(server).open(secret)
  expect(opened.body.result).toMatchObject({ centre: SANJEEVANI.name, has_report: 1 })
  const [patient] = await askAdmin(server, 'select tell_whatsapp, tell_noted from patient where id = $1', [
    bookings.patientId,
  ])
  expect(patient).toMatchObject({ tell_whatsapp: 'Yes', tell_noted: { W: { how: 'Patient_Wrote_First' } } })
  const choices = await askAdmin(server, 'select how, by_id from patient_choice where patient_id = $1', [
    bookings.patientId,
  ])
  expect(choices).toEqual([{ how: 'Patient_Wrote_First', by_id: null }])
  expect((await post(wrote(`REPORT ${code}`, { at: new Date(NOON.getTime() + 1) }))).statusCode).toBe(200)
})

test('a relative’s number gets the link, and the patient’s choices stay unchanged', async () => {
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  await post(wrote(`REPORT ${code}`, { from: '447700900123' }))
  await until(visitId, ['Report_Link W Sent'])
  expect(gateway.asked[0]?.body).toMatchObject({ to: '447700900123' })
  const [patient] = await askAdmin(server, 'select tell_whatsapp from patient where id = $1', [
    bookings.patientId,
  ])
  expect(patient).toEqual({ tell_whatsapp: '' })
})

test('a patient who refused WhatsApp gets the requested link, and the refusal stays', async () => {
  await askAdmin(server, `update patient set tell_whatsapp = 'No' where id = $1`, [bookings.patientId])
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Sent'])
  const [patient] = await askAdmin(server, 'select tell_whatsapp from patient where id = $1', [
    bookings.patientId,
  ])
  expect(patient).toEqual({ tell_whatsapp: 'No' })
})

test('without a date of birth a paper’s code works only from the patient’s own number', async () => {
  const found = await openCase({ isSigned: true, isActive: true })
  const own = await openCase({ isSigned: true, isActive: true })
  for (const { studyId } of [found, own])
    await askAdmin(server, 'update study set pat_birthdate = null where id = $1', [studyId])
  await post(wrote(`REPORT ${found.code}`, { from: '447700900123' }))
  await until(found.visitId, ['Report_Link W Not_Sent no_birth_date'])
  await post(wrote(`REPORT ${own.code}`))
  await until(own.visitId, ['Report_Link W Sent'])
})

test('the link ends with the activation; a late message of another number does not replace a newer one', async () => {
  const { code, studyId, visitId } = await openCase({ isSigned: true, isActive: true })
  const ends = new Date(NOON.getTime() + DAY_MS)
  await askAdmin(server, 'update study set active_until = $2 where id = $1', [studyId, ends])
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Sent'])
  const links = await askAdmin<{ expires: Date }>(
    server,
    'select expires from share_link where study_id = $1',
    [studyId],
  )
  expect(links.map(({ expires }) => expires.toISOString())).toEqual([ends.toISOString()])
  await post(wrote(`REPORT ${code}`, { from: '447700900123', at: new Date(NOON.getTime() - HOUR_MS) }))
  const [asked] = await askAdmin(server, 'select asked_from from report_code where visit_id = $1', [visitId])
  expect(asked).toEqual({ asked_from: PATIENT_NUMBER })
})

/** Opens a case whose patient has the link. */
async function openAsked(): Promise<Case & { secret: string }> {
  const asked = await openCase({ isSigned: true, isActive: true })
  await post(wrote(`REPORT ${asked.code}`))
  await until(asked.visitId, ['Report_Link W Sent'])
  return { ...asked, secret: linkIn(sent().at(-1)) }
}
const opens = async (secret: string) => (await stranger(server).open(secret)).status === 200
const activate = (study_id: string) => desk.post(`${PHP}activateStudyPatient`, { study_id, no_of_days: 30 })
const deactivate = (study_id: string) => desk.post(`${PHP}deactivateStudyPatient`, { study_id })

test('a link that the patient requested ends with the deactivation; one that the centre shared stays', async () => {
  const { studyId, visitId, secret } = await openAsked()
  const shared = secretOf(await makeLink(desk, studyId))
  expect([await opens(secret), await opens(shared)]).toEqual([true, true])
  await deactivate(studyId)
  expect([await opens(secret), await opens(shared)]).toEqual([false, true])
  // The link stays ended, and the next activation sends a new one.
  await activate(studyId)
  await until(visitId, ['Report_Link W Sent', 'Report_Link W Sent'])
  expect([await opens(secret), await opens(linkIn(sent().at(-1)))]).toEqual([false, true])
})

test('a link that the patient requested stays when a second report is added to the signed one', async () => {
  const { studyId, visitId, secret } = await openAsked()
  const admin = await server.signIn('admin.sanjeevani')
  const wants = (no_of_reports: number) =>
    admin.post(`${PHP}updateNoOfReports`, { study_id: studyId, no_of_reports })
  const wanted = await wants(2)
  expect(wanted.status, JSON.stringify(wanted.body)).toBe(200)
  expect(await opens(secret)).toBe(true)
  await wants(1)
  await until(visitId, ['Report_Link W Sent'])
  expect(await opens(secret)).toBe(true)
})

test('a link that the patient requested opens nothing once the activation is shortened to a past time', async () => {
  const { studyId, secret } = await openAsked()
  await askAdmin(server, 'update study set active_until = $2 where id = $1', [studyId, NOON])
  expect((await stranger(server).open(secret)).body.code).toBe('link_over')
})

test('a deactivation recalls a link that waits for the morning, and one that waits for a retry', async () => {
  const night = new Date(NOON.getTime() + 10 * HOUR_MS)
  const { code, visitId, studyId } = await openCase({ isActive: true })
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Not_Sent not_released'])
  server.clock.now = night
  doctor = await server.signIn('dr.iyer')
  desk = await server.signIn('reception.andheri')
  await sign(studyId)
  await until(visitId, ['Report_Link W Quiet'])
  await deactivate(studyId)
  expect(await fates(desk, visitId)).toEqual(['Report_Link W Recalled not_active'])
  await activate(studyId)
  await until(visitId, ['Report_Link W Quiet'])

  server.clock.now = NOON
  gateway.answer = () => ({ status: 503, body: {} })
  const other = await openCase({ isSigned: true, isActive: true })
  await post(wrote(`REPORT ${other.code}`))
  await until(other.visitId, ['Report_Link W Waiting'])
  await expect.poll(() => gateway.asked.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await deactivate(other.studyId)
  expect(await fates(desk, other.visitId)).toEqual(['Report_Link W Recalled not_active'])
})

test('a study that moves to another visit takes no link along', async () => {
  const { studyId, secret } = await openAsked()
  const start = new Date(freeTime().getTime() + (day += 1) * DAY_MS)
  const other = await booked(desk, bookingOf(bookings, { start }))
  await write(server.app.kernel, SANJEEVANI.id, async (work) => {
    const study = await work.tx
      .selectFrom('study')
      .selectAll()
      .where('client_id', '=', SANJEEVANI.id)
      .where('id', '=', studyId)
      .executeTakeFirstOrThrow()
    await changeStudy(work, study as LockedStudy, { visit_service_id: other.services[0].id })
  })
  expect(await opens(secret)).toBe(false)
})

test('revoking a patient’s links ends the requested ones, and a later activation sends none unrequested', async () => {
  const { studyId, visitId, secret, code } = await openAsked()
  const revoked = await desk.post(`${PHP}portal/revokeAccess`, { study_id: studyId })
  expect(revoked.status, JSON.stringify(revoked.body)).toBe(200)
  expect(await opens(secret)).toBe(false)
  await activate(studyId)
  await lookAtDue(server)
  expect(await fates(desk, visitId)).toEqual(['Report_Link W Sent'])
  server.clock.now = new Date(NOON.getTime() + 1_000)
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Sent', 'Report_Link W Sent'])
})

test('a merge ends the links requested by the merged record, and its automatic sign-ins', async () => {
  const merged = await putPatient(desk, { mobile: '9820012345' })
  const kept = await putPatient(desk, {})
  const { studyId, visitId, code } = await openCase({ isSigned: true, isActive: true })
  await askAdmin(server, 'update study set patient_id = $2 where id = $1', [studyId, merged.id])
  await askAdmin(server, 'update visit set patient_id = $2 where id = $1', [visitId, merged.id])
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Sent'])
  const secret = linkIn(sent().at(-1))
  const access = (await desk.post(`${PHP}portal/giveAccess`, { study_id: studyId })).body.result
  const [before] = await portalLinks(access.username)
  expect([await opens(secret), before?.revoked]).toEqual([true, null])
  const admin = await server.signIn('admin.sanjeevani')
  const ids = { kept_id: kept.id, merged_id: merged.id }
  const answer = await admin.post(`${PHP}patient/merge`, { id: crypto.randomUUID(), ...ids, fields: [] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const [after] = await portalLinks(access.username)
  expect([await opens(secret), after?.revoked]).toEqual([false, NOON])
  const [asked] = await askAdmin(server, 'select asked_on from report_code where visit_id = $1', [visitId])
  expect(asked).toEqual({ asked_on: null })
})

const portalLinks = (username: string) =>
  askAdmin<{ revoked: Date | null }>(server, 'select revoked from entry.patient_link where username = $1', [
    username,
  ])

/** Tries a message again as its job does after a pause. */
async function tryAgain(id: string): Promise<void> {
  const { kernel, log } = server.app
  const { keys, secrets, wayOut, config } = kernel
  const texts = createSealedTexts(keys)
  const job = createSendMessageJob({ texts, secrets, wayOut, smtpUrl: config.smtpUrl }, MESSAGE_CHECKS)
  const work = {
    write: <T>(run: (one: Write) => Promise<T>) => write(kernel, SANJEEVANI.id, run),
    now: NOON,
    log,
  }
  await job.run({ clientId: SANJEEVANI.id, ids: [id] }, work)
}

test('a message that waits for a retry is not sent with a link that has been revoked', async () => {
  const { studyId } = await openCase({ isSigned: true, isActive: true })
  gateway.answer = () => ({ status: 503, body: {} })
  const send = async () => {
    const { result } = (await makeLink(desk, studyId, { share_via: 'W', share_to: '9820012345' })).body
    const kept = await desk.post('whatsapp/send-message', {
      to: PATIENT_NUMBER,
      msg: `Your report: ${result.link}`,
      purpose: 'Share_Study',
      study_id: studyId,
    })
    expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    return { link: result.id, message: kept.body.result.id }
  }
  const [ended, kept] = [await send(), await send()]
  await expect.poll(() => gateway.asked.length, { timeout: 10_000 }).toBe(2)
  expect((await desk.post(`${PHP}share/revoke`, { id: ended.link })).status).toBe(200)
  gateway.answer = () => ({ status: 200, body: { messages: [{ id: 'wamid.late' }] } })
  for (const { message } of [ended, kept]) await tryAgain(message)
  const stateOf = async (id: string) =>
    (await askAdmin(server, 'select state from message where id = $1', [id]))[0]?.state
  expect([await stateOf(ended.message), await stateOf(kept.message)]).toEqual(['Recalled', 'Sent'])
  expect(gateway.asked).toHaveLength(3)
})

test('only users who may write to patients see the code', async () => {
  const { visitId } = await openCase()
  const technician = await server.signIn('tech.andheri')
  expect((await technician.post('message/reportCode', { appt_id: visitId })).body.code).toBe('not_permitted')
})

test('the reply and the message with the link are in the patient’s language', async () => {
  const { code, visitId, studyId } = await openCase()
  await askAdmin(server, `update patient set language = 'ar' where id = $1`, [bookings.patientId])
  try {
    await post(wrote(`REPORT ${code}`))
    await until(visitId, ['Report_Link W Not_Sent not_released'])
    await expect.poll(sent, { timeout: 10_000 }).toEqual([textsIn('ar').reportLater])
    await sign(studyId)
    await activate(studyId)
    await until(visitId, ['Report_Link W Sent'])
    expect(sent()[1]).toMatch(/^مرحبًا \u2068.*\u2069، صور فحصك .* وتقريره جاهزة: https?:\/\/\S+$/)
  } finally {
    await askAdmin(server, 'update patient set language = null where id = $1', [bookings.patientId])
  }
})

test('a request for an unsigned or inactive report is remembered, and sent with the release', async () => {
  const { code, visitId, studyId } = await openCase()
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Not_Sent not_released'])
  await expect.poll(sent, { timeout: 10_000 }).toEqual([REPORT_ANSWERS.later])
  await sign(studyId)
  await until(visitId, ['Report_Link W Not_Sent not_active'])
  const activated = await desk.post(`${PHP}activateStudyPatient`, { study_id: studyId, no_of_days: 30 })
  expect(activated.status, JSON.stringify(activated.body)).toBe(200)
  await until(visitId, ['Report_Link W Sent'])
  expect(linkIn(sent()[1])).not.toBe('')
  await desk.post(`${PHP}activateStudyPatient`, { study_id: studyId, no_of_days: 60 })
  await lookAtDue(server)
  expect(gateway.asked).toHaveLength(2)
})

test('results that wait for payment are sent with the last payment', async () => {
  await setSettings(server, ways({ results_wait_for_payment: true }))
  const { code, visitId, studyId } = await openCase({ isSigned: true, isActive: true })
  await askAdmin(server, `update study set payment_status = 'Pending' where id = $1`, [studyId])
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Not_Sent unpaid'])
  await desk.post(`${PHP}appt/startVisit`, { appt_id: visitId })
  const receipts = [{ id: crypto.randomUUID(), mode: 'Cash', amount: 7000 }]
  const paid = await desk.post(`${PHP}appt/createReceipts`, { appt_id: visitId, receipts })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  await askAdmin(server, `update study set payment_status = 'Paid' where id = $1`, [studyId])
  await lookAtDue(server)
  await until(visitId, ['Report_Link W Sent'])
})

test('a link released at night waits until eight; more than a day after the patient’s message only a template is sent', async () => {
  const { code, visitId, studyId } = await openCase({ isActive: true })
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Not_Sent not_released'])
  server.clock.now = new Date(NOON.getTime() + 10 * HOUR_MS)
  doctor = await server.signIn('dr.iyer')
  await sign(studyId)
  await until(visitId, ['Report_Link W Quiet'])
  server.clock.now = new Date(NOON.getTime() + 25 * HOUR_MS)
  await lookAtDue(server)
  server.clock.now = NOON
  await until(visitId, ['Report_Link W Not_Sent window_closed'])
  await setSettings(server, ways({ report_wa_template: 'report_ready', report_wa_language: 'en' }))
  server.clock.now = new Date(NOON.getTime() + 25 * HOUR_MS)
  desk = await server.signIn('reception.andheri')
  const [notice] = await noticesOf(desk, visitId)
  expect((await desk.post('message/sendNotice', { id: notice?.id })).status).toBe(200)
  await until(visitId, ['Report_Link W Sent'])
  expect(gateway.asked.at(-1)?.body).toMatchObject({
    type: 'template',
    template: {
      name: 'report_ready',
      components: [{ type: 'body', parameters: [{ text: expect.stringContaining('/shared/') }] }],
    },
  })
})

test('each visit has one code, stored as its hash, which expires after the client’s number of days', async () => {
  await setSettings(server, ways({ report_code_days: 3 }))
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  expect(await Promise.all([codeOf(visitId), codeOf(visitId)])).toEqual([code, code])
  const rows = await askAdmin<{ row: string }>(
    server,
    'select row_to_json(r)::text as row from report_code r where visit_id = $1',
    [visitId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(code)
  server.clock.now = new Date(NOON.getTime() + 3 * DAY_MS)
  await post(wrote(`REPORT ${code}`))
  await expect.poll(sent, { timeout: 10_000 }).toEqual([REPORT_ANSWERS.unknown])
  desk = await server.signIn('reception.andheri')
  expect(await codeOf(visitId)).not.toBe(code)
  expect(await fates(desk, visitId)).toEqual([])
})

test('an unknown code gets a reply; other texts, and events of another number, are ignored', async () => {
  await post(wrote('REPORT 22222222222222222222'))
  await expect.poll(sent, { timeout: 10_000 }).toEqual([REPORT_ANSWERS.unknown])
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  await post(wrote('Good morning'))
  const image = { id: 'in.image', from: PATIENT_NUMBER, timestamp: seconds(NOON), type: 'image', image: {} }
  expect((await post(change({ messages: [image, { odd: 1 }] }))).statusCode).toBe(200)
  const foreign = wrote(`REPORT ${code}`)
  Object.assign(foreign.entry[0]?.changes[0]?.value.metadata ?? {}, { phone_number_id: '999' })
  await post(foreign)
  await lookAtDue(server)
  expect(gateway.asked).toHaveLength(1)
  expect(await fates(desk, visitId)).toEqual([])
})

test('the visit shows delivered and read, in any order; a later failure is shown in WhatsApp’s words', async () => {
  const { code, visitId } = await openCase({ isSigned: true, isActive: true })
  await post(wrote(`REPORT ${code}`))
  await until(visitId, ['Report_Link W Sent'])
  const ref = `wamid.${serial}`
  server.clock.now = new Date(NOON.getTime() + 60_000)
  const read = server.clock.now.toISOString()
  await post(status(ref, { status: 'read' }))
  server.clock.now = new Date(NOON.getTime() + 120_000)
  await post(status(ref, { status: 'delivered' }))
  await post(status(ref, { status: 'failed', errors: [{ title: 'late' }] }))
  const [row] = await noticesOf(desk, visitId)
  expect(row?.message).toMatchObject({ state: 'Sent', delivered: read, read_on: read })

  const other = await openCase({ isSigned: true, isActive: true })
  server.clock.now = NOON
  await post(wrote(`REPORT ${other.code}`))
  await until(other.visitId, ['Report_Link W Sent'])
  const [asked] = gateway.asked.slice(-1)
  const errors = [{ title: 'Undeliverable', error_data: { details: 'Message undeliverable.' } }]
  const ours = String(asked?.body.biz_opaque_callback_data)
  const failed = { status: 'failed', errors, biz_opaque_callback_data: ours }
  await post(status('wamid.somebody-else', failed))
  expect(await fates(desk, other.visitId)).toEqual(['Report_Link W Sent'])
  await post(status(`wamid.${serial}`, failed))
  await until(other.visitId, ['Report_Link W Failed'])
  const [late] = await noticesOf(desk, other.visitId)
  expect(late?.message?.last_error).toContain('Message undeliverable.')
  const bell = await askAdmin(server, `select kind from notification where kind = 'message_failed'`)
  expect(bell.length).toBeGreaterThan(0)
})

test('the code of another branch or client is not found, and there is none where it is not printed', async () => {
  const { visitId } = await openCase()
  const stranger = await server.signIn('admin.alnoor')
  expect((await stranger.post('message/reportCode', { appt_id: visitId })).status).toBe(404)
  expect((await desk.post('message/reportCode', { appt_id: crypto.randomUUID() })).status).toBe(404)
  await setSettings(server, ways({ prints_report_code: false }))
  expect((await desk.post('message/reportCode', { appt_id: visitId })).body.code).toBe('refused')
  expect((await desk.get(`${PHP}appt/companyDetail`)).body.result.prints_report_code).toBe(0)
  await setSettings(server, ways())
  expect((await desk.get(`${PHP}appt/companyDetail`)).body.result.prints_report_code).toBe(1)
  const lines = await readAudit(server, SANJEEVANI.id, 'visit')
  expect(lines.some(({ action }) => action === 'print_report_code')).toBe(true)
})

test('the code can be switched on only if WhatsApp’s own service, its number and its secret are set', async () => {
  const admin = await server.signIn('admin.sanjeevani')
  await setSettings(server, {})
  const { result: texts } = (await admin.get('client/generalSettings')).body
  const kept = Object.fromEntries(
    [
      'pat_viewer_share_content',
      'pat_viewer_share_content_with_report',
      'pat_login_share_content',
      'pat_print_login_share_content',
    ].map((name) => [name, texts[name]]),
  )
  const saveShare = (more: object) => admin.post('client/savePatientShareContent', { ...kept, ...more })
  expect((await saveShare({ prints_report_code: 1 })).body.fields).toEqual({
    prints_report_code: 'needs WhatsApp’s own service (Cloud API)',
  })
  const cloud = { prints_report_code: 1, whatsapp_kind: 'Cloud_API' }
  expect(Object.keys((await saveShare(cloud)).body.fields)).toEqual([
    'whatsapp_number',
    'whatsapp_phone_id',
    'whatsapp_app_secret',
  ])
  const whole = {
    ...cloud,
    whatsapp_number: '912255501400',
    whatsapp_phone_id: PHONE_ID,
    whatsapp_app_secret: SECRET,
    whatsapp_verify_token: VERIFY,
  }
  const { body } = await saveShare(whole)
  expect(body.result).toMatchObject({
    prints_report_code: 1,
    has_whatsapp_app_secret: 1,
    has_whatsapp_verify_token: 1,
    whatsapp_webhook_url: `https://ris.example${HOOK}`,
  })
  expect(JSON.stringify(body)).not.toContain(SECRET)
  const [stored] = await askAdmin<Record<string, string>>(
    server,
    'select whatsapp_app_secret, whatsapp_verify_token from client_setting where client_id = $1',
    [SANJEEVANI.id],
  )
  expect(stored?.whatsapp_app_secret).not.toContain(SECRET)
  const verified = await server.app.inject({
    method: 'GET',
    url: HOOK,
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY, 'hub.challenge': '7' },
  })
  expect(verified.body).toBe('7')
  const unsigned = { whatsapp_number: '+91 22', prints_report_code: 0 }
  expect((await saveShare(unsigned)).body.fields).toHaveProperty('whatsapp_number')
})
