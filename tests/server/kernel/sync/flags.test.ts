import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../helpers/world.ts'
import { deliver, openSyncDevice, type SyncDevice } from './sync-device.ts'

let world: World
let desk: SyncDevice

beforeAll(async () => {
  world = await openWorld()
  desk = await openSyncDevice(world)
})
afterAll(() => world.close())

const booking = () => ({ id: randomUUID(), name: 'Visit', needs: 'needs_slot' })

test('work made offline is accepted with a flag, and every delivery includes it', async () => {
  const given = { id: uuidv7(), input: booking(), made_offline: true }
  const [first] = await desk.send(given)
  const [again] = await desk.send(given)
  const [sealed] = await deliver(world, desk.deviceId, await desk.seal(given))
  expect([first?.status, first?.flags]).toEqual([200, ['needs_slot']])
  expect([again?.replayed, again?.flags]).toEqual([true, ['needs_slot']])
  expect([sealed?.replayed, sealed?.flags]).toEqual([true, ['needs_slot']])
  const { rows } = await world.admin.query(
    "select user_id, detail from audit_trail where action = 'flagged' and record_id = $1",
    [given.id],
  )
  expect(rows).toEqual([{ user_id: desk.userId, detail: { call: 'test/saveTag', flag: 'needs_slot' } }])
})

test('sealed offline work is flagged too', async () => {
  const [answer] = await deliver(
    world,
    desk.deviceId,
    await desk.seal({ input: booking(), made_offline: true }),
  )
  expect([answer?.status, answer?.flags]).toEqual([200, ['needs_slot']])
})

test('the same work made online is refused with a message', async () => {
  const [online, silent] = await desk.send({ input: booking(), made_offline: false }, { input: booking() })
  for (const answer of [online, silent])
    expect([answer?.status, answer?.body.message, answer?.flags]).toEqual([
      422,
      'That slot is taken.',
      undefined,
    ])
})

test('a change with no remaining task has no flags', async () => {
  const [answer] = await desk.send({ input: { id: randomUUID(), name: 'Plain' }, made_offline: true })
  expect(answer).not.toHaveProperty('flags')
})
