import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { effects } from '../../helpers/test-calls.ts'
import { bearer, openWorld, type World } from '../../helpers/world.ts'
import { deliver, openSyncDevice, type SyncDevice } from '../sync-device.ts'

let world: World
let doctor: SyncDevice

beforeAll(async () => {
  world = await openWorld()
  doctor = await openSyncDevice(world)
})
afterAll(() => world.close())
beforeEach(() => {
  effects.begun = 0
})

const tag = (name: string, more: object = {}) => ({ id: randomUUID(), name, ...more })

const nameOf = async (id: string) => {
  const { rows } = await world.admin.query<{ name: string }>('select name from study_tag where id = $1', [id])
  return rows[0]?.name
}

/** Waits until so many effects began, so that the next step races the last one. */
async function untilBegun(count: number): Promise<void> {
  while (effects.begun < count) await pause(5)
}

test('a withdrawn command never runs, through whichever endpoint its late copy arrives', async () => {
  const given = { id: uuidv7(), input: tag('Late') }
  const { status, body } = await doctor.sendVoid(given.id)
  expect([status, body.results]).toEqual([200, [{ id: given.id, voided: true }]])
  const [late] = await doctor.send(given)
  const [sealed] = await deliver(world, doctor.deviceId, await doctor.seal(given))
  const plain = await world.app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { ...bearer(doctor), 'idempotency-key': given.id },
    payload: given.input,
  })
  expect([late?.status, late?.body.code]).toEqual([410, 'voided'])
  expect([sealed?.status, sealed?.code]).toEqual([410, 'voided'])
  expect([plain.statusCode, plain.json().code]).toEqual([410, 'voided'])
  expect([effects.begun, await nameOf(given.input.id)]).toEqual([0, undefined])
})

test('withdrawing twice has the same result', async () => {
  const id = uuidv7()
  await doctor.sendVoid(id)
  expect((await doctor.sendVoid(id)).body.results).toEqual([{ id, voided: true }])
})

test('a command that took effect stays, and its response is returned', async () => {
  const given = { id: uuidv7(), input: tag('Done') }
  const [first] = await doctor.send(given)
  const { body } = await doctor.sendVoid(given.id, uuidv7())
  expect(body.results[0]).toEqual({ id: given.id, voided: false, answer: { ...first, replayed: true } })
  expect(body.results[1]?.voided).toBe(true)
})

test('withdrawing a running command waits for it: exactly one of the two happens', async () => {
  const given = { id: uuidv7(), input: tag('Racing', { holdMs: 300 }) }
  const running = doctor.send(given)
  await untilBegun(1)
  const { body } = await doctor.sendVoid(given.id)
  expect(body.results[0]).toMatchObject({ voided: false, answer: { status: 200, replayed: true } })
  expect((await running)[0]?.status).toBe(200)
})

test('withdrawing a command that runs and is refused withdraws it', async () => {
  const given = { id: uuidv7(), input: tag('Twice', { holdMs: 300 }) }
  await doctor.send({ input: { id: given.input.id, name: 'There already' } })
  await world.admin.query('begin')
  await world.admin.query('select from study_tag where id = $1 for update', [given.input.id])
  const running = doctor.send(given)
  await untilBegun(2)
  const voided = doctor.sendVoid(given.id)
  await pause(100)
  await world.admin.query('commit')
  expect((await running)[0]?.body.code).toBe('conflict')
  expect((await voided).body.results).toEqual([{ id: given.id, voided: true }])
})

test('a command that runs too long returns in_progress, and withdrawing it again is harmless', async () => {
  const given = { id: uuidv7(), input: tag('Slow', { holdMs: 4500 }) }
  const running = doctor.send(given)
  await untilBegun(1)
  const early = await doctor.sendVoid(given.id)
  expect([early.status, early.body.code]).toEqual([503, 'in_progress'])
  await running
  expect((await doctor.sendVoid(given.id)).body.results[0]?.voided).toBe(false)
})

test('many commands withdrawn and sent at once by two processes have one outcome each', async () => {
  const another = await world.another()
  const sendOver = async (app: World['app'], given: object) => {
    const command = { call: 'test/saveTag', version: 2, at: new Date().toISOString(), ...given }
    const payload = { device_id: doctor.deviceId, commands: [command] }
    const headers = bearer(doctor)
    const answer = await app.inject({ method: 'POST', url: '/api/sync/commands', headers, payload })
    return (answer.json().answers as { status: number }[])[0]
  }
  const tries = Array.from({ length: 20 }, (_, n) => ({ id: uuidv7(), input: tag(`Race ${n}`) }))
  const outcomes = await Promise.all(
    tries.map(async (given, n) => {
      const voiding = doctor.sendVoid(given.id)
      const sent = await sendOver(n % 2 ? world.app : another, given)
      return { given, status: sent?.status, voided: (await voiding).body.results[0]?.voided }
    }),
  )
  for (const { given, status, voided } of outcomes) {
    const isDone = (await nameOf(given.input.id)) !== undefined
    expect([status, voided]).toEqual(isDone ? [200, false] : [410, true])
  }
})

test('another person’s command cannot be withdrawn, done or not', async () => {
  const [done, voided] = [{ id: uuidv7(), input: tag('Mine') }, uuidv7()]
  await doctor.send(done)
  await doctor.sendVoid(voided)
  const colleague = await openSyncDevice(world)
  for (const id of [done.id, voided]) {
    const refused = await colleague.sendVoid(id)
    expect([refused.status, refused.body.code]).toEqual([422, 'id_reused'])
  }
  const stranger = await openSyncDevice(world, { clientId: world.otherClientId })
  expect((await stranger.sendVoid(done.id)).body.results[0]?.voided).toBe(true)
  expect((await doctor.send(done))[0]?.replayed).toBe(true)
})

test('a change that builds on a withdrawn one needs a person and does not wait indefinitely', async () => {
  const gone = uuidv7()
  await doctor.sendVoid(gone)
  const [follower, dependent] = await doctor.send(
    { input: tag('After'), base: { follows: gone } },
    { input: tag('After'), depends: [gone] },
  )
  for (const answer of [follower, dependent])
    expect([answer?.status, answer?.body]).toEqual([
      422,
      { code: 'refused', message: 'The change that this one builds on was withdrawn.' },
    ])
})

test('the cleanup deletes responses and keeps withdrawals', async () => {
  const [done, voided] = [{ id: uuidv7(), input: tag('Old') }, uuidv7()]
  await doctor.send(done)
  await doctor.sendVoid(voided)
  await world.admin.query('select entry.age_commands($1, 5000)', [new Date(Date.now() + 60_000)])
  const { rows } = await world.admin.query('select status from command_log where id = $1', [voided])
  expect(rows).toEqual([{ status: 499 }])
  const { body } = await doctor.sendVoid(done.id, voided)
  expect(body.results).toMatchObject([
    { voided: false, answer: { status: 410, body: { code: 'too_old' } } },
    { voided: true },
  ])
})
