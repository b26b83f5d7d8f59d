import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Language } from '#domain/language/languages.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { putForm } from '../consents/consent-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI } from '../reports/report-fixture.ts'
import { putShared, setSettings } from '../sharing/share-fixture.ts'
import { putVisit } from '../visit-parts/put-visit.ts'

let server: DemoServer
let desk: ApiUser
let admin: ApiUser
let sink: MailSink
let gateway: MessageGateway
let patientId: string
let studyId: string
beforeAll(async () => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  admin = await server.signIn('admin.sanjeevani')
  studyId = await putShared(server)
  const [row] = await askAdmin<{ id: string }>(
    server,
    'select id from patient where client_id = $1 and hidden is null order by id limit 1',
    [SANJEEVANI.id],
  )
  patientId = row!.id
  await askAdmin(server, 'update study set patient_id = $2, branch_id = $3 where id = $1', [
    studyId,
    patientId,
    ANDHERI,
  ])
})
afterAll(async () => {
  await server.close()
  await sink.close()
  await gateway.close()
})
beforeEach(async () => {
  server.clock.now = NOW
  sink.letters.length = 0
  gateway.asked.length = 0
  gateway.answer = () => ({ status: 200, body: { id: 'ref-1' } })
  await setSettings(server, {
    smtp_host: '127.0.0.1',
    smtp_port: sink.port,
    smtp_sender_name: 'Sanjeevani',
    smtp_sender_email: 'desk@sanjeevani.example',
    sms_url: `${gateway.url}/sms`,
    sms_sender: 'SANJVN',
  })
})
afterEach(() => addressed(null))

const addressed = (language: Language | null) =>
  askAdmin(server, 'update patient set language = $2 where id = $1', [patientId, language])

/** Reads quoted-printable. */
const quotedBytes = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Returns subject and text of the first letter, both of which are encoded outside English. */
async function letter() {
  await expect.poll(() => sink.letters.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const [head = '', ...parts] = sink.letters[0]!.source.split('\r\n\r\n')
  const body = parts.join('\r\n\r\n')
  const isBase64 = head.includes('Content-Transfer-Encoding: base64')
  return { head, text: (isBase64 ? Buffer.from(body, 'base64') : quotedBytes(body)).toString() }
}

test('the share dialog gets the texts of the patient’s language, and the centre’s own where it wrote one', async () => {
  const told = async () => (await desk.get(`${PHP}share/recipient/${studyId}`)).body.result
  expect((await told()).texts).toBeUndefined()
  await addressed('ar')
  expect((await told()).texts).toEqual({ language: 'ar', ...textsIn('ar').share })
  await setSettings(server, { pat_viewer_share_content: 'Our own: %VIEWER_URL%' })
  expect((await told()).texts).toMatchObject({
    pat_viewer_share_content: 'Our own: %VIEWER_URL%',
    pat_login_share_content: textsIn('ar').share.pat_login_share_content,
  })
})

test('the dialog of the portal gets them too', async () => {
  await addressed('hi')
  const { body } = await desk.get(`${PHP}portal/person/${studyId}`)
  expect(body.result?.texts, JSON.stringify(body)).toEqual({ language: 'hi', ...textsIn('hi').share })
})

test('an e-mail with a shared study has its subject in the patient’s language', async () => {
  await addressed('ar')
  const input = { email: 'asha@mail.example', content: 'مرحبًا https://r.example/s', study_id: studyId }
  const answer = await desk.post(`${PHP}studies/shareStudyWithPatientEmail`, input)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { head } = await letter()
  const subject = /Subject: =\?UTF-8\?(B|Q)\?([^?]*)\?=/.exec(head)
  expect(subject, head).toBeTruthy()
  const [, how, coded = ''] = subject!
  const bytes = how === 'B' ? Buffer.from(coded, 'base64') : quotedBytes(coded.replaceAll('_', ' '))
  expect(bytes.toString()).toBe(textsIn('ar').subjects.study)
})

test('a text for an SMS leaves without the marks around its names', async () => {
  const answer = await desk.post('whatsapp/send-sms', {
    to: '919820012345',
    msg: 'مرحبًا \u2068Asha Rao\u2069',
    urls: [],
    study_id: studyId,
    purpose: 'Share_Study',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await expect.poll(() => gateway.asked[0]?.body.text, { timeout: 15_000 }).toBe('مرحبًا Asha Rao')
})

test('a consent form is sent with a message in the patient’s language', async () => {
  const form = await putForm(admin)
  const visit = await putVisit(server)
  await askAdmin(
    server,
    `update patient set language = 'hi' where id = (select patient_id from visit where id = $1)`,
    [visit],
  )
  const made = await desk.post(`${PHP}consent/makeLink`, { appt_id: visit, consent_form_id: form.id })
  expect(made.body.result.language).toBe('hi')
  const url = new URL(made.body.result.url, 'https://here.example').href
  const input = {
    appt_id: visit,
    consent_form_id: form.id,
    share_via: 'E',
    share_to: 'a@b.example',
    phonecode: '',
    url,
  }
  const answer = await desk.post(`${PHP}consent/share`, input)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { text } = await letter()
  expect(text).toContain('एक फ़ॉर्म पढ़ें और उस पर हस्ताक्षर करें')
  expect(text.trimEnd().endsWith(url)).toBe(true)
  await askAdmin(server, 'update patient set language = null where client_id = $1', [SANJEEVANI.id])
})
