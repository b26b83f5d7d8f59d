import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

const USER = 'must be entered again: the user is another one'
const ADDRESS = 'must be entered again: the address is another one'

let server: DemoServer
let admin: ApiUser
let branchId: string
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  const [first] = (await admin.get('branch/getWithMachines')).body.result
  branchId = first.id
})
afterAll(() => server?.close())

/** Saves a form with these changes, without the secrets that the changes do not name. */
const changeBranch = async (changes: object) => {
  const { name: _, status: __, ...shown } = (await admin.get(`branch/detail/${branchId}`)).body.result
  const kept = Object.entries(shown).filter(([key]) => !/^has_|_img_url$/.test(key))
  return admin.post('branch/saveConfiguration', { ...Object.fromEntries(kept), ...changes })
}
const storedOfBranch = async (column: string) =>
  (await askAdmin(server, `select ${column} as stored from branch where id = '${branchId}'`))[0]?.stored

const BRANCH = [
  ['machine_communication', 'https'],
  ['report_send_hl7', 'https'],
  ['lab_service_send_api', 'https'],
  ['thirdparty_report', 'https'],
] as const

test.each(BRANCH)('the password of %s of a branch is sent to no other address', async (of, scheme) => {
  const [url, user, secret] = [`${of}_url`, `${of}_usr`, `${of}_pwd`] as const
  const own = { [url]: `${scheme}://partner.example/in`, [user]: 'centre', [secret]: 'partner-word' }
  expect((await changeBranch(own)).status).toBe(200)
  const stored = await storedOfBranch(secret)
  for (const moved of [
    'https://elsewhere.example/in',
    'https://partner.example:8443/in',
    'http://partner.example/in',
  ])
    expect(await changeBranch({ [url]: moved })).toMatchObject({
      status: 400,
      body: { fields: { [secret]: ADDRESS } },
    })
  expect((await changeBranch({ [user]: 'somebody' })).body.fields).toEqual({ [secret]: USER })
  // The same address: the password is kept.
  expect((await changeBranch({ [url]: 'https://PARTNER.example:443/other?x=1' })).status).toBe(200)
  expect(await storedOfBranch(secret)).toBe(stored)
  // Without an address the unused secret is deleted, so that two saves cannot redirect it.
  expect((await changeBranch({ [url]: '' })).body.result).toMatchObject({ [`has_${secret}`]: 0 })
  expect(await storedOfBranch(secret)).toBe('')
  expect((await changeBranch({ [url]: 'https://elsewhere.example/' })).status).toBe(200)
  const entered = await changeBranch({ [url]: 'https://third.example/', [secret]: 'other-word' })
  expect(entered.body.result).toMatchObject({ [`has_${secret}`]: 1 })
})

test('a password of HL7 by HTTP is deleted when the address changes to MLLP, which takes none', async () => {
  await changeBranch({ report_send_hl7_url: 'https://hl7.example/in', report_send_hl7_pwd: 'word' })
  const mllp = await changeBranch({ report_send_hl7_url: 'mllp://hl7.example:2575' })
  expect(mllp.body.result).toMatchObject({ has_report_send_hl7_pwd: 0 })
})

const smtp = {
  host: 'mail.example',
  port: 587,
  is_ssl: 0,
  user_name: 'centre',
  sender_name: 'Sanjeevani',
  sender_email: 'desk@sanjeevani.example',
  reply_to: 'desk@sanjeevani.example',
}

test('the mail server’s password is sent to no other host, port, user or method', async () => {
  expect((await admin.post(`${PHP}master/saveSmtp`, { ...smtp, password: 'word' })).status).toBe(200)
  for (const [moved, rule] of [
    [{ host: 'elsewhere.example' }, ADDRESS],
    [{ port: 588 }, ADDRESS],
    [{ is_ssl: 1 }, ADDRESS],
    [{ user_name: 'somebody' }, USER],
  ] as const)
    expect(await admin.post(`${PHP}master/saveSmtp`, { ...smtp, ...moved })).toMatchObject({
      status: 400,
      body: { fields: { password: rule } },
    })
  expect(
    (await admin.post(`${PHP}master/saveSmtp`, { ...smtp, host: ' MAIL.example ', sender_name: 'S' })).status,
  ).toBe(200)
})

const general = async () => (await admin.get('client/generalSettings')).body.result
const share = async (changes: object) => {
  const shown = await general()
  const names = ['pat_viewer_share_content', 'pat_viewer_share_content_with_report'] as const
  const more = ['pat_login_share_content', 'pat_print_login_share_content'] as const
  const texts = Object.fromEntries([...names, ...more].map((name) => [name, shown[name]]))
  return admin.post('client/savePatientShareContent', { ...texts, ...changes })
}

test('the gateways’ passwords are sent to no other address', async () => {
  const own = { sms_url: 'https://sms.example/send', sms_user: 'u', whatsapp_url: 'https://wa.example' }
  await share({ ...own, whatsapp_kind: 'Gateway', sms_password: 'word', whatsapp_token: 'token' })
  const moved = await share({
    sms_url: 'https://elsewhere.example',
    whatsapp_url: 'https://elsewhere.example',
  })
  expect(moved.body.fields).toEqual({ sms_password: ADDRESS, whatsapp_token: ADDRESS })
  expect((await share({ sms_user: 'v' })).body.fields).toEqual({ sms_password: USER })
  expect((await share({ sms_sender: 'SANJ' })).body.result).toMatchObject({
    has_sms_password: 1,
    has_whatsapp_token: 1,
  })
  expect((await share({ sms_url: '', whatsapp_url: '' })).body.result).toMatchObject({
    has_sms_password: 0,
    has_whatsapp_token: 0,
  })
})

test('the token of WhatsApp’s own service is sent to no gateway, and a gateway’s token not to it', async () => {
  const cloud = { whatsapp_kind: 'Cloud_API', whatsapp_phone_id: '12345', whatsapp_url: '' }
  await share({ ...cloud, whatsapp_token: 'meta-token' })
  // The built-in address, written in full, counts as the same.
  expect((await share({ whatsapp_url: 'https://graph.facebook.com' })).status).toBe(200)
  const gateway = { whatsapp_kind: 'Gateway', whatsapp_url: 'https://elsewhere.example' }
  expect((await share(gateway)).body.fields).toEqual({ whatsapp_token: ADDRESS })
  await share({ ...gateway, whatsapp_token: 'gateway-token' })
  expect((await share(cloud)).body.fields).toEqual({ whatsapp_token: ADDRESS })
})

const reportForm = {
  use_ssn_passport_as_pat_id: 'Y',
  report_disclaimer: '',
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
const report = (changes: object) => admin.post('client/saveReportSettings', { ...reportForm, ...changes })

test('the secrets for fetching and sending reports go to no other address, and the whole save is refused', async () => {
  await report({ thirdparty_report_pwd: 'word', report_xml_send_api_token: 'token' })
  const elsewhere = {
    thirdparty_report_url: 'https://elsewhere.example',
    report_xml_send_api_url: 'https://elsewhere.example',
  }
  const moved = await report({ ...elsewhere, vault_days: 9 })
  expect(moved.body.fields).toEqual({
    thirdparty_report_pwd: ADDRESS,
    report_xml_send_api_token: ADDRESS,
  })
  expect(await general()).toMatchObject({ vault_days: 7, report_xml_send_api_url: 'https://xml.example/in' })
  expect((await report({ thirdparty_report_usr: 'v' })).body.fields).toEqual({ thirdparty_report_pwd: USER })
  const gone = await report({ report_xml_send_api_url: '', thirdparty_report_url: '' })
  expect(gone.body.result).toMatchObject({ has_thirdparty_report_pwd: 0, has_report_xml_send_api_token: 0 })
})

test('an old secret without an address is not sent to an address typed later', async () => {
  await report({ thirdparty_report_pwd: 'word', report_xml_send_api_token: 'token' })
  await askAdmin(
    server,
    `update client_setting set report_xml_send_api_url = '' where client_id = '${SANJEEVANI.id}'`,
  )
  expect((await report({})).body.fields).toEqual({ report_xml_send_api_token: ADDRESS })
})
