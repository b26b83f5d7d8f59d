import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { setSettings } from '../sharing/share-fixture.ts'

const DOCTOR = 'dr.khan'
let server: DemoServer
let gateway: MessageGateway
let address = 0

beforeAll(async () => {
  gateway = await openMessageGateway()
  server = await openDemo()
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})
beforeEach(async () => {
  server.clock.now = NOW
  gateway.asked.length = 0
  gateway.answer = () => ({ status: 200, body: { id: 'ref' } })
  await setSettings(server, { sms_url: `${gateway.url}/sms`, sms_sender: 'SANJVN' })
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always', otp_channel: 'S', phone_code: '91' })
  await setMobile('9820012345')
})
afterEach(() => updateClient(server, SANJEEVANI.id, { otp_rule: 'Off', otp_channel: 'E' }))

const setMobile = (mobile: string) =>
  askAdmin(server, 'update app_user set mobile = $2 where username = $1', [DOCTOR, mobile])
const post = (call: string, payload: object) => {
  address += 1
  const headers = { 'x-forwarded-for': `198.51.100.${address}` }
  return server.send({ method: 'POST', url: `/api/auth/${call}`, headers, payload })
}
const login = () => post('login', { username: DOCTOR, password: DEMO_PASSWORD })
const redeem = (otp_token: string, otp: string) => post('loginWithOtp', { otp, otp_token })
const sentCode = () => /^(\d{6}) is your/.exec(String(gateway.asked.at(-1)?.body.text))?.[1] ?? ''

test('the code is sent by SMS to the person’s number, and the response contains its last digits only', async () => {
  const { body } = await login()
  expect(body).toMatchObject({ otp_required: 'Y', otp_sent_to: '•••••••345' })
  expect(gateway.asked[0]?.body).toMatchObject({ to: '919820012345', sender: 'SANJVN' })
  expect((await redeem(body.otp_token, sentCode())).status).toBe(200)
})

test('a new code invalidates the previous one, and tokens and codes are limited in number', async () => {
  const first = (await login()).body
  const old = sentCode()
  const { status, body } = await post('resendOtp', { otp_token: first.otp_token })
  expect([status, body.otp_sent_to]).toEqual([200, '•••••••345'])
  expect((await redeem(first.otp_token, old)).body.code).toBe('otp_wrong')
  expect((await post('resendOtp', { otp_token: first.otp_token })).body.code).toBe('otp_wrong')
  let token = body.otp_token
  let refused = ''
  for (let sent = 3; sent <= 12 && refused === ''; sent += 1) {
    const next = (await post('resendOtp', { otp_token: token })).body
    refused = next.code ?? ''
    token = next.otp_token ?? token
  }
  expect(refused).toBe('throttled')
  expect((await redeem(token, sentCode())).status).toBe(200)
})

test('a person without a number is not sent one; without any channel the person sees a message', async () => {
  await setMobile('')
  server.clock.now = new Date(NOW.getTime() + 3_600_000)
  const { status, body } = await login()
  expect([status, body.message]).toEqual([503, 'The sign-in code cannot be sent. Ask your administrator.'])
  expect(gateway.asked).toEqual([])
})

test('a refusing gateway is reported as such, and nobody is signed in', async () => {
  server.clock.now = new Date(NOW.getTime() + 3_600_000)
  gateway.answer = () => ({ status: 200, body: { status: 'error', message: 'No credit' } })
  const { status, body } = await login()
  expect(status).toBe(503)
  expect(body.message).toContain('could not be sent')
  expect(body.token).toBeUndefined()
})

const DLT = {
  otp_sms: 'Code %CODE%, good for %MINUTES% min.',
  otp_dlt_entity_id: '1101',
  otp_dlt_header: 'SNJVNI',
  otp_dlt_template_id: '1107161',
  otp_dlt_text: 'Code {#var#}, good for {#var#} min.',
}

test('the client’s own text is sent with its registered ids, under the registered header', async () => {
  server.clock.now = new Date(NOW.getTime() + 2 * 3_600_000)
  await setSettings(server, { sms_url: `${gateway.url}/sms`, sms_sender: 'SANJVN', ...DLT })
  const { body } = await login()
  expect(gateway.asked[0]?.body).toMatchObject({
    text: expect.stringMatching(/^Code \d{6}, good for 5 min\.$/),
    sender: 'SNJVNI',
    dlt_entity_id: '1101',
    dlt_template_id: '1107161',
  })
  const code = /\d{6}/.exec(String(gateway.asked[0]?.body.text))?.[0] ?? ''
  expect((await redeem(body.otp_token, code)).status).toBe(200)
})

test('a text that differs from the registered one is never sent to the carrier', async () => {
  server.clock.now = new Date(NOW.getTime() + 3 * 3_600_000)
  await setSettings(server, { sms_url: `${gateway.url}/sms`, ...DLT, otp_dlt_text: 'Another {#var#}.' })
  const { status, body } = await login()
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(gateway.asked).toEqual([])
})

test('saving refuses a text without the code and one that differs from the registered text, and shows the built-in one', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Off', otp_channel: 'E' })
  const admin = await server.signIn('admin.sanjeevani')
  const stored = (await admin.get('client/generalSettings')).body.result
  expect(stored.otp_sms).toContain('%CODE% is your sign-in code')
  const kept = Object.fromEntries(REPORT_NAMES.map((name) => [name, stored[name]]))
  const save = (change: object) =>
    admin.post('client/saveReportSettings', { ...kept, otp_rule: 'Off', ...change })
  for (const [change, fields] of [
    [{ otp_sms: 'Good evening' }, { otp_sms: 'must name %CODE%' }],
    [{ ...DLT, otp_sms: 'Code: %CODE%' }, { otp_dlt_text: 'differs from the text of the SMS' }],
    [{ otp_dlt_header: 'two words' }, { otp_dlt_header: expect.stringContaining('letters') }],
  ] as const) {
    const refused = await save(change)
    expect([refused.status, refused.body.fields]).toEqual([400, fields])
  }
  expect((await save(DLT)).body.result).toMatchObject(DLT)
  expect((await save({ otp_sms: stored.otp_sms, otp_dlt_text: '' })).body.result.otp_sms).toBe(stored.otp_sms)
})

const REPORT_NAMES =
  'use_ssn_passport_as_pat_id report_disclaimer report_edit_type report_dob_age_show auto_open_viewer_newtab show_second_dr_sign thirdparty_report_url thirdparty_report_usr report_xml_send_api_url results_wait_for_payment dictation_may_leave_device captcha_rule vault_days extended_csv study_download'.split(
    ' ',
  )

test('codes by SMS can be chosen only with a gateway', async () => {
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Off', otp_channel: 'E' })
  const admin = await server.signIn('admin.sanjeevani')
  const stored = (await admin.get('client/generalSettings')).body.result
  expect(stored).toMatchObject({ otp_channel: 'E', has_code_channel: 0 })
  const kept = Object.fromEntries(REPORT_NAMES.map((name) => [name, stored[name]]))
  const chosen = { ...kept, otp_rule: 'New_Device', otp_channel: 'S' }
  const { body } = await admin.post('client/saveReportSettings', chosen)
  expect(body.result).toMatchObject({ otp_rule: 'New_Device', otp_channel: 'S', has_code_channel: 1 })
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Off', otp_channel: 'E' })
  await setSettings(server, {})
  const refused = await admin.post('client/saveReportSettings', chosen)
  expect(refused.body).toMatchObject({ code: 'refused', fields: { otp_channel: 'needs an SMS gateway' } })
})
