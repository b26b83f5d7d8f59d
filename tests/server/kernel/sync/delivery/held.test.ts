import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { delegationText, HELD_REASONS } from '#contract/calls/delivery.ts'
import { toBase64 } from '#contract/kernel/base64.ts'
import { importSealed } from '#server/kernel/sync/delivery/import-sealed.ts'
import { makePassingKey, signText } from '#src/sync/sealed/device-key.ts'
import { effects } from '../../helpers/test-calls.ts'
import { bearer, openWorld, type SignedIn, type World } from '../../helpers/world.ts'
import { deliver, openSyncDevice, type SyncDevice } from '../sync-device.ts'

let world: World
let doctor: SyncDevice

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date()
  doctor = await openSyncDevice(world)
  effects.begun = 0
})

const tag = (name: string) => ({ id: randomUUID(), name })
const minutes = (n: number) => new Date(Date.now() + n * 60_000)

const retire = (desk: SyncDevice, reason: string) =>
  world.admin.query('update device_key set retired = $3, reason = $2 where device_id = $1', [
    desk.deviceId,
    reason,
    world.clock.now,
  ])

async function ask(who: SignedIn, method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await world.app.inject({ method, url: `/api/${path}`, headers: bearer(who), payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** Signs the same person in on another device. */
async function anew(desk: SyncDevice): Promise<SignedIn> {
  world.clock.now = minutes(10)
  const signedIn = await world.signIn()
  await world.admin.query('update entry.session set user_id = $1 where session_id = $2', [
    desk.userId,
    signedIn.sessionId,
  ])
  await world.admin.query('update device set user_id = $1 where id = $2', [desk.userId, signedIn.deviceId])
  return { ...signedIn, userId: desk.userId }
}

const heldBy = async (who: SignedIn) => (await ask(who, 'GET', 'sync/held')).body.result

test.each(HELD_REASONS.filter((reason) => reason !== 'too_old'))(
  'work signed by a key that ended by %s is held and has no effect',
  async (reason) => {
    const item = await doctor.seal({ input: tag('Late') })
    await retire(doctor, reason)
    for (const _ of [1, 2]) {
      const [answer] = await deliver(world, doctor.deviceId, item)
      expect(answer).toMatchObject({ status: 423, code: 'held', pos: null })
    }
    expect(effects.begun).toBe(0)
    expect(await heldBy(doctor)).toEqual([
      expect.objectContaining({
        id: item.id,
        user_id: doctor.userId,
        device_id: doctor.deviceId,
        call: 'test/saveTag',
        reason,
        refusal: '',
      }),
    ])
    expect(JSON.stringify(await heldBy(doctor))).not.toContain('Late')
  },
)

test('its author releases it after a new sign-in, and not in an earlier session', async () => {
  const item = await doctor.seal({ input: tag('Mine') })
  await retire(doctor, 'password_changed')
  await deliver(world, doctor.deviceId, item)
  const early = await ask(doctor, 'POST', 'sync/release', { ids: [item.id] })
  expect([early.status, early.body.code, effects.begun]).toEqual([422, 'refused', 0])
  const later = await anew(doctor)
  const { body } = await ask(later, 'POST', 'sync/release', { ids: [item.id] })
  expect(body.answers).toEqual([expect.objectContaining({ id: item.id, status: 200, rev: 1 })])
  expect([effects.begun, await heldBy(later)]).toEqual([1, []])
  // The device delivers once more and receives the outcome.
  const [again] = await deliver(world, doctor.deviceId, item)
  expect(again).toMatchObject({ status: 200, replayed: true })
  const { rows } = await world.admin.query(
    'select action from audit_trail where record_id = $1 order by at',
    [item.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['command_held', 'release_held'])
})

test('nobody else releases or discards it; an administrator of the client sees it waiting', async () => {
  const item = await doctor.seal({ input: tag('Not yours') })
  await retire(doctor, 'revoked')
  await deliver(world, doctor.deviceId, item)
  world.clock.now = minutes(10)
  const colleague = await world.signIn()
  const administrator = await world.signIn({ isClientAdmin: true })
  const stranger = await world.signIn({ clientId: world.otherClientId, isClientAdmin: true })
  for (const who of [colleague, administrator, stranger])
    for (const path of ['sync/release', 'sync/discard'])
      expect((await ask(who, 'POST', path, { ids: [item.id] })).status).toBe(404)
  const ids = async (who: SignedIn) => (await heldBy(who)).map(({ id }: { id: string }) => id)
  expect(await ids(colleague)).toEqual([])
  expect(await ids(administrator)).toContain(item.id)
  expect(await ids(stranger)).toEqual([])
  expect(effects.begun).toBe(0)
})

test('work discarded by its author never runs, whoever delivers it', async () => {
  const item = await doctor.seal({ input: tag('Given up') })
  await retire(doctor, 'signed_out')
  await deliver(world, doctor.deviceId, item)
  const later = await anew(doctor)
  expect((await ask(later, 'POST', 'sync/discard', { ids: [item.id] })).status).toBe(200)
  const [answer] = await deliver(world, doctor.deviceId, item)
  expect([answer?.status, answer?.code, await heldBy(later)]).toEqual([410, 'voided', []])
})

test('a released command is judged by the current state: its refusal stays in the list', async () => {
  const item = await doctor.seal({ call: 'test/guarded', version: 1, input: { id: randomUUID() } })
  await retire(doctor, 'dismissed')
  await deliver(world, doctor.deviceId, item)
  const later = await anew(doctor)
  const { body } = await ask(later, 'POST', 'sync/release', { ids: [item.id] })
  expect(body.answers[0]).toMatchObject({ status: 422, code: 'not_permitted' })
  expect(await heldBy(later)).toEqual([expect.objectContaining({ id: item.id, refusal: 'not_permitted' })])
})

test('work older than the offline limit of a vault is held, by the corrected clock', async () => {
  const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
  const items = [
    await doctor.seal({ input: tag('In time'), at: days(13) }),
    await doctor.seal({ input: tag('Too late'), at: days(15) }),
    await doctor.seal({ input: tag('Slow clock'), at: days(15), skew_ms: 3 * 86_400_000 }),
    await doctor.seal({ input: tag('Fast clock'), at: days(13), skew_ms: -3 * 86_400_000 }),
  ]
  const answers = await deliver(world, doctor.deviceId, ...items)
  expect(answers.map(({ status }) => status)).toEqual([200, 423, 200, 423])
  const held: { reason: string }[] = await heldBy(doctor)
  expect(held.map(({ reason }) => reason)).toEqual(['too_old', 'too_old'])
})

test('a signature of an earlier build counts only under a key of an earlier build, and is held', async () => {
  const item = await doctor.seal({ input: tag('Old build'), seq: undefined })
  const [fresh] = await deliver(world, doctor.deviceId, item)
  expect(fresh?.code).toBe('bad_signature')
  await world.admin.query('delete from entry.sign_in_failure')
  await retire(doctor, 'earlier_build')
  const [old] = await deliver(world, doctor.deviceId, item)
  expect(old?.code).toBe('held')
})

test('a revoked device is notified, and its delivery is held all the same', async () => {
  const item = await doctor.seal({ input: tag('Left') })
  await retire(doctor, 'revoked')
  await world.admin.query('update device set revoked = now() where id = $1', [doctor.deviceId])
  const [answer] = await deliver(world, doctor.deviceId, item)
  expect(answer).toMatchObject({ status: 422, code: 'device_revoked' })
  const administrator = await world.signIn({ isClientAdmin: true })
  expect(await heldBy(administrator)).toContainEqual(
    expect.objectContaining({ id: item.id, reason: 'revoked' }),
  )
})

test('work also delivered by a session of the device no longer waits', async () => {
  const given = { id: uuidv7(), input: tag('Both ways') }
  const item = await doctor.seal(given)
  await retire(doctor, 'replaced')
  await deliver(world, doctor.deviceId, item)
  await doctor.send(given)
  expect([effects.begun, await heldBy(doctor)]).toEqual([1, []])
})

test('a file imported at the server also holds it', async () => {
  const item = await doctor.seal({ input: tag('From a file') })
  await retire(doctor, 'signed_out')
  const file = {
    format: 'readroom-sealed' as const,
    version: 1 as const,
    device_id: doctor.deviceId,
    exported_at: new Date().toISOString(),
    items: [item],
  }
  const [imported] = await importSealed(world.app.kernel, file, world.app.log)
  expect([imported?.outcome, effects.begun]).toEqual(['held', 0])
})

/** Seals a command that a delegated key signed, for the record that the device's key certifies. */
async function lent(record: string, input: object, change: object = {}) {
  const passing = await makePassingKey()
  const grant = { call: 'test/saveTag', record, at: new Date().toISOString(), key: passing.publicKey }
  const text = delegationText(doctor, grant)
  const delegation = { ...grant, signature: await doctor.device.signText(text), ...change }
  return doctor.device.seal({ input, delegation }, doctor, (signed) => signText(passing.signing, signed))
}

test('a delegated key signs for its one record and call, and for nothing else', async () => {
  const input = tag('By a patient’s hand')
  const other = await makePassingKey()
  const forged = toBase64(new Uint8Array(64))
  const items = [
    await lent(input.id, input),
    await lent(randomUUID(), tag('Another record')),
    await lent(input.id, input, { call: 'test/guarded' }),
    await lent(input.id, input, { key: other.publicKey }),
    await lent(input.id, input, { signature: forged }),
  ]
  const answers = await deliver(world, doctor.deviceId, ...items)
  const codes = items.map(({ id }) => answers.find((answer) => answer.id === id)?.code ?? 'done')
  expect(codes).toEqual(['done', 'bad_signature', 'bad_signature', 'bad_signature', 'bad_signature'])
})
