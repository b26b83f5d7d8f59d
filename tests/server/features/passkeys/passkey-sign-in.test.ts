import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CreationOptions, RequestOptions } from '#contract/kernel/passkey.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { userHandleOf } from '#server/features/passkeys/public/verify.ts'
import { makeSealingDevice } from '#tests/helpers/device/sealing-device.ts'
import {
  type Asked,
  makeSoftwarePasskey,
  type SoftwarePasskey,
} from '#tests/helpers/device/software-passkey.ts'
import { dataKey, registration } from '../devices/device-fixture.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { personId } from '../people/people-fixture.ts'
import { AT_DOMAIN, askedBy, beginRegistration, passkeysOf, registerPasskey } from './passkey-fixture.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
})
afterEach(async () => {
  await updateClient(server, SANJEEVANI.id, { passkey_rule: 'Offered', passkey_roles: [] })
  await askAdmin(server, 'truncate entry.sign_in_failure')
})
afterAll(() => server.close())

const call = (path: string, payload: object, headers: Record<string, string> = {}) =>
  server.send({ method: 'POST', url: `/api/auth/${path}`, payload, headers })
const byPassword = (username: string, password = DEMO_PASSWORD, device_id?: string) =>
  call('login', { username, password, ...(device_id && { device_id }) })
const require_ = (passkey_rule: string, passkey_roles: number[] = []) =>
  updateClient(server, SANJEEVANI.id, { passkey_rule, passkey_roles })

/** Makes a person with a registered passkey. */
async function withPasskey(username: string) {
  const desk = await server.signIn(username)
  const { passkey, id } = await registerPasskey(desk)
  return { desk, passkey, id }
}

/** Signs in by a passkey alone, with the false values that a test sets. */
async function alone(
  username: string,
  passkey: SoftwarePasskey,
  lie: Partial<Asked> = {},
  device_id?: string,
) {
  const { body } = await call('passkeyOptions', {})
  const options = body.result as RequestOptions
  expect(options.allowCredentials).toEqual([])
  const userHandle = userHandleOf(personId(username))
  const assertion = passkey.get(askedBy(options, { userHandle, ...lie }))
  return call('loginWithPasskey', { assertion, ...(device_id && { device_id }) })
}

const actionsOf = async (username: string) =>
  (
    await askAdmin<{ action: string; detail: { by?: string } }>(
      server,
      "select action, detail from audit_trail where record_id = $1 and type = 'user' order by at, id",
      [personId(username)],
    )
  ).map(({ action, detail }) => (detail?.by ? `${action} ${detail.by}` : action))

const toldOf = async (username: string, kind: string) =>
  askAdmin<{ times: number }>(server, 'select times from notification where user_id = $1 and kind = $2', [
    personId(username),
    kind,
  ])

test('a passkey alone signs in, identifies its user, and lets the device register its key once', async () => {
  const { passkey } = await withPasskey('dr.mehta')
  const device_id = uuidv7()
  const { status, body } = await alone('dr.mehta', passkey, {}, device_id)
  expect([status, body.username, body.result?.name]).toEqual([200, 'dr.mehta', expect.any(String)])
  const desk = server.apiUserOf(body.token)
  expect((await desk.get('auth/loggedUserDtl')).status).toBe(200)
  expect(await actionsOf('dr.mehta')).toContain('sign_in passkey')
  expect((await passkeysOf(desk))[0]).toMatchObject({ last_used: server.clock.now.toISOString() })

  const sealing = await makeSealingDevice(server.app.kernel.keys.publicKey)
  const { password: _, ...bare } = await registration(sealing, dataKey())
  const given = { ...bare, device_proof: body.device_proof }
  const other = await server.signIn('dr.mehta')
  expect((await desk.post('device/register', bare)).body.fields).toEqual({ password: 'is required' })
  expect((await desk.post('device/register', given)).status).toBe(200)
  expect((await desk.post('device/register', given)).body.fields).toEqual({
    device_proof: 'is over: sign in again',
  })
  const again = await alone('dr.mehta', passkey, {}, device_id)
  const stolen = await other.post('device/register', { ...given, device_proof: again.body.device_proof })
  expect(stolen.status).not.toBe(200)
})

test.each<[string, Partial<Asked>]>([
  ['of another page', { origin: 'https://evil.example' }],
  ['of another domain name', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: 'A'.repeat(43) }],
  ['without the finger', { isVerified: false }],
  ['that says it is somebody else', { userHandle: userHandleOf(personId('dr.iyer')) }],
  ['that does not say whose it is', { userHandle: undefined }],
  ['from inside a foreign page', { crossOrigin: true }],
])('a response %s signs nobody in', async (_, lie) => {
  const { passkey } = await withPasskey('dr.rao')
  const { status, body } = await alone('dr.rao', passkey, lie)
  expect([status >= 400 && status < 500, body.token]).toEqual([true, undefined])
})

test('a decreasing counter, a repeated response, a removed and an unknown passkey sign nobody in', async () => {
  const { desk, passkey, id } = await withPasskey('dr.nair')
  expect((await alone('dr.nair', passkey)).status).toBe(200)
  expect((await alone('dr.nair', passkey, { counter: 1 })).status).toBe(401)
  const { body } = await call('passkeyOptions', {})
  const userHandle = userHandleOf(personId('dr.nair'))
  const assertion = passkey.get(askedBy(body.result, { userHandle }))
  expect((await call('loginWithPasskey', { assertion })).status).toBe(200)
  expect((await call('loginWithPasskey', { assertion })).status).toBe(401)
  expect((await alone('dr.nair', makeSoftwarePasskey())).status).toBe(401)
  await desk.post('passkey/remove', { id, password: DEMO_PASSWORD })
  expect((await alone('dr.nair', passkey)).status).toBe(401)
})

test('a disabled user, a foreign network and disabled passkeys are refused', async () => {
  const { passkey } = await withPasskey('dr.joshi')
  const set = (text: string) =>
    askAdmin(server, `update app_user set ${text} where id = $1`, [personId('dr.joshi')])
  await set(`allowed_ips = '{10.9.9.9}'`)
  expect((await alone('dr.joshi', passkey)).body.code).toBe('address_refused')
  await set(`allowed_ips = '{}', active = false`)
  expect((await alone('dr.joshi', passkey)).status).toBe(401)
  await set('active = true')
  await require_('Off')
  expect((await alone('dr.joshi', passkey)).body.message).toContain('switched off')
  await require_('Offered')
  expect((await alone('dr.joshi', passkey)).status).toBe(200)
})

test('where one is required, the password is followed by a passkey of the same person', async () => {
  const [doctor, other] = [await withPasskey('dr.deshpande'), await withPasskey('dr.iyer')]
  await require_('Everybody')
  const device_id = uuidv7()
  const step = async () => (await byPassword('dr.deshpande', DEMO_PASSWORD, device_id)).body
  const asked = await step()
  expect(asked).toMatchObject({ passkey_required: 'Y', passkey_options: { rpId: 'ris.example.org' } })
  expect([asked.token, asked.code_instead, asked.result]).toEqual([undefined, undefined, undefined])
  expect(asked.passkey_options.allowCredentials).toMatchObject([{ id: doctor.passkey.id }])

  const foreign = other.passkey.get(askedBy((await step()).passkey_options))
  expect((await call('loginWithPasskey', { assertion: foreign })).status).toBe(401)
  const right = doctor.passkey.get(askedBy(asked.passkey_options))
  const begun = await call('loginWithPasskey', { assertion: right })
  expect([begun.status, begun.body.device_proof]).toEqual([200, undefined])
  const sessions = await askAdmin<{ device_id: string }>(
    server,
    'select device_id from entry.session where session_id = $1',
    [begun.body.result.session_id],
  )
  expect(sessions).toEqual([{ device_id }])
  expect(await actionsOf('dr.deshpande')).toContain('sign_in password_and_passkey')
  // The challenge of a sign-in is not valid inside a session, and a session's challenge does not sign anybody
  // in.
  const proof = doctor.passkey.get(askedBy((await step()).passkey_options))
  expect((await doctor.desk.post('passkey/registerOptions', { assertion: proof })).status).toBe(400)
  const { body } = await doctor.desk.post('passkey/askOptions', {})
  const inside = doctor.passkey.get(
    askedBy(body.result, { userHandle: userHandleOf(personId('dr.deshpande')) }),
  )
  expect((await call('loginWithPasskey', { assertion: inside })).status).toBe(401)
})

test('a person who must have a passkey and has none registers one before anything else, and gets recovery codes', async () => {
  await require_('Administrators')
  expect((await byPassword('reception.andheri')).body.token).toBeTypeOf('string')
  const { body } = await byPassword('admin.sanjeevani')
  expect([body.passkey_required, body.token]).toEqual(['R', undefined])
  const passkey = makeSoftwarePasskey()
  const credential = passkey.create(askedBy(body.passkey_creation as CreationOptions))
  const late = await byPassword('admin.sanjeevani')
  const first = await call('registerPasskey', { name: 'Laptop', credential })
  expect([first.status, first.body.recovery_codes?.length]).toEqual([200, 10])
  expect(first.body.result).toMatchObject({ is_client_admin: 1 })
  expect((await call('registerPasskey', { name: 'Laptop', credential })).status).toBe(400)
  // Another person who knows the password requested one at the same time: the first one is already
  // registered.
  const second = makeSoftwarePasskey().create(askedBy(late.body.passkey_creation))
  expect((await call('registerPasskey', { name: 'Thief', credential: second })).status).toBe(422)
  expect((await byPassword('admin.sanjeevani')).body).toMatchObject({ passkey_required: 'Y' })
  const stored = await askAdmin<{ code_hash: string }>(
    server,
    'select code_hash from recovery_code where user_id = $1',
    [personId('admin.sanjeevani')],
  )
  expect(stored.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
  expect(JSON.stringify(stored)).not.toContain(first.body.recovery_codes[0])
})

test('a role that requires one is asked for it, others are not', async () => {
  const [{ role_id } = { role_id: 0 }] = await askAdmin<{ role_id: number }>(
    server,
    'select role_id from app_user where id = $1',
    [personId('tech.andheri')],
  )
  await require_('Roles', [role_id])
  expect((await byPassword('tech.andheri')).body.passkey_required).toBe('R')
  expect((await byPassword('reception.andheri')).body.token).toBeTypeOf('string')
})

test('a recovery code replaces the passkey once; its owner is notified, and new codes end the others', async () => {
  const { desk } = await withPasskey('dr.kulkarni')
  const made = await desk.post('passkey/recoveryCodes', { password: DEMO_PASSWORD })
  const codes = made.body.result as string[]
  expect((await desk.post('passkey/recoveryCodes', {})).status).toBe(400)
  await require_('Everybody')
  const token = async () => (await byPassword('dr.kulkarni')).body.passkey_token as string
  const use = async (code: string) => call('loginWithRecoveryCode', { passkey_token: await token(), code })
  expect((await use('0AAA-AAAA-AAAA')).status).toBe(401)
  expect((await use('nonsense')).status).toBe(401)
  const typed = codes[3]!.toLowerCase().replaceAll('-', ' ')
  const begun = await use(typed)
  expect([begun.status, begun.body.device_proof]).toEqual([200, undefined])
  expect((await use(codes[3]!)).status).toBe(401)
  expect((await desk.get('passkey/list')).body.result.recovery_codes_left).toBe(9)
  expect(await toldOf('dr.kulkarni', 'recovery_code_used')).toEqual([{ times: 1 }])
  expect(await actionsOf('dr.kulkarni')).toEqual(
    expect.arrayContaining(['recovery_codes_made', 'recovery_failed', 'recovery_code_used']),
  )
  const next = (await desk.post('passkey/recoveryCodes', { password: DEMO_PASSWORD })).body.result as string[]
  expect((await use(codes[4]!)).status).toBe(401)
  expect((await use(next[4]!)).status).toBe(200)
  // Without the password no half-done sign-in exists in which a recovery code could be used.
  const guess = await call('loginWithRecoveryCode', { passkey_token: 'A'.repeat(43), code: next[5]! })
  expect(guess.status).toBe(401)
})

test('wrong recovery codes are slowed down', async () => {
  const { desk } = await withPasskey('dr.fernandes')
  await desk.post('passkey/recoveryCodes', { password: DEMO_PASSWORD })
  await require_('Everybody')
  const { passkey_token } = (await byPassword('dr.fernandes')).body
  const guess = () => call('loginWithRecoveryCode', { passkey_token, code: '2AAA-AAAA-AAAA' })
  for (let n = 0; n < 10; n += 1) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
})

test('where browsers offer no passkeys, a person without one signs in with a notice, and a person with one cannot bypass it', async () => {
  const plain = await openDemo({ READROOM_URL: 'http://192.168.1.20:8080' })
  try {
    await updateClient(plain, SANJEEVANI.id, { passkey_rule: 'Everybody' })
    const login = () =>
      plain.send({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'dr.mehta', password: DEMO_PASSWORD },
      })
    const told = await login()
    expect([told.body.token, told.body.message]).toEqual([
      expect.any(String),
      expect.stringContaining('https'),
    ])
    await askAdmin(
      plain,
      `insert into passkey (client_id, id, user_id, credential_id, public_key, rp_id, name, made)
       select client_id, gen_random_uuid(), id, decode(repeat('ab', 32), 'hex'), decode('00', 'hex'), 'ris.example.org',
         'Laptop', now() from app_user where username = 'dr.mehta'`,
    )
    const { body } = await login()
    expect([body.token, body.passkey_required, body.passkey_options]).toEqual([undefined, 'Y', undefined])
    expect(body.message).toContain('ris.example.org')
  } finally {
    await plain.close()
  }
})

test('five failed sign-ins in a row are announced once, and again after five more', async () => {
  const name = 'desk.andheri'
  const fail = () =>
    byPassword(name, 'Guess#2026').then(() => askAdmin(server, 'truncate entry.sign_in_failure'))
  for (let n = 0; n < 4; n += 1) await fail()
  expect(await toldOf(name, 'sign_in_failed')).toEqual([])
  await byPassword(name)
  for (let n = 0; n < 5; n += 1) await fail()
  expect(await toldOf(name, 'sign_in_failed')).toEqual([{ times: 1 }])
  for (let n = 0; n < 5; n += 1) await fail()
  expect(await toldOf(name, 'sign_in_failed')).toEqual([{ times: 2 }])
})

test('a passkey replaces a required one-time code; the code may be requested instead', async () => {
  const { passkey } = await withPasskey('manager.andheri')
  await updateClient(server, SANJEEVANI.id, { otp_rule: 'Always' })
  try {
    const { body } = await byPassword('manager.andheri')
    expect(body).toMatchObject({ passkey_required: 'Y', code_instead: 1 })
    const assertion = passkey.get(askedBy(body.passkey_options))
    expect((await call('loginWithPasskey', { assertion })).status).toBe(200)
    const { passkey_token } = (await byPassword('manager.andheri')).body
    // The test has no mail server; it checks that a code was to be sent once.
    expect((await call('codeInstead', { passkey_token })).body.code).toBe('unavailable')
    expect((await call('codeInstead', { passkey_token })).status).toBe(401)
    await require_('Everybody')
    const required = (await byPassword('manager.andheri')).body
    const refused = await call('codeInstead', { passkey_token: required.passkey_token })
    expect(refused.body.message).toContain('asks for a passkey')
  } finally {
    await updateClient(server, SANJEEVANI.id, { otp_rule: 'Off' })
  }
})

test('a person is notified of a password set by a link', async () => {
  const desk = await server.signIn('admin.sanjeevani')
  const { body } = await desk.post('/phpapi/index.php/user/passwordLink', {
    id: personId('dr.khan'),
    is_shown: 1,
  })
  const secret = String(body.result.url).split('#')[1]
  await call('setPassword', { secret, new_password: 'Another#2026x', confirm_password: 'Another#2026x' })
  expect(await toldOf('dr.khan', 'password_reset')).toEqual([{ times: 1 }])
})

test('a session started by a passkey is refused another person’s first passkey challenge', async () => {
  const desk = await server.signIn('dr.sabah')
  const options = await beginRegistration(desk)
  const credential = makeSoftwarePasskey().create(askedBy(options))
  expect((await call('registerPasskey', { name: 'Key', credential })).status).toBe(400)
})
