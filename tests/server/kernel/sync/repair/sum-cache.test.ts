import { expect, test } from 'vitest'
import type { Caller } from '#server/kernel/context.ts'
import { type DaySum, rightsKey, SumCache, sumKey } from '#server/kernel/sync/repair/sum-cache.ts'

/** Returns a reader at this moment, before whom nothing changed. */
const at = (now: number, pos = 0, isCurrent = (_since: number) => true) => ({ now, pos, isCurrent })

const sums = (count: number): DaySum[] =>
  Array.from({ length: count }, (_, i) => ({ type: 'study', day: `day ${i}`, count: 1, sum: i }))

test('equal requests get the same result, computed once, even during the computation', async () => {
  const cache = new SumCache()
  let computed = 0
  const compute = async () => {
    computed += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    return sums(3)
  }
  const [one, two] = await Promise.all([cache.get('key', at(0), compute), cache.get('key', at(0), compute)])
  expect(one).toBe(two)
  expect(await cache.get('key', at(1), compute)).toBe(one)
  expect(computed).toBe(1)
})

test('after five minutes it is recomputed, even without a change', async () => {
  const cache = new SumCache()
  await cache.get('key', at(0), async () => sums(1))
  expect(await cache.get('key', at(299_999), async () => sums(2))).toHaveLength(1)
  expect(await cache.get('key', at(300_000), async () => sums(2))).toHaveLength(2)
})

test('a failure is returned to the callers and not stored', async () => {
  const cache = new SumCache()
  await expect(cache.get('key', at(0), () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect(await cache.get('key', at(0), async () => sums(1))).toHaveLength(1)
})

test('with any number of readers memory stays bounded; the least recently used sums are dropped first', async () => {
  const cache = new SumCache()
  for (let i = 0; i < 1_000; i += 1) {
    await cache.get(`reader ${i}`, at(0), async () => sums(200))
    await cache.get('reader 0', at(0), async () => sums(0))
    expect(cache.size).toBeLessThanOrEqual(60_000)
  }
  expect(await cache.get('reader 0', at(0), async () => [])).toHaveLength(200)
  expect(await cache.get('reader 1', at(0), async () => [])).toHaveLength(0)
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
const keyOf = (change: Partial<Caller>) => {
  const reader = { ...READER, ...change }
  return sumKey(reader, 'study', rightsKey(reader), ['client'], undefined)
}

test('people with the same rights share sums; doctors have their own worklists', () => {
  const other = { userId: 'b', name: 'B', sessionId: 't', deviceId: 'e', branchIds: ['y', 'x'] }
  expect(keyOf(other)).toBe(keyOf({}))
  expect(keyOf({ ...other, isDoctor: true })).not.toBe(keyOf({ isDoctor: true }))
})

test.each<[string, Partial<Caller>]>([
  ['client', { clientId: 'two' }],
  ['branch', { branchIds: ['x'] }],
  ['permission', { permissions: new Set() }],
  ['administrator', { isClientAdmin: true }],
])('another %s has a separate sum', (_what, change) => {
  expect(keyOf(change)).not.toBe(keyOf({}))
})

test('a change since then recalculates the sums, otherwise they continue with the feed', async () => {
  const cache = new SumCache()
  await cache.get('key', at(0, 10), async () => sums(1))
  expect(await cache.get('key', at(1, 20), async () => sums(2))).toHaveLength(1)
  expect(cache.since(['key', 'other'], 30)).toBe(20)
  const asked: number[] = []
  const isChanged = (since: number) => {
    asked.push(since)
    return false
  }
  expect(await cache.get('key', at(2, 30, isChanged), async () => sums(3))).toHaveLength(3)
  expect(asked).toEqual([20])
})

test('a reader of an earlier moment gets the sums of that moment, and does not affect the later ones', async () => {
  const cache = new SumCache()
  await cache.get('key', at(0, 10), async () => sums(1))
  expect(await cache.get('key', at(0, 9), async () => sums(2))).toHaveLength(2)
  expect(await cache.get('key', at(0, 10), async () => sums(3))).toHaveLength(1)
})

test('the sums of a key count with the key itself, and sixty thousand are kept', async () => {
  const cache = new SumCache()
  expect(cache.size).toBe(0)
  await cache.get('none', at(0), async () => [])
  expect(cache.size).toBe(1)
  await cache.get('many', at(0), async () => sums(59_998))
  await new Promise(setImmediate)
  expect(cache.size).toBe(60_000)
  await cache.get('one more', at(0), async () => [])
  await new Promise(setImmediate)
  expect(cache.size).toBe(59_999 + 1)
  expect(await cache.get('none', at(0), async () => sums(5))).toHaveLength(5)
})

test('a value that two readers compute for the same key at once is weighed once', async () => {
  const cache = new SumCache()
  const slow = Promise.withResolvers<DaySum[]>()
  const first = cache.get('key', at(0, 10), () => slow.promise)
  await cache.get(
    'key',
    at(1, 20, () => false),
    async () => sums(2),
  )
  slow.resolve(sums(7))
  await first
  await new Promise(setImmediate)
  expect(cache.size).toBe(3)
})

test('a failure that somebody else replaced meanwhile removes nothing', async () => {
  const cache = new SumCache()
  const slow = Promise.withResolvers<DaySum[]>()
  const first = cache.get('key', at(0, 10), () => slow.promise)
  await cache.get(
    'key',
    at(1, 20, () => false),
    async () => sums(2),
  )
  slow.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await new Promise(setImmediate)
  expect(await cache.get('key', at(2, 20), async () => sums(9))).toHaveLength(2)
})

test('the position from which changes matter is the earliest of the cached keys', async () => {
  const cache = new SumCache()
  expect(cache.since(['a', 'b'], 30)).toBe(30)
  await cache.get('a', at(0, 20), async () => [])
  await cache.get('b', at(0, 10), async () => [])
  expect([cache.since(['a'], 30), cache.since(['a', 'b'], 30), cache.since([], 30)]).toEqual([20, 10, 30])
})

test('sums are kept apart by type, scopes and window', () => {
  const key = (type: string, scopes: string[], from?: string) =>
    sumKey(READER, type, 'rights', scopes, from === undefined ? undefined : { from: new Date(from) })
  const keys = [
    key('study', ['a']),
    key('visit', ['a']),
    key('study', ['b']),
    key('study', ['a'], '2026-11-01'),
    key('study', ['a'], '2026-11-02'),
    sumKey(READER, 'study', 'other rights', ['a'], undefined),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(key('study', ['a'], '2026-11-01')).toBe(keys[3])
})
