import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { makeSealingDevice, type SealingDevice } from '#tests/helpers/device/sealing-device.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { actionsOf, contact, dataKey, registration, signInOn } from './device-fixture.ts'

let server: DemoServer
let device: SealingDevice
const MINUTE_MS = 60_000

beforeAll(async () => {
  server = await openDemo()
  device = await makeSealingDevice(server.app.kernel.keys.publicKey)
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = NOW
})

test('a device stores its key, gets it back right after a sign-in, and both are audited', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn(server, 'dr.mehta', deviceId)
  const key = dataKey()
  const given = await registration(device, key)
  const registered = await desk.post('device/register', given)
  expect([registered.status, registered.body.result]).toEqual([
    200,
    { device_name: '', vault_days: 14, journal_days: 7 },
  ])
  const again = await signInOn(server, 'dr.mehta', deviceId)
  const released = await again.post('device/release', { key_id: given.key_id })
  expect(fromBase64(released.body.result.key)).toEqual(key)
  expect(await actionsOf(server, deviceId)).toEqual(['device_registered', 'escrow_release'])
})

test('the stored escrow opens nothing without the key outside the database', async () => {
  const desk = await signInOn(server, 'dr.mehta', uuidv7())
  const key = dataKey()
  const given = await registration(device, key)
  await desk.post('device/register', given)
  const [row] = await askAdmin<{ sealed: Buffer }>(
    server,
    'select sealed from device_key_escrow where key_id = $1',
    [given.key_id],
  )
  expect(row?.sealed.includes(Buffer.from(key))).toBe(false)
})

test('registering again changes nothing, and another data key is stored beside the first', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn(server, 'dr.mehta', deviceId)
  const [first, second] = [dataKey(), dataKey()]
  const given = await registration(device, first)
  await desk.post('device/register', given)
  await desk.post('device/register', await registration(device, first, given.key_id))
  const other = await registration(device, second)
  await desk.post('device/register', other)
  const keyOf = async (key_id: string) =>
    fromBase64((await desk.post('device/release', { key_id })).body.result.key)
  expect([await keyOf(given.key_id), await keyOf(other.key_id)]).toEqual([first, second])
  expect((await actionsOf(server, deviceId)).slice(0, 2)).toEqual(['device_registered', 'device_registered'])
})

test('a stored key is never replaced by another one with its name', async () => {
  const desk = await signInOn(server, 'dr.mehta', uuidv7())
  const first = dataKey()
  const given = await registration(device, first)
  await desk.post('device/register', given)
  const refused = await desk.post('device/register', await registration(device, dataKey(), given.key_id))
  expect([refused.status, refused.body.code]).toEqual([422, 'refused'])
  const released = await desk.post('device/release', { key_id: given.key_id })
  expect(fromBase64(released.body.result.key)).toEqual(first)
})

test('a new public key replaces the old one and is audited', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn(server, 'dr.mehta', deviceId)
  const key = dataKey()
  const keyId = uuidv7()
  await desk.post('device/register', await registration(device, key, keyId))
  const reborn = await makeSealingDevice(server.app.kernel.keys.publicKey)
  await desk.post('device/register', await registration(reborn, key, keyId))
  const [row] = await askAdmin<{ public_key: Buffer }>(
    server,
    'select public_key from device_key where device_id = $1 and retired is null',
    [deviceId],
  )
  expect(row?.public_key.equals(reborn.publicKey)).toBe(true)
  expect(await actionsOf(server, deviceId)).toEqual(['device_registered', 'device_key_replaced'])
})

test('an escrow that could not be opened later is refused while the device still has its key', async () => {
  const desk = await signInOn(server, 'dr.mehta', uuidv7())
  const good = await registration(device, dataKey())
  const short = await registration(device, new Uint8Array(16))
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

test('a key is returned within a quarter of an hour of the sign-in, and not later', async () => {
  const desk = await signInOn(server, 'dr.mehta', uuidv7())
  const given = await registration(device, dataKey())
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

test('a key is returned only to its own user on its own device', async () => {
  const deviceId = uuidv7()
  const given = await registration(device, dataKey())
  await (await signInOn(server, 'dr.mehta', deviceId)).post('device/register', given)
  const others = [
    await signInOn(server, 'dr.iyer', deviceId),
    await signInOn(server, 'dr.mehta', uuidv7()),
    await signInOn(server, 'dr.sabah', deviceId),
  ]
  for (const desk of others) {
    const { status, body } = await desk.post('device/release', { key_id: given.key_id })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

test('a session without a device holds no vault', async () => {
  const desk = await server.signIn('dr.mehta')
  for (const [path, body] of [
    ['device/register', await registration(device, dataKey())],
    ['device/release', { key_id: uuidv7() }],
    ['device/contact', contact()],
  ] as const)
    expect([path, (await desk.post(path, body)).body.code]).toEqual([path, 'refused'])
})

test('the server publishes its public key before sign-in', async () => {
  const { body } = await server.send({ method: 'GET', url: '/api/sync/hello' })
  expect(body.public_key).toEqual(server.app.kernel.keys.publicKey)
  expect(fromBase64(body.public_key.key)).toHaveLength(65)
})
