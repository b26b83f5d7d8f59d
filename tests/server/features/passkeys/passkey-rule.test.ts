import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { AT_DOMAIN } from './passkey-fixture.ts'

// An administrator saves the rule in the settings; the tests check its effect on the next sign-in.
let server: DemoServer
let admin: ApiUser
let roleOfMehta: number
beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
  admin = await server.signIn('admin.sanjeevani')
  const [row] = await askAdmin<{ role_id: number }>(
    server,
    `select role_id from app_user where username = 'dr.mehta'`,
  )
  roleOfMehta = row?.role_id ?? 0
})
afterAll(() => server.close())

/** The fields that every save of these settings contains. */
const CARRIED = [
  'rev',
  'use_ssn_passport_as_pat_id',
  'report_disclaimer',
  'report_edit_type',
  'report_dob_age_show',
  'auto_open_viewer_newtab',
  'show_second_dr_sign',
  'thirdparty_report_url',
  'thirdparty_report_usr',
  'report_xml_send_api_url',
  'results_wait_for_payment',
  'dictation_may_leave_device',
  'otp_rule',
  'captcha_rule',
  'vault_days',
  'extended_csv',
  'study_download',
]

async function saveRule(passkey_rule: string, passkey_roles: number[] = []) {
  const stored = (await admin.get('client/generalSettings')).body.result as Record<string, unknown>
  const kept = Object.fromEntries(CARRIED.map((name) => [name, stored[name]]))
  return admin.post('client/saveReportSettings', { ...kept, passkey_rule, passkey_roles })
}
const signIn = async (username: string) =>
  (
    await server.send({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password: DEMO_PASSWORD },
    })
  ).body

test('a role that requires a passkey registers one at its next sign-in, the others sign in as before', async () => {
  const saved = await saveRule('Roles', [roleOfMehta])
  expect([saved.status, saved.body.result]).toMatchObject([
    200,
    { passkey_rule: 'Roles', passkey_roles: [roleOfMehta] },
  ])
  const [mehta, desk] = [await signIn('dr.mehta'), await signIn('reception.andheri')]
  expect(mehta.token).toBeUndefined()
  expect(mehta.passkey_required).toBe('R')
  expect(desk.token).toEqual(expect.any(String))
})

test('while the rule is off, no passkey is required', async () => {
  expect((await saveRule('Off')).status).toBe(200)
  expect((await signIn('dr.mehta')).token).toEqual(expect.any(String))
})

test('a role of another client, and an invalid rule, are refused by their fields', async () => {
  const [other] = await askAdmin<{ id: number }>(
    server,
    `select id from role where client_id <> $1 and id not in (select id from role where client_id = $1) limit 1`,
    [SANJEEVANI.id],
  )
  const stranger = await saveRule('Roles', [other?.id ?? 99_999])
  expect([stranger.status, stranger.body.fields]).toEqual([
    400,
    { passkey_roles: 'names a role that does not exist' },
  ])
  const rule = await saveRule('Sometimes')
  expect([rule.status, Object.keys(rule.body.fields)]).toEqual([400, ['passkey_rule']])
})
