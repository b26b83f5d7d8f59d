import { expect, test } from 'vitest'
import type { SyncType } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readCacheState, writeCacheState } from '#src/sync/pull/cache-state.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { dropLostInPortions, dropScopes, lostScopes } from '#src/sync/pull/drop-lost.ts'
import { evictBeyondWindow, forgetCopies, recordsInUse } from '#src/sync/pull/evict.ts'
import { copiesWereLetGo, onLetGo } from '#src/sync/pull/let-go.ts'
import { tableOf } from '#src/sync/pull/tables.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { openBare } from '../support/test-page.ts'

const FROM = Date.parse('2026-11-10T00:00:00.000Z')
const WINDOW = { from: '2026-11-10T00:00:00.000Z' }

const put = (databases: Databases, type: SyncType, ...rows: (Partial<CopyRow> & Record<string, unknown>)[]) =>
  tableOf(databases, type).bulkPut(rows.map((row) => ({ rev: 1, scope: 'one', e: {}, ...row }) as CopyRow))
const idsOf = (databases: Databases, type: SyncType) => tableOf(databases, type).toCollection().primaryKeys()
const nameOf = (n: number) => `s${String(n).padStart(4, '0')}`

test('records in use are those of commands, of their effects and of drafts', async () => {
  const databases = await openBare()
  const { work } = databases
  await work.outbox.bulkAdd([outboxRow(1, { aggregate: 'study:a:b', record: 'report:r' })])
  await work.overlay.add({
    id: 'x',
    rev: 0,
    command: 'c',
    seq: 1,
    type: 'visit',
    record: 'v',
    ackedRev: undefined,
    e: {},
  })
  await work.drafts.add({
    id: 'd',
    rev: 0,
    study: 's',
    updated: 0,
    command: undefined,
    baseRev: undefined,
    isSaved: true,
    writer: 'me',
    e: {},
  })
  expect(await recordsInUse(databases)).toEqual(new Set(['a:b', 'r', 'v', 'd', 's']))
})

test('records older than their window are removed with their parts; those in use or at its start stay', async () => {
  const databases = await openBare()
  await put(
    databases,
    'study',
    { id: 'old', received: FROM - 1 },
    { id: 'used', received: FROM - 1 },
    { id: 'new', received: FROM },
  )
  await put(databases, 'report', { id: 'r1', study: 'old' }, { id: 'r2', study: 'new' })
  await put(databases, 'visit', { id: 'v1', at: FROM - 1 }, { id: 'v2', at: FROM })
  await put(databases, 'receipt', { id: 'p1', visit: 'v1' }, { id: 'p2', visit: 'v2' })
  await put(databases, 'patient', { id: 'old patient', at: FROM - 1 })
  await put(databases, 'notification', { id: 'n1', at: FROM - 1 })
  await databases.work.outbox.add(outboxRow(1, { aggregate: 'study:used' }))
  const windows = { study: WINDOW, visit: WINDOW, notification: WINDOW }
  expect(await evictBeyondWindow(databases, { windows })).toEqual(['old'])
  expect(await idsOf(databases, 'study')).toEqual(['new', 'used'])
  expect(await idsOf(databases, 'report')).toEqual(['r2'])
  expect(await idsOf(databases, 'visit')).toEqual(['v2'])
  expect(await idsOf(databases, 'receipt')).toEqual(['p2'])
  expect(await idsOf(databases, 'patient')).toEqual(['old patient'])
  expect(await idsOf(databases, 'notification')).toEqual([])
})

test('a study opened outside the window stays until there are more than two hundred', async () => {
  const databases = await openBare()
  const opened = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: nameOf(n), received: n, scope: LOCAL_SCOPE }))
  await put(databases, 'study', ...opened(200))
  expect(await evictBeyondWindow(databases, { windows: { study: WINDOW } })).toEqual([])
  await put(databases, 'study', ...opened(203))
  await databases.work.outbox.add(outboxRow(1, { aggregate: `study:${nameOf(1)}` }))
  expect(await evictBeyondWindow(databases, { windows: {} })).toEqual([nameOf(0), nameOf(2)])
})

test('one pull deletes at most a thousand', async () => {
  const databases = await openBare()
  await put(databases, 'study', ...Array.from({ length: 1_050 }, (_, n) => ({ id: nameOf(n), received: n })))
  const windows = { study: WINDOW }
  expect(await evictBeyondWindow(databases, { windows })).toHaveLength(1_000)
  expect(await evictBeyondWindow(databases, { windows })).toHaveLength(50)
  expect(await evictBeyondWindow(databases, { windows })).toEqual([])
})

test('dropped copies are deleted, except those in use, which any revision of the server replaces', async () => {
  const databases = await openBare()
  await writeCacheState(databases.cache, {
    cursor: 'c',
    epoch: 'e',
    granted: ['one'],
    windows: {},
    isComplete: true,
  })
  await put(databases, 'study', { id: 'a', rev: 7 }, { id: 'used', rev: 7 })
  await put(databases, 'branch', { id: 'used' })
  await put(databases, 'tag', { id: 't' })
  await databases.work.outbox.add(outboxRow(1, { aggregate: 'study:used' }))
  await forgetCopies(databases)
  expect(await tableOf(databases, 'study').toArray()).toMatchObject([
    { id: 'used', rev: 0, scope: LOCAL_SCOPE },
  ])
  expect([await idsOf(databases, 'branch'), await idsOf(databases, 'tag')]).toEqual([[], []])
  expect((await readCacheState(databases.cache)).cursor).toBeUndefined()
})

const STATE = { cursor: 'c', epoch: 'e', granted: ['one', 'two'], windows: {}, isComplete: true }

test('a scope is lost if the batch says so, or if it was granted before, each named once', () => {
  expect(lostScopes({ granted: ['a', 'b'] }, { lost: ['a', 'x'], granted: ['b'] })).toEqual(['a', 'x'])
  expect(lostScopes({ granted: ['a', 'b'] }, { lost: [], granted: ['a'] })).toEqual(['b'])
})

test('copies of a lost scope and those only opened here are deleted; others and those in use stay', async () => {
  const databases = await openBare()
  await writeCacheState(databases.cache, STATE)
  const studies = Array.from({ length: 250 }, (_, n) => ({ id: nameOf(n) }))
  await put(databases, 'study', ...studies, { id: 'used' }, { id: 'kept', scope: 'two' })
  await put(databases, 'study', { id: 'opened', scope: LOCAL_SCOPE })
  await put(databases, 'report', { id: 'r1' }, { id: 'r2', scope: 'two' })
  await databases.work.outbox.add(outboxRow(1, { aggregate: 'study:used' }))
  const dropped = await dropLostInPortions(databases, { ...STATE }, { lost: ['one'], granted: ['two'] })
  expect(dropped.toSorted()).toEqual(['opened', ...studies.map(({ id }) => id)].toSorted())
  expect(await idsOf(databases, 'study')).toEqual(['kept', 'used'])
  expect(await idsOf(databases, 'report')).toEqual(['r2'])
})

test('nothing is deleted without a lost scope, or if another page pulled meanwhile', async () => {
  const databases = await openBare()
  await writeCacheState(databases.cache, STATE)
  await put(databases, 'study', { id: 'a' }, { id: 'opened', scope: LOCAL_SCOPE })
  const answer = { lost: ['one'], granted: ['two'] }
  expect(await dropLostInPortions(databases, STATE, { lost: [], granted: STATE.granted })).toEqual([])
  expect(await dropLostInPortions(databases, { ...STATE, cursor: 'b' }, answer)).toEqual([])
  expect(await idsOf(databases, 'study')).toEqual(['a', 'opened'])
})

test('the rest of a lost scope is deleted, and copies in use lose their scope', async () => {
  const databases = await openBare()
  await put(databases, 'study', { id: 'a' }, { id: 'used' }, { id: 'kept', scope: 'two' })
  await put(databases, 'tag', { id: 't' })
  await databases.cache.priors.add({ id: 'a', rev: 0, e: {} })
  expect(await dropScopes(databases, [], new Set())).toEqual([])
  expect(await databases.cache.priors.count()).toBe(1)
  expect(await dropScopes(databases, ['one'], new Set(['used']))).toEqual(['a', 'used'])
  expect((await tableOf(databases, 'study').toArray()).map(({ id, scope }) => [id, scope])).toEqual([
    ['kept', 'two'],
    ['used', LOCAL_SCOPE],
  ])
  expect([await idsOf(databases, 'tag'), await databases.cache.priors.count()]).toEqual([[], 0])
})

test('a listener that holds opened copies in memory is notified of removed copies until it unsubscribes', () => {
  const heard: string[] = []
  const stop = onLetGo(() => heard.push('one'))
  onLetGo(() => heard.push('other'))
  copiesWereLetGo()
  stop()
  copiesWereLetGo()
  expect(heard).toEqual(['one', 'other', 'other'])
})

test('before the first pull the state reports no copies', async () => {
  const { cache } = await openBare()
  expect(await readCacheState(cache)).toEqual({
    cursor: undefined,
    epoch: undefined,
    granted: [],
    windows: {},
    isComplete: false,
    keptFrom: undefined,
  })
  await writeCacheState(cache, STATE)
  await cache.meta.put({ id: 'keptFrom', value: 5 })
  expect(await readCacheState(cache)).toEqual({ ...STATE, keptFrom: 5 })
})
