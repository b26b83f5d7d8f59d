import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { findLetter, type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let sink: MailSink
let admin: ApiUser
beforeAll(async () => {
  // The server itself has no mail server configured.
  server = await openDemo()
  sink = await openMailSink({ user: 'centre', password: 'a secret' })
  admin = await server.signIn('admin.sanjeevani')
  const saved = await admin.post(`${PHP}master/saveSmtp`, {
    host: '127.0.0.1',
    port: sink.port,
    is_ssl: 0,
    user_name: 'centre',
    password: 'a secret',
    sender_name: 'Sanjeevani',
    sender_email: 'desk@sanjeevani.example',
    reply_to: 'desk@sanjeevani.example',
  })
  expect(saved.status).toBe(200)
})
afterAll(async () => {
  await sink?.close()
  await server?.close()
})
afterEach(() => updateClient(server, SANJEEVANI.id, { otp_rule: 'Off', otp_channel: 'E' }))

let address = 0
const login = (username: string, from?: string) => {
  address += 1
  return server.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': from ?? `192.0.2.${address}` },
    payload: { username, password: DEMO_PASSWORD },
  })
}
/** Saves the tab Report Settings with another rule for codes. */
const saveRule = (change: object) =>
  admin.post('client/saveReportSettings', {
    use_ssn_passport_as_pat_id: 'N',
    report_disclaimer: '',
    report_edit_type: 'Addendum',
    report_dob_age_show: 'BOTH',
    auto_open_viewer_newtab: 0,
    show_second_dr_sign: 0,
    thirdparty_report_url: '',
    thirdparty_report_usr: '',
    report_xml_send_api_url: '',
    results_wait_for_payment: 0,
    dictation_may_leave_device: 0,
    captcha_rule: 'after_failure',
    vault_days: 14,
    extended_csv: 0,
    study_download: 0,
    ...change,
  })

const CODE = /(\d{6}) is your/

test('a code is sent by the client’s own mail server if the server has none', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const { body } = await login('dr.mehta')
  expect(body).toMatchObject({ otp_required: 'Y', otp_sent_to: 'd•••@sanjeevani.example' })
  expect(findLetter(sink, 'dr.mehta@sanjeevani.example', CODE)).toMatchObject({
    from: 'desk@sanjeevani.example',
  })
})

test('administrators need a code once their client has a mail server', async () => {
  expect((await login('admin.sanjeevani')).body.otp_required).toBe('Y')
  expect((await login('admin.alnoor')).body.otp_required).toBe('N')
})

test('a rule of codes names the people it would lock out before it is saved', async () => {
  await askAdmin(server, `update app_user set email = '' where username = any($1)`, [['dr.iyer', 'dr.khan']])
  const asked = await saveRule({ otp_rule: 'Always' })
  expect([asked.status, asked.body.code]).toEqual([422, 'confirm'])
  expect(asked.body.message).toMatch(/^No code reaches .*Khan.*Iyer.*: they have no e-mail/)
  const rule = () => askAdmin(server, 'select otp_rule from client where id = $1', [SANJEEVANI.id])
  expect(await rule()).toEqual([{ otp_rule: 'Off' }])
  expect((await saveRule({ otp_rule: 'Always', is_confirmed: 1 })).status).toBe(200)
  expect(await rule()).toEqual([{ otp_rule: 'Always' }])
  // A later save of something else does not ask for a code again.
  expect((await saveRule({ otp_rule: 'Always', report_disclaimer: 'Kept.' })).status).toBe(200)
})

test('a person limited to certain networks sees that at the sign-in, and gets no session and no code', async () => {
  await askAdmin(server, `update app_user set allowed_ips = '{198.51.100.0/24}' where username = 'dr.nair'`)
  const refused = await login('dr.nair', '203.0.113.9')
  expect([refused.status, refused.body.code]).toEqual([422, 'address_refused'])
  expect(refused.body.message).toBe(
    'You may sign in from certain networks only, and 203.0.113.9 is not one of them. Ask your administrator.',
  )
  expect(refused.body).not.toHaveProperty('token')
  const lines = await readAudit(server, SANJEEVANI.id, 'user')
  expect(lines.filter(({ action }) => action === 'address_refused')).toHaveLength(1)
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  expect((await login('dr.nair', '203.0.113.9')).body.code).toBe('address_refused')
  expect(findLetter(sink, 'dr.nair@sanjeevani.example', CODE)).toBeUndefined()
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Off' })
  expect((await login('dr.nair', '198.51.100.7')).status).toBe(200)
})

test('a wrong password reveals nothing about the networks, and a code is accepted from an allowed one only', async () => {
  await askAdmin(server, `update app_user set allowed_ips = '{198.51.100.0/24}' where username = 'dr.joshi'`)
  const wrong = await server.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': '203.0.113.10' },
    payload: { username: 'dr.joshi', password: 'Not#2026x' },
  })
  expect(wrong.body.code).toBe('sign_in_failed')
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  const { body } = await login('dr.joshi', '198.51.100.8')
  const otp = CODE.exec(findLetter(sink, 'dr.joshi@sanjeevani.example', CODE)?.source ?? '')?.[1] ?? ''
  const redeem = (from: string) =>
    server.send({
      method: 'POST',
      url: '/api/auth/loginWithOtp',
      headers: { 'x-forwarded-for': from },
      payload: { otp, otp_token: body.otp_token },
    })
  expect((await redeem('203.0.113.10')).body.code).toBe('address_refused')
})
