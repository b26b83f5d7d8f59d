import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { PRIORS_AHEAD_MAX } from '#domain/prior/limits.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { isStorageTight } from '#src/db/quota.ts'
import { askPriors } from '#src/sync/priors/keep-priors.ts'
import { renewPriors } from '#src/sync/priors/renew-priors.ts'
import { heldOf, PriorServer, ports, prior, putStudies } from '../support/prior-server.ts'
import { studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

vi.mock('#domain/prior/limits.ts', async (actual) => ({
  ...(await actual<object>()),
  // 1,000 rows would make the test slow.
  PRIORS_AHEAD_MAX: 130,
}))

const HOUR_MS = 3_600_000
const NOW = 10_000_000
const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put', (...args: unknown[]) => unknown>
const real = { add: store.add, put: store.put }
afterEach(() => Object.assign(store, real))

/** Makes writes to these tables fail for lack of space while `isFull` returns true. */
function fillDisk(tables: readonly string[], isFull: () => boolean): void {
  for (const name of ['add', 'put'] as const)
    store[name] = function (this: IDBObjectStore, ...args) {
      if (tables.includes(this.name) && isFull()) throw new DOMException('no room', 'QuotaExceededError')
      return real[name].apply(this, args)
    }
}

async function withFile(): Promise<Databases> {
  const databases = await openBare()
  await databases.cache.files.put({ id: 'file', rev: 0, usedAt: 1, e: {} })
  return databases
}

test('priors fetched ahead displace nothing; without space, the next round is an hour later', async () => {
  const databases = await withFile()
  const server = new PriorServer()
  const numbers = Array.from({ length: 120 }, (_, n) => n + 1)
  await putStudies(
    databases,
    numbers.map((n) => ({ id: studyId(n), status: 'Pending' })),
  )
  for (const n of numbers) server.tell(n, 'one', prior(1_000 + n))
  let isFull = false
  fillDisk(['priors'], () => isFull)
  server.meanwhile = async () => {
    server.meanwhile = async () => {
      isFull = true
    }
  }
  await renewPriors(databases, ports(server, NOW))
  expect(server.asked).toHaveLength(2)
  expect(isStorageTight()).toBe(true)
  const { cache } = databases
  expect([await cache.files.count(), await cache.studies.count(), await cache.priors.count()]).toEqual([
    1, 120, 50,
  ])
  // Space is available for other copies again.
  isFull = false
  await askPriors(databases, [studyId(500)], { ...ports(server, NOW), opened: true })
  const asked = server.asked.length
  await renewPriors(databases, ports(server, NOW + HOUR_MS - 1))
  expect(server.asked).toHaveLength(asked)
  await renewPriors(databases, ports(server, NOW + HOUR_MS + 1))
  expect(await cache.priors.count()).toBe(120)
  expect(isStorageTight()).toBe(false)
})

test('priors opened on a full disk replace fetched files, and are there after one request', async () => {
  const databases = await withFile()
  const server = new PriorServer()
  server.tell(1, 'one', prior(11))
  server.tell(2, 'one', prior(12))
  await askPriors(databases, [studyId(1)], ports(server))
  let files = 1
  databases.cache.files.hook('deleting', () => {
    files -= 1
  })
  // A table is cleared as a whole.
  const emptied = IDBObjectStore.prototype as unknown as Record<'clear', (...args: unknown[]) => unknown>
  const { clear } = emptied
  emptied.clear = function (this: IDBObjectStore, ...args) {
    if (this.name === 'files') files = 0
    return clear.apply(this, args)
  }
  fillDisk(['priors'], () => files > 0)
  try {
    await askPriors(databases, [studyId(2)], { ...ports(server), opened: true })
  } finally {
    emptied.clear = clear
  }
  expect(server.asked).toHaveLength(2)
  expect(await heldOf(databases, 2)).toEqual(['Old text.'])
})

test('opened priors count towards the maximum of a device', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  const numbers = Array.from({ length: PRIORS_AHEAD_MAX + 10 }, (_, n) => n + 1)
  await putStudies(
    databases,
    numbers.map((n) => ({ id: studyId(n), status: 'Pending' })),
  )
  for (const n of [...numbers, 5_001, 5_002, 5_003]) server.tell(n, 'one')
  await askPriors(databases, [5_001, 5_002, 5_003].map(studyId), { ...ports(server, NOW), opened: true })
  await renewPriors(databases, ports(server, NOW + 1))
  expect(await databases.cache.priorMarks.count()).toBe(PRIORS_AHEAD_MAX)
  expect(await heldOf(databases, 5_001)).toEqual([])
})

test('opened priors of a study outside the reading list are deleted after a change or an hour without a comparison', async () => {
  const databases = await openBare()
  const server = new PriorServer()
  for (const n of [1, 2, 3]) server.tell(n, 'one', prior(10 + n))
  await askPriors(databases, [1, 2].map(studyId), { ...ports(server, NOW), opened: true })
  await askPriors(databases, [studyId(3)], { ...ports(server, NOW + HOUR_MS), opened: true })
  await databases.cache.priorMarks.update(studyId(2), { changes: 1 })
  await renewPriors(databases, ports(server, NOW + 5))
  expect(await databases.cache.priors.toCollection().primaryKeys()).toEqual([studyId(1), studyId(3)])
  await renewPriors(databases, ports(server, NOW + HOUR_MS + 5))
  expect(await databases.cache.priors.toCollection().primaryKeys()).toEqual([studyId(3)])
})
