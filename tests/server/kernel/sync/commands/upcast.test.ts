import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineCall, type Upcast } from '#contract/kernel/define-call.ts'
import { demandUpcasts, parseVersion } from '#server/kernel/sync/commands/upcast.ts'
import { openWorld, type World } from '../../helpers/world.ts'
import { deliver, openSyncDevice, type SyncDevice } from '../sync-device.ts'

let world: World
let desk: SyncDevice

beforeAll(async () => {
  world = await openWorld()
  desk = await openSyncDevice(world)
})
afterAll(() => world.close())

const callOf = (version: number, upcast: Upcast[] | undefined) =>
  defineCall({
    key: 'test/renamed',
    base: 'api',
    method: 'POST',
    path: 'test/renamed',
    access: 'session',
    offline: { kind: 'queue', version, aggregate: () => ({ type: 'x', id: 'y' }), upcast },
    input: z.strictObject({
      amount: z.int(),
      lines: z.optional(z.array(z.strictObject({ name: z.string() }))),
    }),
    output: z.object({}),
  })
const steps: Upcast[] = [
  ({ price, ...rest }) => ({ ...rest, cost: price }),
  ({ cost, ...rest }) => ({ ...rest, amount: cost }),
]

test.each([
  [1, { price: 5 }],
  [2, { cost: 5 }],
  [3, { amount: 5 }],
  [undefined, { amount: 5 }],
])('version %s is read as the newest one', (version, input) => {
  expect(parseVersion(callOf(3, steps), version, input)).toEqual({ amount: 5 })
})

test('obsolete fields are left out of an old version, at any depth, and refused in the newest', () => {
  const old = { cost: 5, gone: 1, lines: [{ name: 'a' }, { name: 'b', colour: 'red' }] }
  expect(parseVersion(callOf(3, steps), 2, old)).toEqual({ amount: 5, lines: [{ name: 'a' }, { name: 'b' }] })
  expect(() => parseVersion(callOf(3, steps), 3, { amount: 5, gone: 1 })).toThrow(
    expect.objectContaining({ extra: { fields: { gone: 'is not a known field' } } }),
  )
})

test('an error in an old version is named as in a new one', () => {
  expect(() => parseVersion(callOf(3, steps), 1, { price: 'much' })).toThrow(
    expect.objectContaining({ code: 'invalid', extra: { fields: { amount: expect.any(String) } } }),
  )
})

test('an upcast of invalid input refuses it instead of failing repeatedly', () => {
  const careless: Upcast = (input) => ({ amount: (input.price as { value: number }).value })
  expect(() => parseVersion(callOf(2, [careless]), 1, {})).toThrow(
    expect.objectContaining({ code: 'invalid' }),
  )
})

test.each([
  [1, undefined],
  [3, steps],
])('a call of version %s with a step from each earlier one is mounted', (version, upcast) => {
  expect(() => demandUpcasts(callOf(version, upcast))).not.toThrow()
})

test.each([
  [2, undefined],
  [3, steps.slice(0, 1)],
  [2, steps],
])('a call of version %s without exactly those steps is not', (version, upcast) => {
  expect(() => demandUpcasts(callOf(version, upcast))).toThrow(
    `test/renamed is at version ${version} and needs ${version - 1} upcasts`,
  )
})

test('an old command runs at both endpoints, and its hash is of the sent content', async () => {
  const given = {
    id: uuidv7(),
    version: 1,
    input: { id: randomUUID(), title: 'By its old name', dropped: true },
  }
  const [first] = await desk.send(given)
  expect([first?.status, first?.body]).toMatchObject([200, { result: { name: 'By its old name' } }])
  const [again] = await deliver(world, desk.deviceId, await desk.seal(given))
  expect(again?.replayed).toBe(true)
  const [renamed] = await desk.send({
    ...given,
    version: 2,
    input: { id: given.input.id, name: 'By its old name' },
  })
  expect(renamed?.body.code).toBe('id_reused')
})
