import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { visitsScope } from '#server/kernel/scopes.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { checksums } from '#server/kernel/sync/repair/checksums.ts'
import { SumCache } from '#server/kernel/sync/repair/sum-cache.ts'
import type { AnySyncSource } from '#server/kernel/sync/source.ts'
import { callerOf } from '../../helpers/caller-of.ts'
import { tagSource } from '../../helpers/tag-source.ts'
import { openWorld, type World } from '../../helpers/world.ts'

const [NORTH, SOUTH] = [crypto.randomUUID(), crypto.randomUUID()]
let world: World
let cache: SumCache
/** The scopes whose records were read, one entry per reading. */
const read: string[][] = []
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.enterNewClients()
  cache = new SumCache()
  read.length = 0
})

/** Records in one scope each, ten in each branch. */
const source = {
  ...tagSource,
  type: 'visit',
  scopes: ['visits'],
  rightsInScope: () => 'all alike',
  revisions: async (_tx: unknown, _caller: unknown, scopes: readonly string[]) => {
    const own = scopes.filter((scope) => scope.startsWith('visits:'))
    read.push([...own])
    return own.flatMap((scope) =>
      Array.from({ length: 10 }, (_, n) => ({
        id: `${scope} ${n}`,
        rev: 1,
        day: `2026-11-0${(n % 5) + 1}`,
        scope,
      })),
    )
  },
} as unknown as AnySyncSource

const ask = (...branchIds: string[]) =>
  checksums(world.app.kernel, [source], cache, callerOf(world.clientId, branchIds))

const change = (scope: string) =>
  write(world.app.kernel, world.clientId, async ({ changed }) =>
    changed({ type: 'visit', id: crypto.randomUUID(), rev: 1, scopes: [scope] }),
  )

test('readers with different rights share the sums of a scope, and a change recalculates those of its scope', async () => {
  await ask(NORTH)
  await ask(NORTH, SOUTH)
  expect(read).toEqual([[visitsScope(NORTH)], [visitsScope(SOUTH)]])
  await change(visitsScope(SOUTH))
  await ask(NORTH)
  await ask(SOUTH, NORTH)
  expect(read.slice(2)).toEqual([[visitsScope(SOUTH)]])
})

test('a change elsewhere recalculates no sum, and the response still names the position of the feed', async () => {
  const before = await ask(NORTH)
  await change('doctor:somebody')
  const after = await ask(NORTH)
  expect(read).toHaveLength(1)
  expect(after.pos).toBe(before.pos + 1)
  expect(after.sums).toEqual(before.sums)
})

test('a day in two scopes is one sum of both', async () => {
  const [north, south, both] = [await ask(NORTH), await ask(SOUTH), await ask(NORTH, SOUTH)]
  for (const { day, count, sum } of both.sums) {
    const parts = [north, south].map(({ sums }) => sums.find((one) => one.day === day))
    expect(count).toBe((parts[0]?.count ?? 0) + (parts[1]?.count ?? 0))
    expect(sum).toBe(((parts[0]?.sum ?? 0) + (parts[1]?.sum ?? 0)) % 2 ** 48)
  }
  expect(both.sums).toHaveLength(5)
})
