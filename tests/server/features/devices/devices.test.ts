import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_PASSWORD } from '#server/features/demo/people.ts'
import { makeSealingDevice, type SealingDevice } from '#tests/helpers/sealing-device.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, type Desk, NOW, openDemo, PHP } from '../open-demo.ts'
import { personId } from '../reports/report-desk.ts'

let server: DemoServer
let device: SealingDevice
let admin: Desk
const MINUTE_MS = 60_000

beforeAll(async () => {
  server = await openDemo()
  device = await makeSealingDevice(server.app.kernel.keys.publicKey)
  admin = await signInOn('admin.sanjeevani', uuidv7())
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = NOW
})

const login = (username: string, device_id: string, password = DEMO_PASSWORD) =>
  server.send({ method: 'POST', url: '/api/auth/login', payload: { username, password, device_id } })

async function signInOn(username: string, deviceId: string): Promise<Desk> {
  const { body } = await login(username, deviceId)
  const headers = { authorization: `Bearer ${body.token}` }
  const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
    server.send({ method, url: path.startsWith('/') ? path : `/api/${path}`, headers, payload })
  return {
    token: body.token,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body as object),
  }
}

const dataKey = () => crypto.getRandomValues(new Uint8Array(32))

async function registration(key: Uint8Array<ArrayBuffer>, keyId: string = uuidv7(), from = device) {
  const escrow = await from.sealer(key, `readroom data key ${keyId}`)
  return {
    key_id: keyId,
    escrow: toBase64(escrow),
    server_key_id: from.keyId,
    device_key: toBase64(from.publicKey),
  }
}

const actionsOf = async (deviceId: string) =>
  (
    await askAdmin<{ action: string }>(
      server,
      'select action from audit_trail where record_id = $1 order by at, id',
      [deviceId],
    )
  ).map(({ action }) => action)

const contact = (more: object = {}) => ({
  waiting: 0,
  needs_person: 0,
  oldest_unsent: null,
  storage_used: 0,
  storage_granted: 0,
  client_version: '0.1.0',
  repaired: 0,
  ...more,
})

test('a device leaves its key, gets it back right after a sign-in, and both are audited', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn('dr.mehta', deviceId)
  const key = dataKey()
  const given = await registration(key)
  const registered = await desk.post('device/register', given)
  expect([registered.status, registered.body.result]).toEqual([200, { device_name: '', vault_days: 14 }])
  const again = await signInOn('dr.mehta', deviceId)
  const released = await again.post('device/release', { key_id: given.key_id })
  expect(fromBase64(released.body.result.key)).toEqual(key)
  expect(await actionsOf(deviceId)).toEqual(['device_registered', 'escrow_release'])
})

test('what is kept opens nothing without the key outside of the database', async () => {
  const desk = await signInOn('dr.mehta', uuidv7())
  const key = dataKey()
  const given = await registration(key)
  await desk.post('device/register', given)
  const [row] = await askAdmin<{ sealed: Buffer }>(
    server,
    'select sealed from device_key_escrow where key_id = $1',
    [given.key_id],
  )
  expect(row?.sealed.includes(Buffer.from(key))).toBe(false)
})

test('registering again changes nothing, and another data key stands beside the first', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn('dr.mehta', deviceId)
  const [first, second] = [dataKey(), dataKey()]
  const given = await registration(first)
  await desk.post('device/register', given)
  await desk.post('device/register', await registration(first, given.key_id))
  const other = await registration(second)
  await desk.post('device/register', other)
  const keyOf = async (key_id: string) =>
    fromBase64((await desk.post('device/release', { key_id })).body.result.key)
  expect([await keyOf(given.key_id), await keyOf(other.key_id)]).toEqual([first, second])
  expect((await actionsOf(deviceId)).slice(0, 2)).toEqual(['device_registered', 'device_registered'])
})

test('a kept key is never replaced by another one of its name', async () => {
  const desk = await signInOn('dr.mehta', uuidv7())
  const first = dataKey()
  const given = await registration(first)
  await desk.post('device/register', given)
  const refused = await desk.post('device/register', await registration(dataKey(), given.key_id))
  expect([refused.status, refused.body.code]).toEqual([422, 'refused'])
  const released = await desk.post('device/release', { key_id: given.key_id })
  expect(fromBase64(released.body.result.key)).toEqual(first)
})

test('a new public key takes the place of the old one, and that is audited', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn('dr.mehta', deviceId)
  const key = dataKey()
  const keyId = uuidv7()
  await desk.post('device/register', await registration(key, keyId))
  const reborn = await makeSealingDevice(server.app.kernel.keys.publicKey)
  await desk.post('device/register', await registration(key, keyId, reborn))
  const [row] = await askAdmin<{ public_key: Buffer }>(
    server,
    'select public_key from device where id = $1',
    [deviceId],
  )
  expect(row?.public_key.equals(reborn.publicKey)).toBe(true)
  expect(await actionsOf(deviceId)).toEqual(['device_registered', 'device_key_replaced'])
})

test('an escrow that nobody could open later is refused while the device still has its key', async () => {
  const desk = await signInOn('dr.mehta', uuidv7())
  const good = await registration(dataKey())
  const short = await registration(new Uint8Array(16))
  const elsewhere = { ...good, key_id: uuidv7() }
  const fieldsOf = async (given: object) => {
    const { status, body } = await desk.post('device/register', given)
    return [status, body.code, ...Object.keys(body.fields ?? {})]
  }
  expect(await fieldsOf(short)).toEqual([400, 'invalid', 'escrow'])
  expect(await fieldsOf(elsewhere)).toEqual([400, 'invalid', 'escrow'])
  expect(await fieldsOf({ ...good, server_key_id: 'another' })).toEqual([422, 'unknown_key'])
  expect(await fieldsOf({ ...good, device_key: toBase64(new Uint8Array(65)) })).toEqual([
    400,
    'invalid',
    'device_key',
  ])
})

test('a key is given back within a quarter of an hour of the sign-in, and not later', async () => {
  const desk = await signInOn('dr.mehta', uuidv7())
  const given = await registration(dataKey())
  await desk.post('device/register', given)
  const release = () => desk.post('device/release', { key_id: given.key_id })
  server.clock.now = new Date(NOW.getTime() + 14 * MINUTE_MS)
  expect((await release()).status).toBe(200)
  server.clock.now = new Date(NOW.getTime() + 16 * MINUTE_MS)
  const late = await release()
  expect([late.status, late.body.code, late.body.message]).toEqual([
    422,
    'refused',
    'The key of this device is given back right after a sign-in only. Sign in again.',
  ])
})

test('a key goes to its own user on its own device and to nobody else', async () => {
  const deviceId = uuidv7()
  const given = await registration(dataKey())
  await (await signInOn('dr.mehta', deviceId)).post('device/register', given)
  const others = [
    await signInOn('dr.iyer', deviceId),
    await signInOn('dr.mehta', uuidv7()),
    await signInOn('dr.sabah', deviceId),
  ]
  for (const desk of others) {
    const { status, body } = await desk.post('device/release', { key_id: given.key_id })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

test('a session that named no device holds no vault', async () => {
  const desk = await server.signIn('dr.mehta')
  for (const [path, body] of [
    ['device/register', await registration(dataKey())],
    ['device/release', { key_id: uuidv7() }],
    ['device/contact', contact()],
  ] as const)
    expect([path, (await desk.post(path, body)).body.code]).toEqual([path, 'refused'])
})

test('an administrator sees what devices last said of themselves, and nobody else does', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn('dr.iyer', deviceId)
  const said = {
    waiting: 3,
    needs_person: 1,
    oldest_unsent: '2026-11-21T08:30:00.000Z',
    storage_used: 5_000_000_000,
    storage_granted: 60_000_000_000,
    client_version: '0.1.0',
  }
  server.clock.now = new Date(NOW.getTime() + MINUTE_MS)
  expect((await desk.post('device/contact', contact({ ...said, repaired: 2 }))).status).toBe(200)
  await desk.post('device/contact', contact({ ...said, repaired: 5 }))
  const { body } = await admin.get('device/list')
  const listed = body.result.find((one: { device_id: string }) => one.device_id === deviceId)
  expect(listed).toEqual({
    ...said,
    device_id: deviceId,
    user_id: personId('dr.iyer'),
    user_name: 'Dr. Karthik Iyer',
    device_name: '',
    created: NOW.toISOString(),
    last_contact: server.clock.now.toISOString(),
    repaired: 7,
    revoked: null,
  })
  const refused = await desk.get('device/list')
  expect([refused.status, refused.body.code]).toEqual([422, 'not_permitted'])
  const abroad = await signInOn('admin.alnoor', uuidv7())
  const theirs = (await abroad.get('device/list')).body.result as { device_id: string }[]
  expect(theirs.map(({ device_id }) => device_id)).not.toContain(deviceId)
})

test('numbers and times that no database holds are refused or capped', async () => {
  const desk = await signInOn('dr.iyer', uuidv7())
  const { body } = await desk.post('device/contact', contact({ oldest_unsent: '2026-99-99T99:99:99Z' }))
  expect(body.fields).toEqual({ oldest_unsent: 'must be a time with offset' })
  const most = Number.MAX_SAFE_INTEGER
  for (let n = 0; n < 2; n += 1)
    expect((await desk.post('device/contact', contact({ waiting: most, repaired: most }))).status).toBe(200)
  expect((await admin.get('device/list')).status).toBe(200)
})

test('people name their own device, an administrator any, and strangers none', async () => {
  const [shared, other] = [uuidv7(), uuidv7()]
  const [mehta, iyer] = [await signInOn('dr.mehta', shared), await signInOn('dr.iyer', shared)]
  const rename = (desk: Desk, device_id: string, name: string) =>
    desk.post('device/rename', { device_id, name })
  expect((await rename(mehta, shared, ' Front desk ')).body.result.device_name).toBe('Front desk')
  const terms = async (desk: Desk) => (await desk.post('device/contact', contact())).body.result.device_name
  expect([await terms(mehta), await terms(iyer)]).toEqual(['Front desk', ''])
  await rename(admin, shared, 'Reading room 2')
  expect([await terms(mehta), await terms(iyer)]).toEqual(['Reading room 2', 'Reading room 2'])
  expect((await rename(mehta, other, 'x')).body.code).toBe('not_permitted')
  expect((await rename(admin, other, 'x')).body.code).toBe('not_found')
  expect((await rename(mehta, shared, '   ')).body.fields).toEqual({ name: 'is required' })
  const abroad = await signInOn('admin.alnoor', uuidv7())
  expect((await rename(abroad, shared, 'Ours now')).body.code).toBe('not_found')
})

test('a device that is taken out of use learns it, keeps nobody signed in, and can be let in again', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn('dr.khan', deviceId)
  const given = await registration(dataKey())
  await desk.post('device/register', given)
  const target = { device_id: deviceId, user_id: personId('dr.khan') }
  expect((await desk.post('device/revoke', target)).body.code).toBe('not_permitted')
  expect((await admin.post('device/revoke', target)).status).toBe(200)
  const [onApi, onPhp] = [
    await desk.get('auth/loggedUserDtl'),
    await desk.get(`${PHP}reportDetail/${randomUUID()}`),
  ]
  expect([onApi.status, onApi.body.code, onApi.body.device_revoked]).toEqual([403, 'signed_out', 1])
  expect([onPhp.status, onPhp.body.loggedOut, onPhp.body.device_revoked]).toEqual([403, 1, 1])
  const elsewhere = await signInOn('dr.khan', uuidv7())
  expect((await elsewhere.get('auth/loggedUserDtl')).status).toBe(200)
  const refused = await login('dr.khan', deviceId)
  expect([refused.status, refused.body.code]).toEqual([422, 'device_revoked'])
  expect((await login('dr.khan', deviceId, 'wrong')).body.code).toBe('sign_in_failed')
  await admin.post('device/readmit', target)
  // Its old session stays over; the key that it had left is still there for the next one.
  expect((await desk.get('auth/loggedUserDtl')).body.device_revoked).toBeUndefined()
  await askAdmin(server, 'delete from entry.sign_in_failure')
  const back = await signInOn('dr.khan', deviceId)
  expect((await back.post('device/release', { key_id: given.key_id })).status).toBe(200)
  expect(await actionsOf(deviceId)).toEqual([
    'device_registered',
    'device_revoked',
    'device_readmitted',
    'escrow_release',
  ])
})

test('taking out of use twice keeps the first time, and an unknown device is not found', async () => {
  const deviceId = uuidv7()
  await signInOn('dr.nair', deviceId)
  const target = { device_id: deviceId, user_id: personId('dr.nair') }
  await admin.post('device/revoke', target)
  server.clock.now = new Date(NOW.getTime() + MINUTE_MS)
  await admin.post('device/revoke', target)
  const [row] = await askAdmin<{ revoked: Date }>(server, 'select revoked from device where id = $1', [
    deviceId,
  ])
  expect(row?.revoked).toEqual(NOW)
  expect((await admin.post('device/revoke', { ...target, device_id: uuidv7() })).status).toBe(404)
  const abroad = await signInOn('admin.alnoor', uuidv7())
  expect((await abroad.post('device/readmit', target)).status).toBe(404)
})

test('how long a vault opens offline is the client’s to say', async () => {
  await askAdmin(server, 'update client set vault_days = 3 where id = $1', [SANJEEVANI.id])
  const desk = await signInOn('dr.iyer', uuidv7())
  expect((await desk.post('device/contact', contact())).body.result.vault_days).toBe(3)
})

test('the server says its public key before anybody signs in', async () => {
  const { body } = await server.send({ method: 'GET', url: '/api/sync/hello' })
  expect(body.public_key).toEqual(server.app.kernel.keys.publicKey)
  expect(fromBase64(body.public_key.key)).toHaveLength(65)
})
