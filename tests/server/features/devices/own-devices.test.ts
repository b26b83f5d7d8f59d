import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSealingDevice } from '#tests/helpers/device/sealing-device.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { contact, dataKey, registration, signInOn } from './device-fixture.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

/** Signs in completely on a new device with a name. */
async function enter(username: string, name: string) {
  const deviceId = uuidv7()
  const desk = await signInOn(server, username, deviceId)
  const sealing = await makeSealingDevice(server.app.kernel.keys.publicKey)
  expect((await desk.post('device/register', await registration(sealing, dataKey()))).status).toBe(200)
  expect((await desk.post('device/rename', { device_id: deviceId, name })).status).toBe(200)
  return { desk, deviceId }
}

type Entered = Awaited<ReturnType<typeof enter>>
const ownOf = async ({ desk }: Entered) => (await desk.get('device/own')).body.result
const keysOf = (deviceId: string) =>
  askAdmin<{ reason: string | null }>(server, 'select reason from device_key where device_id = $1', [
    deviceId,
  ])

test('a person sees only their own devices and sign-ins, with the current one marked', async () => {
  const here = await enter('dr.mehta', 'FD-1')
  const there = await enter('dr.mehta', 'Home')
  await enter('dr.iyer', 'Other')
  await there.desk.post('device/contact', contact({ waiting: 2, oldest_unsent: '2026-11-01T08:00:00Z' }))
  const { devices, sessions } = await ownOf(here)
  expect(devices).toHaveLength(2)
  expect(devices).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ device_id: here.deviceId, device_name: 'FD-1', is_this: 1, waiting: 0 }),
      expect.objectContaining({
        device_id: there.deviceId,
        device_name: 'Home',
        is_this: 0,
        waiting: 2,
        oldest_unsent: '2026-11-01T08:00:00.000Z',
      }),
    ]),
  )
  expect(
    sessions.map((one: { device_name: string; is_this: number }) => [one.device_name, one.is_this]).sort(),
  ).toEqual([
    ['FD-1', 1],
    ['Home', 0],
  ])
})

test('ending a session signs out there and retires the key of its device', async () => {
  const [here, there, other] = [
    await enter('dr.nair', 'FD-1'),
    await enter('dr.nair', 'Home'),
    await enter('dr.joshi', 'Other'),
  ]
  const { sessions } = await ownOf(here)
  const idOf = (isThis: number) =>
    sessions.find(({ is_this }: { is_this: number }) => is_this === isThis)?.session_id as string
  const foreign = (await ownOf(other)).sessions[0].session_id
  expect((await here.desk.post('device/endSession', { session_id: foreign })).status).toBe(404)
  expect((await here.desk.post('device/endSession', { session_id: idOf(1) })).status).toBe(422)
  expect((await here.desk.post('device/endSession', { session_id: idOf(0) })).status).toBe(200)
  expect((await there.desk.get('device/own')).status).toBe(403)
  expect(await keysOf(there.deviceId)).toEqual([{ reason: 'signed_out' }])
  expect((await other.desk.get('device/own')).status).toBe(200)
  expect((await ownOf(here)).sessions).toHaveLength(1)
})

test('ending all others leaves the current session and its key', async () => {
  const here = await enter('dr.khan', 'FD-1')
  const others = [await enter('dr.khan', 'Home'), await enter('dr.khan', 'Phone')]
  const { body } = await here.desk.post('device/endOtherSessions', {})
  expect(body.message).toBe('2 sessions were ended.')
  for (const { desk } of others) expect((await desk.get('device/own')).status).toBe(403)
  expect(await keysOf(here.deviceId)).toEqual([{ reason: null }])
  expect((await here.desk.get('device/own')).status).toBe(200)
})

test('a person disables another of their own devices, not the current one and not another person’s', async () => {
  const [here, lost, other] = [
    await enter('dr.rao', 'FD-1'),
    await enter('dr.rao', 'Lost phone'),
    await enter('dr.iyer', 'Other'),
  ]
  const end = (device_id: string) => here.desk.post('device/endOwn', { device_id })
  expect([(await end(here.deviceId)).status, (await end(other.deviceId)).status]).toEqual([422, 404])
  expect((await end(lost.deviceId)).status).toBe(200)
  expect((await lost.desk.get('device/own')).body).toMatchObject({ code: 'signed_out', device_revoked: 1 })
  expect(await keysOf(lost.deviceId)).toEqual([{ reason: 'revoked' }])
  const devices = (await ownOf(here)).devices as { device_name: string; revoked: string | null }[]
  expect(devices.find(({ device_name }) => device_name === 'Lost phone')?.revoked).toBeTypeOf('string')
})

test('people name only their own devices, from anywhere', async () => {
  const [here, there, other] = [
    await enter('tech.andheri', 'FD-1'),
    await enter('tech.andheri', 'Home'),
    await enter('desk.andheri', 'Other'),
  ]
  const rename = (device_id: string) => here.desk.post('device/rename', { device_id, name: 'X-ray room' })
  expect((await rename(there.deviceId)).body.result.device_name).toContain('X-ray room')
  expect((await rename(other.deviceId)).status).toBe(404)
})

test('failed sign-ins of the last month are listed with address and reason, and patients have none of this', async () => {
  const here = await enter('dr.fernandes', 'FD-1')
  const wrong = { username: 'dr.fernandes', password: 'Guess#2026' }
  const remoteAddress = '10.4.4.4'
  await server.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: wrong,
    headers: { 'x-forwarded-for': remoteAddress },
  })
  const { failed } = await ownOf(here)
  expect(failed).toEqual([
    { at: server.clock.now.toISOString(), why: 'sign_in_failed', address: remoteAddress },
  ])
  const link = { username: 'patient.asha', password: 'demo-link-7d1f0c52a94e4b0e9a3c' }
  const { body } = await server.send({ method: 'POST', url: '/api/auth/patAutoLogin', payload: link })
  expect((await server.apiUserOf(body.token).get('device/own')).status).toBe(422)
})
