import { expect, test } from 'vitest'
import { isDatedType, SYNC_TYPES, type SyncType } from '#contract/records/records.ts'
import { sumOf } from '#domain/sync/checksum.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { type CacheState, NO_COPIES, writeCacheState } from '#src/sync/pull/cache-state.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import type { Puller } from '#src/sync/pull/puller.ts'
import { tableOf } from '#src/sync/pull/tables.ts'
import { bisect } from '#src/sync/repair/bisect.ts'
import { compareCopies } from '#src/sync/repair/compare.ts'
import {
  type Bucket,
  comparisonOf,
  copiesIn,
  isCompared,
  readInPortions,
} from '#src/sync/repair/copies-by-day.ts'
import { computeLocalChecksums, nameOf } from '#src/sync/repair/local-checksums.ts'
import { openBare } from '../support/test-page.ts'

const signal = new AbortController().signal
const DAY = '2026-11-20'
const NEXT = '2026-11-21'
const at = (day: string, time = '10:00:00.000') => Date.parse(`${day}T${time}Z`)
const STATE: CacheState = {
  cursor: 'c',
  epoch: 'first',
  granted: ['one'],
  windows: {
    study: { from: '2026-11-10T00:00:00.000Z' },
    report: { from: '2026-11-15T00:00:00.000Z' },
    visit: { from: '2026-11-12T00:00:00.000Z' },
  },
  isComplete: true,
}

const put = (databases: Databases, type: SyncType, ...rows: (Partial<CopyRow> & Record<string, unknown>)[]) =>
  tableOf(databases, type).bulkPut(rows.map((row) => ({ rev: 1, scope: 'one', e: {}, ...row }) as CopyRow))

/** One record of each kind of day: of its own, of its study or visit, and of none. */
async function withCopies(): Promise<Databases> {
  const databases = await openBare()
  await writeCacheState(databases.cache, STATE)
  await put(
    databases,
    'study',
    { id: 's1', received: at(DAY, '00:00:00.000'), rev: 3 },
    { id: 's2', received: at(DAY, '23:59:59.999') },
    { id: 's3', received: at(NEXT, '00:00:00.000') },
  )
  await put(
    databases,
    'report',
    { id: 'r1', study: 's1', status: 'Signed', rev: 4 },
    { id: 'r2', study: 's1', status: 'Draft' },
    { id: 'r3', study: 's3', status: 'Verified' },
  )
  await put(databases, 'comment', { id: 'c1', study: 's2' }, { id: 'c3', study: 's3' })
  await put(databases, 'visit', { id: 'v1', at: at(DAY), rev: 2 }, { id: 'v2', at: at(NEXT) })
  await put(databases, 'receipt', { id: 'p1', visit: 'v1' }, { id: 'p2', visit: 'v2' })
  await put(
    databases,
    'branch',
    { id: 'b1' },
    { id: 'b2', scope: 'another' },
    { id: 'b3', scope: LOCAL_SCOPE },
  )
  return databases
}

const comparison = comparisonOf(STATE)
const heldIn = async ({ cache }: Databases, type: SyncType, day: string) =>
  Object.fromEntries(await copiesIn(cache, comparison, { type, day }))

test('copies are found by type and by day, their own or that of their study or visit', async () => {
  const databases = await withCopies()
  expect(await heldIn(databases, 'study', DAY)).toEqual({ s1: 3, s2: 1 })
  expect(await heldIn(databases, 'study', NEXT)).toEqual({ s3: 1 })
  expect(await heldIn(databases, 'comment', DAY)).toEqual({ c1: 1 })
  expect(await heldIn(databases, 'visit', DAY)).toEqual({ v1: 2 })
  expect(await heldIn(databases, 'receipt', DAY)).toEqual({ p1: 1 })
})

test('a signed report has the day of its study, and an unsigned one has no day', async () => {
  const databases = await withCopies()
  expect(await heldIn(databases, 'report', DAY)).toEqual({ r1: 4 })
  expect(await heldIn(databases, 'report', NEXT)).toEqual({ r3: 1 })
  expect(await heldIn(databases, 'report', '')).toEqual({ r2: 1 })
})

test('a type with days has no copies without a day, and a type without days has none on a day', async () => {
  const databases = await withCopies()
  for (const type of ['study', 'comment', 'visit', 'receipt'] as const)
    expect(await heldIn(databases, type, '')).toEqual({})
  expect(await heldIn(databases, 'branch', DAY)).toEqual({})
  expect(await heldIn(databases, 'branch', '')).toEqual({ b1: 1 })
})

test('days are compared from the start of the window of their type', () => {
  const isOld = (type: SyncType, day: string) => isCompared(comparison, { type, day })
  expect([isOld('study', '2026-11-09'), isOld('study', '2026-11-10')]).toEqual([false, true])
  expect([isOld('comment', '2026-11-09'), isOld('comment', '2026-11-10')]).toEqual([false, true])
  expect([isOld('report', '2026-11-14'), isOld('report', '2026-11-15')]).toEqual([false, true])
  expect([isOld('receipt', '2026-11-11'), isOld('receipt', '2026-11-12')]).toEqual([false, true])
  expect([isOld('visit', '2026-11-11'), isOld('visit', '2026-11-12')]).toEqual([false, true])
  expect([isOld('patient', '1999-01-01'), isOld('report', '')]).toEqual([true, true])
})

test('days evicted because of a full disk are not compared, for studies and their parts', () => {
  const { from } = comparisonOf({ ...STATE, keptFrom: at(DAY) })
  expect([from.study, from.report, from.comment]).toEqual([at(DAY), at(DAY), at(DAY)])
  expect([from.visit, from.receipt]).toEqual([
    at('2026-11-12', '00:00:00.000'),
    at('2026-11-12', '00:00:00.000'),
  ])
  expect(comparisonOf({ ...STATE, keptFrom: 1 }).from.study).toBe(at('2026-11-10', '00:00:00.000'))
})

test('five types have a day of their own', () => {
  expect(SYNC_TYPES.filter(isDatedType).toSorted()).toEqual([
    'booking_request',
    'notification',
    'patient',
    'study',
    'visit',
  ])
})

test('copies are read a hundred at a time, until they are no longer wanted', async () => {
  const databases = await openBare()
  const ids = Array.from({ length: 250 }, (_, n) => `t${String(n).padStart(3, '0')}`)
  await put(databases, 'tag', ...ids.map((id) => ({ id })))
  const read: string[][] = []
  for await (const rows of readInPortions(databases.cache.tags, signal)) read.push(rows.map(({ id }) => id))
  expect([read.map(({ length }) => length), read.flat()]).toEqual([[100, 100, 50], ids])
  const end = new AbortController()
  let portions = 0
  for await (const _ of readInPortions(databases.cache.tags, end.signal)) {
    portions += 1
    end.abort()
  }
  expect(portions).toBe(1)
})

test('the checksums cover the records of each day, without records only opened here', async () => {
  const { cache } = await withCopies()
  const { sums, strays } = await computeLocalChecksums(cache, comparison, signal)
  const due = (type: SyncType, day: string, records: Record<string, number>) => [
    `${type} ${day}`,
    { type, day, ...sumOf(Object.entries(records).map(([id, rev]) => ({ id, rev }))) },
  ]
  expect(Object.fromEntries(sums)).toEqual(
    Object.fromEntries([
      due('study', DAY, { s1: 3, s2: 1 }),
      due('study', NEXT, { s3: 1 }),
      due('report', DAY, { r1: 4 }),
      due('report', NEXT, { r3: 1 }),
      due('report', '', { r2: 1 }),
      due('comment', DAY, { c1: 1 }),
      due('comment', NEXT, { c3: 1 }),
      due('visit', DAY, { v1: 2 }),
      due('visit', NEXT, { v2: 1 }),
      due('receipt', DAY, { p1: 1 }),
      due('receipt', NEXT, { p2: 1 }),
      due('branch', '', { b1: 1 }),
    ]),
  )
  expect(strays).toEqual([{ type: 'branch', id: 'b2' }])
})

test('a copy without its study or visit is a stray, and one before the window is not compared', async () => {
  const databases = await openBare()
  await put(databases, 'study', { id: 's0', received: at('2026-11-09') })
  await put(databases, 'report', { id: 'r1', study: 'gone', status: 'Signed' })
  await put(databases, 'comment', { id: 'c1', study: 'gone' })
  await put(databases, 'receipt', { id: 'p1', visit: 's0' })
  const { sums, strays } = await computeLocalChecksums(databases.cache, comparison, signal)
  expect([sums.size, strays]).toEqual([
    0,
    [
      { type: 'report', id: 'r1' },
      { type: 'comment', id: 'c1' },
      { type: 'receipt', id: 'p1' },
    ],
  ])
})

type Sum = Bucket & { count: number; sum: number }
const serverOf = (sums: readonly Sum[], epoch = 'first') =>
  (async () => ({ sums, epoch, pos: 1 })) as unknown as Caller
const ownSums = async ({ cache }: Databases): Promise<Sum[]> => [
  ...(await computeLocalChecksums(cache, comparison, signal)).sums.values(),
]

test('days differ if the checksum or count differs, or if only one side has them', async () => {
  const databases = await withCopies()
  const own = await ownSums(databases)
  const named = (name: string) => own.find((one) => nameOf(one) === name)!
  const others = own.filter((one) => !['study', 'visit', 'branch'].includes(one.type))
  const difference = await compareCopies(
    databases.cache,
    serverOf([
      ...others,
      { ...named(`study ${DAY}`), sum: 1 },
      { ...named(`study ${NEXT}`), count: 9 },
      named(`visit ${DAY}`),
      { type: 'visit', day: '2026-11-19', count: 1, sum: 1 },
      { type: 'visit', day: '2026-11-01', count: 1, sum: 1 },
      named('branch '),
    ]),
    signal,
  )
  expect(difference?.buckets.map(nameOf).toSorted()).toEqual([
    `study ${DAY}`,
    `study ${NEXT}`,
    'visit 2026-11-19',
    `visit ${NEXT}`,
  ])
  expect(difference?.strays).toEqual([{ type: 'branch', id: 'b2' }])
})

test('copies are not compared before they are complete, or with another history', async () => {
  const databases = await withCopies()
  const compare = async (state: CacheState, epoch?: string) => {
    await writeCacheState(databases.cache, state)
    return compareCopies(databases.cache, serverOf([], epoch), signal)
  }
  expect(await compare(NO_COPIES)).toBeUndefined()
  expect(await compare({ ...STATE, cursor: undefined })).toBeUndefined()
  expect(await compare({ ...STATE, isComplete: false })).toBeUndefined()
  expect(await compare(STATE, 'second')).toBeUndefined()
  expect(await compare(STATE)).toBeDefined()
})

/** A server that lists these records of a bucket, and a pull that does `work`. */
function bisectWith(
  databases: Databases,
  listed: Record<string, number>,
  work: () => Promise<unknown>,
  stop = signal,
) {
  const asked: unknown[] = []
  const call = (async (_call: unknown, bucket: unknown) => {
    asked.push(bucket)
    return { rows: Object.entries(listed).map(([id, rev]) => ({ id, rev })) }
  }) as unknown as Caller
  let pulls = 0
  const puller = {
    pull: async () => {
      pulls += 1
      await work()
    },
  } as unknown as Puller
  const found = bisect(databases.cache, call, puller, [{ type: 'visit', day: DAY }], stop)
  return found.then((wrong) => ({ wrong, asked, pulls }))
}

test('records that the pull brings were in flight, and those that it does not bring are wrong', async () => {
  const databases = await withCopies()
  const { wrong, asked, pulls } = await bisectWith(databases, { v1: 3, v5: 1, v6: 1 }, () =>
    put(databases, 'visit', { id: 'v5', at: at(DAY) }),
  )
  expect([asked, pulls]).toEqual([[{ type: 'visit', day: DAY }], 1])
  expect(wrong).toEqual(
    new Map([
      [
        'visit',
        new Map([
          ['v1', 2],
          ['v6', undefined],
        ]),
      ],
    ]),
  )
})

test('without a suspect nothing is pulled, and nothing is requested after the end', async () => {
  const databases = await withCopies()
  expect(await bisectWith(databases, { v1: 2 }, async () => undefined)).toMatchObject({
    wrong: new Map(),
    pulls: 0,
  })
  const over = AbortSignal.abort()
  expect(await bisectWith(databases, {}, async () => undefined, over)).toEqual({
    wrong: new Map(),
    asked: [],
    pulls: 0,
  })
})

test('one missing record is found', async () => {
  const databases = await withCopies()
  const { wrong, pulls } = await bisectWith(databases, { v1: 2, v6: 1 }, async () => undefined)
  expect([pulls, wrong.get('visit')]).toEqual([1, new Map([['v6', undefined]])])
})
