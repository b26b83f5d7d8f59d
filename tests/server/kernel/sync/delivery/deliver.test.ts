import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { effects } from '../../helpers/test-calls.ts'
import { openWorld, type World } from '../../helpers/world.ts'
import { deliver, openSyncDevice, post, type SyncDevice } from '../sync-device.ts'

let world: World
let doctor: SyncDevice

beforeAll(async () => {
  // One proxy of ours is in front, so the caller's address is the one that the proxy gives.
  world = await openWorld({ config: { trustProxy: 1 } })
  doctor = await openSyncDevice(world)
})
afterAll(() => world.close())
beforeEach(() => {
  effects.begun = 0
})

const tag = (name: string, more: object = {}) => ({ id: randomUUID(), name, ...more })

const logOf = async (id: string) => {
  const { rows } = await world.admin.query('select * from command_log where id = $1', [id])
  return rows[0]
}

test('a sealed command takes effect under its author, and nothing of the record is returned', async () => {
  const input = tag('Sealed name')
  const item = await doctor.seal({ input })
  const { status, body } = await post(world, doctor.deviceId, [item])
  expect([status, body]).toEqual([
    200,
    {
      answers: [
        {
          id: item.id,
          status: 200,
          replayed: false,
          pos: expect.any(Number),
          rev: 1,
          receipt: expect.any(Object),
        },
      ],
    },
  ])
  expect(JSON.stringify(body)).not.toContain(input.id)
  expect(await logOf(item.id)).toMatchObject({ user_id: doctor.userId, device_id: doctor.deviceId })
  const { rows } = await world.admin.query('select user_id, action from audit_trail where record_id = $1', [
    input.id,
  ])
  expect(rows).toEqual([{ user_id: doctor.userId, action: 'save' }])
})

test('a command sent to both endpoints at once takes effect once, with one response', async () => {
  const given = { id: uuidv7(), input: tag('Both', { holdMs: 50 }) }
  const item = await doctor.seal(given)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 ? deliver(world, doctor.deviceId, item) : doctor.send(given),
    ),
  )
  const [first] = answers.flat().filter((answer) => !answer.replayed)
  expect(answers.flat().filter((answer) => !answer.replayed)).toHaveLength(1)
  for (const answer of answers.flat())
    expect([answer.status, answer.pos, answer.rev]).toEqual([200, first?.pos, 1])
  expect(effects.begun).toBe(1)
})

test('items of two authors at one desk are sent in one request, each with its own rights', async () => {
  const colleague = await openSyncDevice(world, { modules: ['verify_report'] })
  // Both use the same device.
  const ids = [doctor.deviceId, colleague.deviceId]
  await world.admin.query(
    'insert into device (client_id, id, user_id) select client_id, $1, user_id from device where id = $2',
    ids,
  )
  await world.admin.query('update device_key set device_id = $1 where device_id = $2', ids)
  const shared = { ...colleague, deviceId: doctor.deviceId }
  const guarded = { call: 'test/guarded', version: 1, input: { id: randomUUID() } }
  const answers = await deliver(
    world,
    doctor.deviceId,
    await colleague.device.seal(guarded, shared),
    await doctor.seal(guarded),
    await doctor.seal({ input: tag('Mine') }),
  )
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [200, undefined],
    [422, 'not_permitted'],
    [200, undefined],
  ])
})

test('dependencies order a sealed batch, and missing ones are waited for', async () => {
  const record = tag('A')
  const [a, b] = [uuidv7(), uuidv7()]
  const answers = await deliver(
    world,
    doctor.deviceId,
    await doctor.seal({ id: b, input: { ...record, name: 'B' }, base: { follows: a } }),
    await doctor.seal({ id: a, input: record }),
    await doctor.seal({ input: tag('Waits'), depends: [uuidv7()] }),
  )
  expect(answers.map(({ id, status, rev, code }) => [id, status, rev, code]).slice(0, 2)).toEqual([
    [a, 200, 1, undefined],
    [b, 200, 2, undefined],
  ])
  expect(answers[2]).toMatchObject({ status: 424, code: 'dependency', pos: null })
})

test('an altered item fails alone, whichever part was altered', async () => {
  const item = await doctor.seal({ input: tag('Whole'), base: { rev: 1 }, depends: [], skew_ms: 5 })
  const other = await doctor.seal({ input: tag('Other') })
  const altered = {
    call: 'test/guarded',
    version: 1,
    base: { rev: 2 },
    depends: [uuidv7()],
    supersedes: [uuidv7()],
    at: '2026-01-01T00:00:00Z',
    skew_ms: 6,
    seq: 2,
    key_id: 'another',
    sealed: other.sealed,
    signature: other.signature,
  }
  for (const [part, value] of Object.entries(altered)) {
    const [bad, good] = await deliver(
      world,
      doctor.deviceId,
      { ...item, id: item.id, [part]: value },
      await doctor.seal({ input: tag('Good') }),
    )
    expect([part, bad?.status, bad?.code, good?.status]).toEqual([part, 422, 'bad_signature', 200])
    await world.admin.query('delete from entry.sign_in_failure')
  }
})

test('a malformed entry fails alone', async () => {
  const good = await doctor.seal({ input: tag('Good') })
  const [bad, fine] = await deliver(
    world,
    doctor.deviceId,
    { ...(await doctor.seal({ input: tag('Bad') })), version: 0, sealed: '*' },
    good,
  )
  expect([bad?.status, bad?.code, fine?.status]).toEqual([400, 'invalid', 200])
})

test('a client, person or device that does not match the others reveals nothing', async () => {
  const stranger = await openSyncDevice(world, { clientId: world.otherClientId })
  const colleague = await openSyncDevice(world)
  const foreign = [
    await stranger.device.seal({ input: tag('x') }, { ...stranger, deviceId: doctor.deviceId }),
    await doctor.device.seal({ input: tag('x') }, { ...doctor, clientId: world.otherClientId }),
    await doctor.device.seal({ input: tag('x') }, { ...doctor, userId: colleague.userId }),
    await doctor.device.seal({ input: tag('x') }, { ...doctor, userId: randomUUID() }),
  ]
  const answers = await deliver(world, doctor.deviceId, ...foreign)
  for (const answer of answers) expect([answer.status, answer.code]).toEqual([422, 'bad_signature'])
  const [elsewhere] = await deliver(world, stranger.deviceId, await doctor.seal({ input: tag('x') }))
  expect(elsewhere?.code).toBe('bad_signature')
  await world.admin.query('delete from entry.sign_in_failure')
})

test('a device that never registered a key cannot deliver', async () => {
  const desk = await openSyncDevice(world)
  await world.admin.query('delete from device_key where device_id = $1', [desk.deviceId])
  const [answer] = await deliver(world, desk.deviceId, await desk.seal({ input: tag('x') }))
  expect(answer?.code).toBe('bad_signature')
})

test('a revoked device is refused, and a caller that cannot sign does not learn that it is revoked', async () => {
  const desk = await openSyncDevice(world)
  await world.admin.query('update device set revoked = now() where id = $1', [desk.deviceId])
  const item = await desk.seal({ input: tag('x') })
  const [own, forged] = await deliver(world, desk.deviceId, item, {
    ...(await desk.seal({ input: tag('y') })),
    signature: item.signature,
  })
  expect([own?.status, own?.code, forged?.code]).toEqual([422, 'device_revoked', 'bad_signature'])
})

test('a dismissed author, and one at a forbidden address, get the response of their sessions', async () => {
  const dismissed = await openSyncDevice(world)
  await world.admin.query('update app_user set active = false where id = $1', [dismissed.userId])
  const abroad = await openSyncDevice(world, { allowedIps: ['192.0.2.1'] })
  for (const desk of [dismissed, abroad]) {
    const [answer] = await deliver(world, desk.deviceId, await desk.seal({ input: tag('x') }))
    expect([answer?.status, answer?.code]).toEqual([403, 'signed_out'])
  }
  const { body } = await post(world, abroad.deviceId, [await abroad.seal({ input: tag('x') })], {
    'x-forwarded-for': '192.0.2.1',
  })
  expect(body.answers[0].status).toBe(200)
})

test('an item sealed for another server, or without an input, is refused', async () => {
  const item = await doctor.seal({ input: tag('x') })
  const sign = (part: object) => doctor.device.sign(doctor.deviceId, { ...item, id: uuidv7(), ...part })
  const [otherKey, elsewhere] = await deliver(
    world,
    doctor.deviceId,
    await sign({ key_id: 'another' }),
    // The envelope belongs to the command's first id.
    await sign({}),
  )
  expect([otherKey?.status, otherKey?.code]).toEqual([422, 'unknown_key'])
  expect([elsewhere?.status, elsewhere?.code]).toEqual([400, 'invalid'])
  for (const input of ['text', [1], null, 7]) {
    const [answer] = await deliver(world, doctor.deviceId, await doctor.seal({ input }))
    expect([input, answer?.status, answer?.code]).toEqual([input, 400, 'invalid'])
  }
})

test('a reused id with different content is refused at this endpoint too', async () => {
  const given = { id: uuidv7(), input: tag('First') }
  await doctor.send(given)
  const [answer] = await deliver(
    world,
    doctor.deviceId,
    await doctor.seal({ ...given, input: { ...given.input, name: 'Second' } }),
  )
  expect([answer?.status, answer?.code]).toEqual([422, 'id_reused'])
})

test('a command of a future version waits for the server to be updated', async () => {
  const [answer] = await deliver(
    world,
    doctor.deviceId,
    await doctor.seal({ version: 3, input: tag('Future') }),
  )
  expect([answer?.status, answer?.code]).toEqual([503, 'server_older'])
})

test('the device’s own time is stored, and no clock is refused', async () => {
  const wrong = { at: '1999-99-99T99:99:99Z', skew_ms: 848_000_000_000, made_offline: true }
  const moment = new Date(Date.now() - 3_600_000)
  const early = { at: moment.toISOString(), skew_ms: -7_200_000 }
  const items = [
    await doctor.seal({ input: tag('Wrong'), ...wrong }),
    await doctor.seal({ input: tag('Early'), ...early }),
  ]
  for (const answer of await deliver(world, doctor.deviceId, ...items)) expect(answer.status).toBe(200)
  expect(await logOf(items[0]?.id ?? '')).toMatchObject({
    made_at: null,
    skew_ms: '848000000000',
    made_offline: true,
  })
  expect(await logOf(items[1]?.id ?? '')).toMatchObject({
    made_at: moment,
    skew_ms: '-7200000',
    made_offline: false,
  })
})

test('too many bad signatures slow down one device but not its neighbour', async () => {
  const desk = await openSyncDevice(world)
  const bad = { ...(await desk.seal({ input: tag('x') })), signature: 'AAAA' }
  const send = (deviceId: string, item: object) =>
    post(world, deviceId, [item], { 'x-forwarded-for': '192.0.2.77' })
  for (let n = 0; n < 21; n += 1) expect((await send(desk.deviceId, bad)).status).toBe(200)
  const throttled = await send(desk.deviceId, bad)
  expect([throttled.status, throttled.body.code]).toEqual([429, 'throttled'])
  expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
  const neighbour = await send(doctor.deviceId, await doctor.seal({ input: tag('Neighbour') }))
  expect([neighbour.status, neighbour.body.answers[0].status]).toEqual([200, 200])
  world.clock.now = new Date(Date.now() + 16 * 60_000)
  expect((await send(desk.deviceId, bad)).status).toBe(200)
})
