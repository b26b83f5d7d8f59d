import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { makeSealingDevice } from '#tests/helpers/device/sealing-device.ts'
import { type MailSink, openMailSink, type ReceivedLetter } from '#tests/helpers/network/mail-sink.ts'
import { dataKey, registration } from '../devices/device-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { AT_DOMAIN, registerPasskey } from '../passkeys/passkey-fixture.ts'

// The letters about an account, word by word. The server's clock shows 09:00 UTC, which is 02:30 PM in the
// branches of the demo.
const AT = '21 Nov 2026 02:30 PM (Asia/Kolkata)'
const EMAIL = 'kulkarni@mail.example'
let server: DemoServer
let sink: MailSink
let desk: ApiUser
let admin: ApiUser
let client: string
const userId = DEMO_PEOPLE.find(({ username }) => username === 'dr.kulkarni')?.id ?? ''
const deviceId = crypto.randomUUID()
beforeAll(async () => {
  sink = await openMailSink()
  server = await openDemo({
    ...AT_DOMAIN,
    READROOM_SMTP_URL: `smtp://127.0.0.1:${sink.port}?from=ris@centre.example`,
  })
  await askAdmin(server, 'update app_user set email = $2 where id = $1', [userId, EMAIL])
  const [row] = await askAdmin<{ name: string }>(
    server,
    'select c.name from client c join app_user u on u.client_id = c.id where u.id = $1',
    [userId],
  )
  client = row?.name ?? ''
  // Signs in before the wrong passwords: after them this address needs a captcha.
  admin = await signInByCode('admin.sanjeevani')
  const { body } = await login({ device_id: deviceId })
  desk = server.apiUserOf(body.token as string)
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

const login = (more: object = {}) =>
  server.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'dr.kulkarni', password: DEMO_PASSWORD, ...more },
  })

/** Signs an administrator in with the code from the letter and removes the letter from the sink. */
async function signInByCode(username: string): Promise<ApiUser> {
  const payload = { username, password: DEMO_PASSWORD }
  const asked = await server.send({ method: 'POST', url: '/api/auth/login', payload })
  const code = /^(\d{6}) is your sign-in code/m.exec(sink.letters.pop()?.source ?? '')?.[1]
  const { body } = await server.send({
    method: 'POST',
    url: '/api/auth/loginWithOtp',
    payload: { otp_token: asked.body.otp_token, otp: code },
  })
  return server.apiUserOf(body.token as string)
}

/** Returns the person's next letter, as a mail program shows it. */
async function nextLetter(): Promise<{ subject: string; text: string }> {
  await expect.poll(() => sink.letters.length, { timeout: 15_000, interval: 100 }).toBeGreaterThan(0)
  const letter = sink.letters.shift()
  if (!letter) throw new Error('no letter')
  expect([letter.from, letter.to]).toEqual(['ris@centre.example', [EMAIL]])
  return shown(letter)
}

function shown({ source }: ReceivedLetter): { subject: string; text: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const isQuoted = /^Content-Transfer-Encoding: quoted-printable/im.test(head)
  const body = rest.join('\r\n\r\n').trimEnd().replaceAll('\r\n', '\n')
  const text = isQuoted
    ? body
        .replace(/=\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : body
  return { subject: /^Subject: (.+)$/m.exec(head)?.[1]?.trim() ?? '', text }
}

test('a new device', async () => {
  // A device gets its name as soon as it is registered; here it has the name before the letter is written.
  await askAdmin(server, `update device set name = 'Reading room 2' where user_id = $1 and id = $2`, [
    userId,
    deviceId,
  ])
  const device = await makeSealingDevice(server.app.kernel.keys.publicKey)
  const given = await registration(device, dataKey())
  // No letter is sent about a person's first device.
  await askAdmin(
    server,
    `insert into device (client_id, id, user_id, name) select client_id, $2, id, 'Laptop' from app_user where id = $1`,
    [userId, crypto.randomUUID()],
  )
  expect((await desk.post('device/register', given)).status).toBe(200)
  expect(await nextLetter()).toEqual({
    subject: 'A new device signs in your name',
    text: `The device "Reading room 2" signs in your name at ${client} since ${AT}.

If that was you, there is nothing to do.
If it was not, change your password now: that signs the device out. Then tell your administrator.`,
  })
})

test('a passkey that is added or removed', async () => {
  const { id } = await registerPasskey(desk)
  const advice = `

If that was you, there is nothing to do.
If it was not, change your password now and look at your passkeys under Devices. Then tell your administrator.`
  expect(await nextLetter()).toEqual({
    subject: 'A new passkey signs in with your name',
    text: `The passkey "Laptop" was added at ${client} on ${AT}. It signs in with your name.${advice}`,
  })
  expect((await desk.post('passkey/remove', { id, password: DEMO_PASSWORD })).status).toBe(200)
  expect(await nextLetter()).toEqual({
    subject: 'A passkey of yours was removed',
    text: `The passkey "Laptop" was removed at ${client} on ${AT}. It no longer signs in.${advice}`,
  })
})

test('a recovery code that is used', async () => {
  await registerPasskey(desk)
  await nextLetter()
  const { body } = await desk.post('passkey/recoveryCodes', { password: DEMO_PASSWORD })
  await askAdmin(server, `update client set passkey_rule = 'Everybody'`)
  const { passkey_token } = (await login()).body
  const payload = { passkey_token, code: body.result[0] }
  const used = await server.send({ method: 'POST', url: '/api/auth/loginWithRecoveryCode', payload })
  await askAdmin(server, `update client set passkey_rule = 'Offered'`)
  expect(used.status).toBe(200)
  expect(await nextLetter()).toEqual({
    subject: 'A recovery code was used',
    text: `Somebody signed in with your name at ${client} by your password and one of your recovery codes on ${AT}.

If that was you, there is nothing to do.
If it was not, change your password now, make new recovery codes under Devices, and tell your administrator.`,
  })
})

test('failed sign-ins', async () => {
  for (let n = 0; n < 5; n += 1) {
    await login({ password: 'Guess#2026' })
    await askAdmin(server, 'truncate entry.sign_in_failure')
  }
  expect(await nextLetter()).toEqual({
    subject: 'Failed sign-ins with your name',
    text: `Somebody tried to sign in with your name at ${client} and failed several times, the last time on ${AT}.

If that was you, there is nothing to do.
If it was not, nothing was opened. Choose a long password, or a passkey, and tell your administrator.`,
  })
})

const LINK_AT = '(\\d\\d Nov 2026 \\d\\d:\\d\\d [AP]M) \\(Asia/Kolkata\\)'

test('a password reset by a link, and the e-mail with the link itself', async () => {
  const make = (is_shown: 0 | 1) => admin.post(`${PHP}user/passwordLink`, { id: userId, is_shown })
  const mailed = await make(0)
  if (mailed.body.result.sent_to !== '') {
    const { subject, text } = await nextLetter()
    expect(subject).toBe('Set your password for Readroom')
    expect(text).toMatch(new RegExp(`The link works once, until ${LINK_AT}\\.`))
  }
  const { url } = (await make(1)).body.result
  const [, secret] = url.split('#')
  const payload = { secret, new_password: 'Reading#2027x', confirm_password: 'Reading#2027x' }
  const set = await server.send({ method: 'POST', url: '/api/auth/setPassword', payload })
  expect([set.status, set.body.message]).toEqual([200, expect.any(String)])
  expect(await nextLetter()).toEqual({
    subject: 'Your password was reset',
    text: `Your password at ${client} was reset by a link on ${AT}. Your sessions ended with it.

If that was you, there is nothing to do.
If it was not, ask your administrator for a new link now: it replaces the previous one.`,
  })
})
