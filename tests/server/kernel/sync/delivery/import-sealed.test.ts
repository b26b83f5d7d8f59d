import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importSealed } from '#server/kernel/sync/delivery/import-sealed.ts'
import { openWorld, type World } from '../../helpers/world.ts'
import { deliver, openSyncDevice, type SyncDevice } from '../sync-device.ts'

let world: World
let desk: SyncDevice

beforeAll(async () => {
  world = await openWorld()
  desk = await openSyncDevice(world)
})
afterAll(() => world.close())

const tag = (name: string, more: object = {}) => ({ id: randomUUID(), name, ...more })

async function take(items: unknown[], who = desk) {
  const file = {
    format: 'readroom-sealed' as const,
    version: 1 as const,
    device_id: who.deviceId,
    exported_at: new Date().toISOString(),
    items,
  }
  const imported = await importSealed(world.app.kernel, file, world.app.log)
  return imported.map(({ no, outcome, refusal }) => [no, outcome, refusal?.code])
}

test('a file is imported item by item: damaged items are named by their place, the rest runs', async () => {
  const [known, altered, good] = [
    await desk.seal({ input: tag('Known') }),
    await desk.seal({ input: tag('Altered') }),
    await desk.seal({ input: tag('Good') }),
  ]
  await deliver(world, desk.deviceId, known)
  const items = [known, { ...altered, at: '2020-01-01T00:00:00Z' }, { ...good, id: 'x' }, 7, null, good, good]
  expect(await take(items)).toEqual([
    [1, 'known', undefined],
    [2, 'refused', 'bad_signature'],
    [3, 'refused', 'invalid'],
    [4, 'refused', 'invalid'],
    [5, 'refused', 'invalid'],
    [6, 'accepted', undefined],
    [7, 'known', undefined],
  ])
  expect((await take(items)).map(([, outcome]) => outcome)).not.toContain('accepted')
})

test('a file is imported by its dependencies, whatever their order in it', async () => {
  const input = tag('A')
  const [a, b] = [uuidv7(), uuidv7()]
  const items = [
    await desk.seal({ id: b, input: { ...input, name: 'B' }, base: { follows: a } }),
    await desk.seal({ id: a, input }),
    await desk.seal({ input: tag('Waits'), depends: [uuidv7()] }),
  ]
  expect(await take(items)).toEqual([
    [1, 'accepted', undefined],
    [2, 'accepted', undefined],
    [3, 'refused', 'dependency'],
  ])
})

test('work of a revoked device and of a dismissed person is also held for its author, forged work is refused', async () => {
  const gone = await openSyncDevice(world)
  await world.admin.query('update device set revoked = now() where id = $1', [gone.deviceId])
  await world.admin.query("update device_key set retired = now(), reason = 'revoked' where device_id = $1", [
    gone.deviceId,
  ])
  await world.admin.query('update app_user set active = false where id = $1', [gone.userId])
  const item = await gone.seal({ input: tag('Left behind') })
  const forged = await desk.device.seal({ input: tag('Forged') }, gone)
  const [refused] = await deliver(world, gone.deviceId, item)
  expect(refused?.code).toBe('device_revoked')
  expect(await take([item, forged], gone)).toEqual([
    [1, 'held', 'held'],
    [2, 'refused', 'bad_signature'],
  ])
  const { rows } = await world.admin.query(
    "select user_id, record_id, detail from audit_trail where action = 'command_held' and record_id = $1",
    [item.id],
  )
  expect(rows).toEqual([
    {
      user_id: gone.userId,
      record_id: item.id,
      detail: { call: 'test/saveTag', device_id: gone.deviceId, reason: 'revoked' },
    },
  ])
})

test('an import does nothing that the author may not do', async () => {
  const item = await desk.seal({ call: 'test/guarded', version: 1, input: { id: randomUUID() } })
  expect(await take([item])).toEqual([[1, 'refused', 'not_permitted']])
})
