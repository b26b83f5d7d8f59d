import { expect, test } from 'vitest'
import type { Caller } from '#server/kernel/context.ts'
import { type DaySum, SumCache, sumKey } from '#server/kernel/sync/sum-cache.ts'

const sums = (count: number): DaySum[] =>
  Array.from({ length: count }, (_, i) => ({ type: 'study', day: `day ${i}`, count: 1, sum: i }))

test('who asks for the same gets the same, computed once, also while it is being computed', async () => {
  const cache = new SumCache()
  let computed = 0
  const compute = async () => {
    computed += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    return sums(3)
  }
  const [one, two] = await Promise.all([cache.get('key', 0, compute), cache.get('key', 0, compute)])
  expect(one).toBe(two)
  expect(await cache.get('key', 1, compute)).toBe(one)
  expect(computed).toBe(1)
})

test('after five minutes it is computed anew, though nothing moved', async () => {
  const cache = new SumCache()
  await cache.get('key', 0, async () => sums(1))
  expect(await cache.get('key', 299_000, async () => sums(2))).toHaveLength(1)
  expect(await cache.get('key', 300_000, async () => sums(2))).toHaveLength(2)
})

test('a failure is told to whoever asked and not kept', async () => {
  const cache = new SumCache()
  await expect(cache.get('key', 0, () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect(await cache.get('key', 0, async () => sums(1))).toHaveLength(1)
})

test('however many readers ask, memory stays bounded; what was not asked for longest goes first', async () => {
  const cache = new SumCache()
  for (let i = 0; i < 1_000; i += 1) {
    await cache.get(`reader ${i}`, 0, async () => sums(200))
    await cache.get('reader 0', 0, async () => sums(0))
    expect(cache.size).toBeLessThanOrEqual(60_000)
  }
  expect(await cache.get('reader 0', 0, async () => [])).toHaveLength(200)
  expect(await cache.get('reader 1', 0, async () => [])).toHaveLength(0)
})

const READER: Caller = {
  clientId: 'one',
  userId: 'a',
  sessionId: 's',
  deviceId: 'd',
  name: 'A',
  userType: 'CLIENT',
  permissions: new Set(['view_archives']),
  branchIds: ['x', 'y'],
  isClientAdmin: false,
  isDoctor: false,
  isClinicDoctor: false,
  isRefDoctor: false,
  canSign: false,
  canCreateBranch: false,
  mainModules: new Set(),
  pacsUsed: 'Self',
  salesReport: 'All',
  salesInvoice: 'All',
  timeZone: 'UTC',
}
const keyOf = (change: Partial<Caller>, pos = 1) => sumKey({ ...READER, ...change }, ['client'], {}, pos)

test('people with the same rights share, whoever they are; doctors have worklists of their own', () => {
  const other = { userId: 'b', name: 'B', sessionId: 't', deviceId: 'e', branchIds: ['y', 'x'] }
  expect(keyOf(other)).toBe(keyOf({}))
  expect(keyOf({ ...other, isDoctor: true })).not.toBe(keyOf({ isDoctor: true }))
})

test.each<[string, Partial<Caller>]>([
  ['client', { clientId: 'two' }],
  ['branch', { branchIds: ['x'] }],
  ['permission', { permissions: new Set() }],
  ['administrator', { isClientAdmin: true }],
])('another %s is another sum', (_what, change) => {
  expect(keyOf(change)).not.toBe(keyOf({}))
  expect(keyOf({}, 2)).not.toBe(keyOf({}))
})
