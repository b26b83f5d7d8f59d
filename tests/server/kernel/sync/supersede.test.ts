import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { effects } from '../helpers/test-calls.ts'
import { openWorld, type World } from '../helpers/world.ts'
import { deliver, openSyncDevice, type SyncDevice } from './sync-device.ts'

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
const rowOf = async (table: 'study_tag' | 'command_log', id: string) => {
  const { rows } = await world.admin.query(`select * from ${table} where id = $1`, [id])
  return rows[0]
}

test('an edit runs and its predecessor never does', async () => {
  const old = { id: uuidv7(), input: tag('Old') }
  const edit = { id: uuidv7(), input: { ...old.input, name: 'Edited' }, supersedes: [old.id] }
  const [done] = await doctor.send(edit)
  expect([done?.status, done?.ran]).toEqual([200, undefined])
  const [late] = await doctor.send(old)
  expect([late?.status, late?.body.code]).toEqual([410, 'voided'])
  expect(await rowOf('study_tag', old.input.id)).toMatchObject({ name: 'Edited', rev: 1 })
})

test('an edit of a command that took effect does nothing and returns the original result', async () => {
  const old = { id: uuidv7(), input: tag('Old') }
  const unsent = uuidv7()
  const [first] = await doctor.send(old)
  const edit = { id: uuidv7(), input: { ...old.input, name: 'Edited' }, supersedes: [unsent, old.id] }
  const [answer] = await doctor.send(edit)
  expect(answer).toEqual({ ...first, id: edit.id, replayed: true, ran: old.id })
  expect(await rowOf('study_tag', old.input.id)).toMatchObject({ name: 'Old', rev: 1 })
  expect([await rowOf('command_log', edit.id), await rowOf('command_log', unsent)]).toEqual([
    undefined,
    undefined,
  ])
  const [sealed] = await deliver(world, doctor.deviceId, await doctor.seal(edit))
  expect(sealed).toMatchObject({ id: edit.id, status: 200, ran: old.id, pos: first?.pos })
})

test('a duplicate of an edit gets its first response', async () => {
  const edit = { id: uuidv7(), input: tag('Edited'), supersedes: [uuidv7()] }
  const [first] = await doctor.send(edit)
  const [again] = await doctor.send(edit)
  const [sealed] = await deliver(world, doctor.deviceId, await doctor.seal(edit))
  expect(again).toEqual({ ...first, replayed: true })
  expect([sealed?.replayed, sealed?.pos, effects.begun]).toEqual([true, first?.pos, 1])
})

test('an edit that races its predecessor waits for it, and exactly one of them takes effect', async () => {
  const old = { id: uuidv7(), input: tag('Old', { holdMs: 300 }) }
  const running = doctor.send(old)
  while (effects.begun === 0) await pause(5)
  const [edit] = await doctor.send({ input: tag('Edited'), supersedes: [old.id] })
  const [first] = await running
  expect([edit?.ran, edit?.pos]).toEqual([old.id, first?.pos])
  expect(effects.begun).toBe(1)
})

test('a predecessor that arrives while its edit runs waits and is returned as voided', async () => {
  const old = { id: uuidv7(), input: tag('Old') }
  const running = doctor.send({ input: tag('Edited', { holdMs: 300 }), supersedes: [old.id] })
  while (effects.begun === 0) await pause(5)
  const [late] = await doctor.send(old)
  expect([late?.status, late?.body.code]).toEqual([410, 'voided'])
  expect((await running)[0]?.status).toBe(200)
})

test('a refused edit leaves its predecessor unchanged', async () => {
  const old = { id: uuidv7(), input: tag('Old') }
  const [refused] = await doctor.send({ input: { ...old.input, name: 'refuse' }, supersedes: [old.id] })
  expect(refused?.status).toBe(422)
  const [late] = await doctor.send(old)
  expect([late?.status, late?.replayed]).toEqual([200, false])
})

test('a command that depends on an edited command waits for the last edit, even of two', async () => {
  const [a, b, c] = [uuidv7(), uuidv7(), uuidv7()]
  const input = tag('First')
  const follower = { id: uuidv7(), input: { ...input, name: 'Follower' }, base: { follows: a } }
  expect((await doctor.send(follower))[0]?.status).toBe(424)
  // The second edit was made before the first was sent.
  const [edited] = await doctor.send({ id: c, input, supersedes: [a, b] })
  expect(edited?.rev).toBe(1)
  const [done] = await doctor.send(follower)
  expect([done?.status, done?.rev]).toEqual([200, 2])
})

test('a withdrawn command gets a successor by a later edit', async () => {
  const gone = uuidv7()
  await doctor.sendVoid(gone)
  const [edit] = await doctor.send({ input: tag('Instead'), supersedes: [gone] })
  expect(edit?.status).toBe(200)
  expect((await doctor.send({ input: tag('After'), depends: [gone] }))[0]?.status).toBe(200)
})

test('another person’s command cannot be superseded, and no command supersedes itself', async () => {
  const theirs = uuidv7()
  await (await openSyncDevice(world)).send({ id: theirs, input: tag('Theirs') })
  const id = uuidv7()
  const [foreign, itself] = await doctor.send(
    { input: tag('x'), supersedes: [theirs] },
    { id, input: tag('x'), supersedes: [id] },
  )
  expect([foreign?.status, foreign?.body.code]).toEqual([422, 'id_reused'])
  expect([itself?.status, itself?.body.code]).toEqual([400, 'invalid'])
})

test('two edits that supersede each other at once do not block each other indefinitely', async () => {
  const [a, b] = [uuidv7(), uuidv7()]
  const answers = await Promise.all([
    doctor.send({ id: a, input: tag('A', { holdMs: 50 }), supersedes: [b] }),
    doctor.send({ id: b, input: tag('B', { holdMs: 50 }), supersedes: [a] }),
  ])
  const statuses = answers.flat().map(({ status, ran }) => [status, ran])
  expect(statuses.filter(([status, ran]) => status === 200 && ran === undefined)).toHaveLength(1)
})
