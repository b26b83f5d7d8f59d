import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settingsCalls } from '#contract/calls/settings.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { makeSealingDevice, type SealingDevice } from '#tests/helpers/device/sealing-device.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { personId } from '../reports/report-fixture.ts'
import { actionsOf, contact, dataKey, login, registration, signInOn } from './device-fixture.ts'

let server: DemoServer
let device: SealingDevice
let admin: ApiUser
const MINUTE_MS = 60_000

beforeAll(async () => {
  server = await openDemo()
  device = await makeSealingDevice(server.app.kernel.keys.publicKey)
  admin = await signInOn(server, 'admin.sanjeevani', uuidv7())
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = NOW
})

test('only an administrator sees the latest reports of devices', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn(server, 'dr.iyer', deviceId)
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
  const { body } = await admin.get('sync/devices')
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
  const refused = await desk.get('sync/devices')
  expect([refused.status, refused.body.code]).toEqual([422, 'not_permitted'])
  const abroad = await signInOn(server, 'admin.alnoor', uuidv7())
  const theirs = (await abroad.get('sync/devices')).body.result as { device_id: string }[]
  expect(theirs.map(({ device_id }) => device_id)).not.toContain(deviceId)
})

test('numbers and times beyond the database’s range are refused or capped', async () => {
  const desk = await signInOn(server, 'dr.iyer', uuidv7())
  const { body } = await desk.post('device/contact', contact({ oldest_unsent: '2026-99-99T99:99:99Z' }))
  expect(body.fields).toEqual({ oldest_unsent: 'must be a time with offset' })
  const most = Number.MAX_SAFE_INTEGER
  for (let n = 0; n < 2; n += 1)
    expect((await desk.post('device/contact', contact({ waiting: most, repaired: most }))).status).toBe(200)
  expect((await admin.get('sync/devices')).status).toBe(200)
})

test('people name their own device, an administrator any, and others none', async () => {
  const [shared, other] = [uuidv7(), uuidv7()]
  const [mehta, iyer] = [
    await signInOn(server, 'dr.mehta', shared),
    await signInOn(server, 'dr.iyer', shared),
  ]
  const rename = (desk: ApiUser, device_id: string, name: string) =>
    desk.post('device/rename', { device_id, name })
  expect((await rename(mehta, shared, ' Front desk ')).body.result.device_name).toBe('Front desk')
  const terms = async (desk: ApiUser) =>
    (await desk.post('device/contact', contact())).body.result.device_name
  expect([await terms(mehta), await terms(iyer)]).toEqual(['Front desk', ''])
  await rename(admin, shared, 'Reading room 2')
  expect([await terms(mehta), await terms(iyer)]).toEqual(['Reading room 2', 'Reading room 2'])
  expect((await rename(mehta, other, 'x')).body.code).toBe('not_found')
  expect((await rename(admin, other, 'x')).body.code).toBe('not_found')
  expect((await rename(mehta, shared, '   ')).body.fields).toEqual({ name: 'is required' })
  const abroad = await signInOn(server, 'admin.alnoor', uuidv7())
  expect((await rename(abroad, shared, 'Ours now')).body.code).toBe('not_found')
})

test('three desks with the same browser name, registered at once, get three names on their papers', async () => {
  const ids = [uuidv7(), uuidv7(), uuidv7()]
  const [first, second, third] = await Promise.all(
    ['dr.mehta', 'dr.iyer', 'dr.khan'].map((username, at) => signInOn(server, username, ids[at] ?? '')),
  )
  const name = async (desk: ApiUser | undefined, device_id: string | undefined) =>
    (await desk?.post('device/rename', { device_id, name: 'Chrome on Linux' }))?.body.result.device_name
  const names = await Promise.all([name(first, ids[0]), name(second, ids[1]), name(third, ids[2])])
  expect(names.toSorted()).toEqual(['Chrome on Linux', 'Chrome on Linux 2', 'Chrome on Linux 3'])
  expect(await name(first, ids[0]), 'named again it is the same').toBe(names[0])
})

test('a disabled device is notified, keeps nobody signed in, and can be enabled again', async () => {
  const deviceId = uuidv7()
  const desk = await signInOn(server, 'dr.khan', deviceId)
  const given = await registration(device, dataKey())
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
  const elsewhere = await signInOn(server, 'dr.khan', uuidv7())
  expect((await elsewhere.get('auth/loggedUserDtl')).status).toBe(200)
  const refused = await login(server, 'dr.khan', deviceId)
  expect([refused.status, refused.body.code]).toEqual([422, 'device_revoked'])
  expect((await login(server, 'dr.khan', deviceId, 'wrong')).body.code).toBe('sign_in_failed')
  await admin.post('device/readmit', target)
  // Its old session stays closed; the new session can still use the key that was left.
  expect((await desk.get('auth/loggedUserDtl')).body.device_revoked).toBeUndefined()
  await askAdmin(server, 'delete from entry.sign_in_failure')
  const back = await signInOn(server, 'dr.khan', deviceId)
  expect((await back.post('device/release', { key_id: given.key_id })).status).toBe(200)
  expect(await actionsOf(server, deviceId)).toEqual([
    'device_registered',
    'device_revoked',
    'device_readmitted',
    'escrow_release',
  ])
})

test('disabling twice keeps the first time, and an unknown device is not found', async () => {
  const deviceId = uuidv7()
  await signInOn(server, 'dr.nair', deviceId)
  const target = { device_id: deviceId, user_id: personId('dr.nair') }
  await admin.post('device/revoke', target)
  server.clock.now = new Date(NOW.getTime() + MINUTE_MS)
  await admin.post('device/revoke', target)
  const [row] = await askAdmin<{ revoked: Date }>(server, 'select revoked from device where id = $1', [
    deviceId,
  ])
  expect(row?.revoked).toEqual(NOW)
  expect((await admin.post('device/revoke', { ...target, device_id: uuidv7() })).status).toBe(404)
  const abroad = await signInOn(server, 'admin.alnoor', uuidv7())
  expect((await abroad.post('device/readmit', target)).status).toBe(404)
})

test('the client sets how long a vault opens offline', async () => {
  await askAdmin(server, 'update client set vault_days = 3 where id = $1', [SANJEEVANI.id])
  const desk = await signInOn(server, 'dr.iyer', uuidv7())
  expect((await desk.post('device/contact', contact())).body.result.vault_days).toBe(3)
})

test('the client sets how long a device keeps accepted work, from 1 to 90 days', async () => {
  const desk = await signInOn(server, 'dr.iyer', uuidv7())
  const told = async () => (await desk.post('device/contact', contact())).body.result.journal_days
  expect(await told()).toBe(7)
  const { body } = await admin.get('client/generalSettings')
  const named = Object.keys(settingsCalls.saveReportSettings.input.def.shape)
  const settings = Object.fromEntries(Object.entries(body.result).filter(([name]) => named.includes(name)))
  const save = (journal_days: number) =>
    admin.post('client/saveReportSettings', { ...settings, journal_days, otp_sms: '' })
  for (const [days, rule] of [
    [0, 'is at least 1'],
    [91, 'is at most 90'],
    [2.5, 'must be a whole number'],
  ] as const)
    expect(await save(days)).toMatchObject({ status: 400, body: { fields: { journal_days: rule } } })
  expect((await save(90)).body.result.journal_days).toBe(90)
  expect(await told()).toBe(90)
})
