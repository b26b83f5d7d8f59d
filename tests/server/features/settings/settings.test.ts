import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTIFICATION_EVENTS } from '#domain/message/notification.ts'
import { type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { Answers, expectNotStored } from './settings-fixture.ts'

const SECRETS = ['mail-secret-1', 'sms-secret-2', 'wa-secret-3', 'third-secret-4', 'xml-secret-5']

let server: DemoServer
let sink: MailSink
let admin: ApiUser
let unwatched: ApiUser
const answers = new Answers()
beforeAll(async () => {
  server = await openDemo()
  sink = await openMailSink({ user: 'centre', password: 'mail-secret-1' })
  unwatched = await server.signIn('admin.sanjeevani')
  admin = answers.watch(await server.signIn('admin.sanjeevani'))
})
afterAll(async () => {
  await sink?.close()
  await server?.close()
})

const smtp = () => ({
  host: '127.0.0.1',
  port: sink.port,
  is_ssl: 0,
  user_name: 'centre',
  password: 'mail-secret-1',
  sender_name: 'Sanjeevani',
  sender_email: 'desk@sanjeevani.example',
  reply_to: 'desk@sanjeevani.example',
})
const LETTER = { email: 'admin@example.org', subject: 'A test', body: 'It works.' }

test('the mail server is stored, every field of it required, and a test e-mail is sent through it', async () => {
  const { password: _, ...without } = smtp()
  const missing = await admin.post(`${PHP}master/saveSmtp`, without)
  expect(missing).toMatchObject({ status: 400, body: { fields: { password: 'is required' } } })
  const blank = await admin.post(`${PHP}master/saveSmtp`, { ...smtp(), host: '', reply_to: 'nobody' })
  expect(blank.body.fields).toEqual({ host: 'is required', reply_to: 'must be an e-mail address' })
  const saved = await admin.post(`${PHP}master/saveSmtp`, smtp())
  expect(saved.body.result).toMatchObject({ host: '127.0.0.1', has_password: 1 })
  expect((await admin.post(`${PHP}master/sendTestEmail`, LETTER)).body).toEqual({ message: 'Sent' })
  expect(sink.letters).toMatchObject([{ from: 'desk@sanjeevani.example', to: ['admin@example.org'] }])
  // An omitted password is kept.
  const again = await admin.post(`${PHP}master/saveSmtp`, { ...without, rev: saved.body.result.rev })
  expect(again.body.result.has_password).toBe(1)
  expect((await admin.post(`${PHP}master/sendTestEmail`, LETTER)).status).toBe(200)
})

test('the mail server’s response to a test is explained in words', async () => {
  sink.refusals.push({ code: 550, words: 'no such mailbox here' })
  const refused = await admin.post(`${PHP}master/sendTestEmail`, LETTER)
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('no such mailbox here')
  await admin.post(`${PHP}master/saveSmtp`, { ...smtp(), password: 'not the password' })
  expect((await admin.post(`${PHP}master/sendTestEmail`, LETTER)).body.message).toContain(
    'refuses the user name or the password',
  )
  await admin.post(`${PHP}master/saveSmtp`, { ...smtp(), port: 1 })
  expect((await admin.post(`${PHP}master/sendTestEmail`, LETTER)).body.message).toContain(
    'No mail server answered. Check Host, Port and SSL',
  )
  await admin.post(`${PHP}master/saveSmtp`, smtp())
})

test('share texts and gateways are stored; an unknown name is refused at its field', async () => {
  const texts = {
    pat_viewer_share_content: 'Dear %PATIENT_NAME%: %VIEWER_URL%',
    pat_viewer_share_content_with_report: '',
    pat_login_share_content: '%LOGIN_URL% %PASSWORD%',
    pat_print_login_share_content: '',
  }
  const wrong = await admin.post('client/savePatientShareContent', {
    ...texts,
    pat_login_share_content: '%PASSWORT%',
  })
  expect(wrong.body.fields).toEqual({
    pat_login_share_content: 'names %PASSWORT%, which nothing is known for',
  })
  const { body } = await admin.post('client/savePatientShareContent', {
    ...texts,
    sms_url: 'https://sms.example/send',
    sms_user: 'centre',
    sms_sender: 'SANJ',
    sms_password: 'sms-secret-2',
    whatsapp_url: 'https://wa.example',
    whatsapp_token: 'wa-secret-3',
  })
  expect(body.result).toMatchObject({
    pat_viewer_share_content: texts.pat_viewer_share_content,
    has_sms_password: 1,
    has_whatsapp_token: 1,
  })
  // A blank text is replaced by the built-in one.
  expect(body.result.pat_viewer_share_content_with_report).toContain('%REPORT_URL%')
})

const reportSettings = {
  use_ssn_passport_as_pat_id: 'Y',
  report_disclaimer: 'Read with the clinical picture.',
  report_edit_type: 'UpdateContent',
  report_dob_age_show: 'AGE',
  auto_open_viewer_newtab: 1,
  show_second_dr_sign: 1,
  thirdparty_report_url: 'https://other.example/report',
  thirdparty_report_usr: 'u',
  report_xml_send_api_url: 'https://xml.example/in',
  results_wait_for_payment: 1,
  dictation_may_leave_device: 0,
  otp_rule: 'Off',
  captcha_rule: 'after_failure',
  vault_days: 7,
  extended_csv: 1,
  study_download: 1,
}

test('report settings are stored completely, and a second administrator gets a conflict instead of overwriting', async () => {
  const before = (await admin.get('client/generalSettings')).body.result
  const saved = await admin.post('client/saveReportSettings', {
    ...reportSettings,
    thirdparty_report_pwd: 'third-secret-4',
    report_xml_send_api_token: 'xml-secret-5',
    rev: before.rev,
  })
  expect(saved.body.result).toMatchObject({
    ...reportSettings,
    has_thirdparty_report_pwd: 1,
    has_report_xml_send_api_token: 1,
    rev: before.rev + 1,
  })
  const late = await admin.post('client/saveReportSettings', {
    ...reportSettings,
    report_disclaimer: 'Mine',
    rev: before.rev,
  })
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(late.body.current.report_disclaimer).toBe(reportSettings.report_disclaimer)
  expect((await admin.get('client/generalSettings')).body.result.report_disclaimer).toBe(
    reportSettings.report_disclaimer,
  )
})

test('one-time codes cannot be enabled without a channel', async () => {
  // The other centre has its own mail server by now.
  const alNoor = await server.signIn('admin.alnoor')
  const refused = await alNoor.post('client/saveReportSettings', { ...reportSettings, otp_rule: 'Always' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'refused' } })
  expect(refused.body.fields.otp_rule).toBeDefined()
  expect((await alNoor.get('client/generalSettings')).body.result).toMatchObject({
    otp_rule: 'Off',
    has_code_channel: 0,
  })
})

test('the token for incoming reports is shown when it is renewed and never again', async () => {
  const { url } = (await unwatched.post('client/renewXmlToken', {})).body.result as { url: string }
  expect(url).toMatch(/api\/sendReportInXml\?token=[\w-]{40,}$/)
  const token = url.split('token=')[1] ?? ''
  const general = (await admin.get('client/generalSettings')).body.result
  expect(general.has_report_xml_receive_api_token).toBe(1)
  expect(general.report_xml_receive_api_url).toMatch(/api\/sendReportInXml\?token=$/)
  const knock = (given: string) =>
    server.send({
      method: 'POST',
      url: `/api/sendReportInXml?token=${given}`,
      headers: { 'content-type': 'application/xml' },
      payload: '<nothing/>',
    })
  expect((await knock(token)).body.code).toBe('invalid')
  expect((await knock('another')).body.code).toBe('sign_in_failed')
  await expectNotStored(server, [token])
})

test('notification templates start with built-in texts, and each is saved separately', async () => {
  for (const event of NOTIFICATION_EVENTS) {
    const { body } = await admin.get(`client/getPatientNotificationTemplate/${event}`)
    expect(body.result).toMatchObject({ event, rev: 0, is_email_active: 0 })
    // A referrer's message does not contain the name.
    expect(body.result.body).toContain(event === 'Follow_Up_Referrer' ? '%REFERRER%' : '%NAME%')
  }
  const template = {
    event: 'Report_Sign',
    rev: 0,
    subject: 'Your report',
    body: 'Dear %NAME%, signed by %RADIOLOGIST%.',
    sms: '',
    is_email_active: 1,
    is_sms_active: 0,
    is_whatsapp_active: 1,
  }
  const wrong = await admin.post('client/savePatientNotificationTemplate', { ...template, sms: '%NAMME%' })
  expect(wrong.body.fields).toEqual({ sms: 'names %NAMME%, which nothing is known for' })
  const saved = await admin.post('client/savePatientNotificationTemplate', template)
  expect(saved.body.result).toMatchObject({ rev: 1, subject: 'Your report', is_whatsapp_active: 1 })
  expect(saved.body.result.sms).toContain('%NAME%')
  expect((await admin.post('client/savePatientNotificationTemplate', template)).status).toBe(409)
  const unknown = await admin.get('client/getPatientNotificationTemplate/Report_Signed')
  expect(unknown.status).toBe(400)
})

test('settings are only for users who manage masters, and another client has its own', async () => {
  const reader = await server.signIn('dr.mehta')
  for (const path of ['client/generalSettings', `${PHP}master/smtpDtl`])
    expect((await reader.get(path)).body.code).toBe('not_permitted')
  expect((await reader.post('client/renewXmlToken', {})).body.code).toBe('not_permitted')
  expect((await reader.post(`${PHP}master/sendTestEmail`, LETTER)).body.code).toBe('not_permitted')
})

test('no secret is in a response, a table or the trail', async () => {
  await admin.get(`${PHP}master/smtpDtl`)
  answers.expectWithout(SECRETS)
  await expectNotStored(server, SECRETS)
})
