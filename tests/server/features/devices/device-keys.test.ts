import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SealedAnswer } from '#contract/calls/delivery.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { makeSealingDevice, type SealingDevice } from '#tests/helpers/device/sealing-device.ts'
import { openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { deleteUser, setByLink } from '../people/people-fixture.ts'
import { setSettings } from '../sharing/share-fixture.ts'
import { dataKey, login, registration, signInOn } from './device-fixture.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

const DOCTOR = 'dr.mehta'
const NEXT_PASSWORD = 'Another#2026x'

const makeDevice = () => makeSealingDevice(server.app.kernel.keys.publicKey)

interface KeyRow {
  reason: string | null
  client_id: string
  user_id: string
}

const keysOf = (deviceId: string) =>
  askAdmin<KeyRow>(server, 'select reason, client_id, user_id from device_key where device_id = $1', [
    deviceId,
  ])

/** Signs in completely on a new device, which registers its key. */
async function enter(username = DOCTOR) {
  const deviceId = uuidv7()
  const device = await makeDevice()
  const desk = await signInOn(server, username, deviceId)
  const { status } = await desk.post('device/register', await registration(device, dataKey()))
  expect(status).toBe(200)
  const [row] = await keysOf(deviceId)
  return { desk, device, deviceId, clientId: row!.client_id, userId: row!.user_id }
}

type Entered = Awaited<ReturnType<typeof enter>>

/** Returns the response to a script that has the device's key and no session. */
async function deliverFrom({ device, ...author }: Entered): Promise<SealedAnswer> {
  const item = await device.seal({ call: 'addStudyComment', version: 1, input: {} }, author)
  const payload = { device_id: author.deviceId, items: [item] }
  const { body } = await server.send({ method: 'POST', url: '/api/sync/deliver', payload })
  return body.answers[0]
}

test('a session alone registers no key: the password is required in the same call', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn(server, DOCTOR, deviceId)
  const stolen: SealingDevice = await makeDevice()
  const { password: _, ...bare } = await registration(stolen, dataKey())
  const answers = [
    await desk.post('device/register', bare),
    await desk.post('device/register', { ...bare, password: 'Guess#2026' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.fields?.password])).toEqual([
    [400, expect.any(String)],
    [400, 'is not your password'],
  ])
  expect(await keysOf(deviceId)).toEqual([])
})

test('wrong passwords are counted and slowed down', async () => {
  const desk = await signInOn(server, 'dr.rao', uuidv7())
  const given = { ...(await registration(await makeDevice(), dataKey())), password: 'Guess#2026' }
  for (let n = 0; n < 10; n += 1) expect((await desk.post('device/register', given)).status).toBe(400)
  const { status, body } = await desk.post('device/register', given)
  expect([status, body.code]).toEqual([429, 'throttled'])
})

test('logging out retires only the key of that device', async () => {
  const [here, there] = [await enter(), await enter()]
  await here.desk.post('auth/logout', {})
  expect(await keysOf(here.deviceId)).toMatchObject([{ reason: 'signed_out' }])
  expect(await keysOf(there.deviceId)).toMatchObject([{ reason: null }])
  expect((await deliverFrom(here)).code).toBe('held')
})

test('disabling a device retires its key', async () => {
  const doctor = await enter()
  const administrator = await signInOn(server, 'admin.sanjeevani', uuidv7())
  const { status } = await administrator.post('device/revoke', {
    device_id: doctor.deviceId,
    user_id: doctor.userId,
  })
  expect(status).toBe(200)
  expect(await keysOf(doctor.deviceId)).toMatchObject([{ reason: 'revoked' }])
  expect((await deliverFrom(doctor)).code).toBe('device_revoked')
})

test('a retired key cannot be registered again; the device gets the reason and sends another', async () => {
  const doctor = await enter()
  await doctor.desk.post('auth/logout', {})
  const desk = await signInOn(server, DOCTOR, doctor.deviceId)
  const old = await desk.post('device/register', await registration(doctor.device, dataKey()))
  expect(old.body.result).toMatchObject({ retired: 'signed_out' })
  const next = await desk.post('device/register', await registration(await makeDevice(), dataKey()))
  expect(next.body.result.retired).toBeUndefined()
  const reasons = (await keysOf(doctor.deviceId)).map(({ reason }) => reason)
  expect(new Set(reasons)).toEqual(new Set(['signed_out', null]))
})

test('a key that replaces one in use retires it, and its owner is notified; for the first device nobody is', async () => {
  const kindsOf = async (userId: string) =>
    (
      await askAdmin<{ kind: string; subject_id: string }>(
        server,
        "select kind, subject_id from notification where user_id = $1 and kind = 'device_added'",
        [userId],
      )
    ).map(({ subject_id }) => subject_id)
  const first = await enter('dr.iyer')
  const before = await kindsOf(first.userId)
  const second = await enter('dr.iyer')
  expect((await kindsOf(first.userId)).filter((id) => !before.includes(id))).toEqual([second.deviceId])
  await first.desk.post('device/register', await registration(await makeDevice(), dataKey()))
  expect(await kindsOf(first.userId)).toContain(first.deviceId)
  const reasons = (await keysOf(first.deviceId)).map(({ reason }) => reason)
  expect(new Set(reasons)).toEqual(new Set(['replaced', null]))
})

test('a person’s own password change retires all their keys', async () => {
  const [here, there] = [await enter('dr.nair'), await enter('dr.nair')]
  const { status } = await here.desk.post(`${PHP}changePassword`, {
    current_password: DEMO_PASSWORD,
    new_password: NEXT_PASSWORD,
    confirm_password: NEXT_PASSWORD,
  })
  expect(status).toBe(200)
  for (const { deviceId } of [here, there])
    expect(await keysOf(deviceId)).toMatchObject([{ reason: 'password_changed' }])
  expect((await deliverFrom(there)).code).toBe('held')
  // The author releases or discards it after a new sign-in; a session from before can do neither.
  const { body } = await login(server, 'dr.nair', there.deviceId, NEXT_PASSWORD)
  expect(body.token).toBeTypeOf('string')
})

test('a password set by a link retires every key of the person', async () => {
  const doctor = await enter('dr.joshi')
  const administrator = await server.signIn('admin.sanjeevani')
  expect((await setByLink(administrator, doctor.userId, NEXT_PASSWORD)).status).toBe(200)
  expect(await keysOf(doctor.deviceId)).toMatchObject([{ reason: 'password_reset' }])
  expect((await deliverFrom(doctor)).code).toBe('held')
})

test('a dismissed person has no key left', async () => {
  const doctor = await enter('dr.kulkarni')
  const administrator = await server.signIn('admin.sanjeevani')
  expect((await deleteUser(administrator, doctor.userId)).status).toBe(200)
  expect(await keysOf(doctor.deviceId)).toMatchObject([{ reason: 'dismissed' }])
  expect((await deliverFrom(doctor)).code).toBe('held')
})

test('a person with an e-mail address gets an e-mail about a new device, by the client’s mail server', async () => {
  const sink = await openMailSink()
  await setSettings(server, {
    smtp_host: '127.0.0.1',
    smtp_port: sink.port,
    smtp_is_ssl: false,
    smtp_user_name: '',
    smtp_sender_email: 'desk@sanjeevani.example',
  })
  const { userId } = await enter('dr.fernandes')
  await askAdmin(server, "update app_user set email = 'fernandes@mail.example' where id = $1", [userId])
  await enter('dr.fernandes')
  const own = () => sink.letters.filter(({ to }) => to.includes('fernandes@mail.example'))
  await expect.poll(() => own().length, { timeout: 15_000, interval: 200 }).toBe(1)
  expect(own()[0]?.source).toContain('signs in your name')
  await sink.close()
})
