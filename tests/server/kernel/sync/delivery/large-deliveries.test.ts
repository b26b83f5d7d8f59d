import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LargeDeliveries, SMALL_BYTES } from '#server/kernel/sync/delivery/large-deliveries.ts'
import { openWorld, type World } from '../../helpers/world.ts'
import { openSyncDevice, post, type SyncDevice } from '../sync-device.ts'

let world: World
let doctor: SyncDevice

beforeAll(async () => {
  world = await openWorld({ config: { trustProxy: 1 } })
  doctor = await openSyncDevice(world)
})
afterAll(() => world.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
// Random letters, so that the name does not compress.
const bigName = () => randomBytes(SMALL_BYTES / 2).toString('hex')
const big = () => doctor.seal({ input: { id: crypto.randomUUID(), name: 'Big', text: bigName() } })

test('large batches of a known device are accepted one after the other', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { status, body } = await post(world, doctor.deviceId, [await big()], from('10.0.0.1'))
    // The test call has no such field: the command was opened and checked, so its signature was valid.
    expect([status, body.answers[0].code]).toEqual([200, 'invalid'])
  }
})

test('after a large batch without a valid signature an address sends only small ones, for a quarter of an hour', async () => {
  const forged = { ...(await big()), signature: (await doctor.seal({})).signature }
  const first = await post(world, doctor.deviceId, [forged], from('10.0.0.2'))
  expect(first.body.answers[0].code).toBe('bad_signature')
  const again = await post(world, doctor.deviceId, [await big()], from('10.0.0.2'))
  expect([again.status, again.body.code]).toEqual([429, 'throttled'])
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(800)
  const small = await doctor.seal({ input: { id: crypto.randomUUID(), name: 'Small' } })
  expect((await post(world, doctor.deviceId, [small], from('10.0.0.2'))).status).toBe(200)
  expect((await post(world, doctor.deviceId, [await big()], from('10.0.0.3'))).status).toBe(200)
  world.clock.now = new Date(world.clock.now.getTime() + 16 * 60_000)
  expect((await post(world, doctor.deviceId, [await big()], from('10.0.0.2'))).status).toBe(200)
})

test('an unreadable batch also counts as unsigned', async () => {
  const junk = [{ id: crypto.randomUUID(), sealed: bigName(), more: bigName() }]
  expect((await post(world, doctor.deviceId, junk, from('10.0.0.4'))).body.answers[0].code).toBe('invalid')
  expect((await post(world, doctor.deviceId, junk, from('10.0.0.4'))).status).toBe(429)
})

test('an address has one large batch open at a time; a batch without a length counts as large', () => {
  const door = new LargeDeliveries(() => new Date(0))
  expect(door.admit('a', SMALL_BYTES)).toBeUndefined()
  const first = door.admit('a', undefined)
  expect(() => door.admit('a', SMALL_BYTES + 1)).toThrow('Too many attempts')
  expect(door.admit('b', SMALL_BYTES + 1)).toBeDefined()
  first?.close(false)
  expect(door.admit('a', SMALL_BYTES + 1)).toBeDefined()
})

test('ten thousand entries are refused by name and by number, in a batch to either endpoint', async () => {
  const items = Array.from({ length: 10_000 }, () => ({ id: crypto.randomUUID(), call: 'x'.repeat(600) }))
  const sealed = await post(world, doctor.deviceId, items, from('10.0.0.5'))
  expect([sealed.status, sealed.body.fields]).toEqual([400, { items: 'must have at most 50 entries' }])
  const open = await world.app.inject({
    method: 'POST',
    url: '/api/sync/commands',
    headers: { authorization: `Bearer ${doctor.token}` },
    payload: { device_id: doctor.deviceId, commands: items },
  })
  expect([open.statusCode, open.json().fields]).toEqual([400, { commands: 'must have at most 50 entries' }])
})
