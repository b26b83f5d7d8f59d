import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SyncRow } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { applyBatch, type PullAnswer, writeChanges } from '#src/sync/pull/apply-batch.ts'
import { type CacheState, NO_COPIES, readCacheState } from '#src/sync/pull/cache-state.ts'
import { keepConfirmed, LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { onLetGo } from '#src/sync/pull/let-go.ts'
import { sealBatch } from '#src/sync/pull/seal-batch.ts'
import { tableOf } from '#src/sync/pull/tables.ts'
import { aReport, aStudy, studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

const put = (n: number, rev: number, scope = 'branch:one'): SyncRow => ({
  type: 'study',
  id: studyId(n),
  rev,
  op: 'put',
  scope,
  body: aStudy({ id: studyId(n), rev, study_desc: `rev ${rev}` }),
})
const leave = (n: number, rev: number, scope = 'branch:one'): SyncRow => ({
  type: 'study',
  id: studyId(n),
  rev,
  op: 'leave',
  scope,
})

function batch(rows: SyncRow[], change: Partial<PullAnswer> = {}): PullAnswer {
  return {
    rows,
    cursor: 'next',
    pos: 1,
    more: false,
    epoch: 'first',
    granted: ['client', 'branch:one', 'doctor:me'],
    lost: [],
    windows: { study: { from: '2026-08-01T00:00:00.000Z' } },
    ...change,
  }
}

const NOBODY = new Set<string>()
const stateOf = (databases: Databases): Promise<CacheState> => readCacheState(databases.cache)
const apply = async (databases: Databases, answer: PullAnswer, used: ReadonlySet<string> = NOBODY) =>
  applyBatch(databases, await stateOf(databases), answer, used)
const shown = async (databases: Databases, n: number) =>
  (await databases.studies.find(studyId(n)))?.body.study_desc

test('a batch and its cursor are written together', async () => {
  const databases = await openBare()
  await apply(databases, batch([put(1, 1)]))
  expect(await shown(databases, 1)).toBe('rev 1')
  expect(await stateOf(databases)).toMatchObject({ cursor: 'next', isComplete: true })
})

test('a batch requested with another cursor is ignored', async () => {
  const databases = await openBare()
  const asked = await stateOf(databases)
  await apply(databases, batch([put(1, 2)], { cursor: 'of another tab' }))
  expect(await applyBatch(databases, asked, batch([put(1, 1), put(2, 1)]), NOBODY)).toBeUndefined()
  expect(await shown(databases, 1)).toBe('rev 2')
  expect(await shown(databases, 2)).toBeUndefined()
  expect((await stateOf(databases)).cursor).toBe('of another tab')
})

test('an older row never overwrites a newer copy, in whatever order they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
      async (revs) => {
        const databases = await openBare()
        for (const [i, rev] of revs.entries())
          await apply(databases, batch([put(1, rev)], { cursor: String(i) }))
        expect(await shown(databases, 1)).toBe(`rev ${Math.max(...revs)}`)
        databases.close()
      },
    ),
    { numRuns: 20 },
  )
})

test('the response to an own command and the feed may arrive in either order', async () => {
  const databases = await openBare()
  await keepConfirmed(databases, { study: aStudy({ rev: 3, study_desc: 'rev 3' }) })
  await apply(databases, batch([put(1, 2)]))
  expect(await shown(databases, 1)).toBe('rev 3')
  await apply(databases, batch([put(1, 4)], { cursor: 'later' }))
  await keepConfirmed(databases, { study: aStudy({ rev: 3, study_desc: 'rev 3' }) })
  expect(await shown(databases, 1)).toBe('rev 4')
})

test('a study that left the scopes is deleted, unless unsent work refers to it', async () => {
  const databases = await openBare()
  await apply(databases, batch([put(1, 1), put(2, 1)]))
  await apply(databases, batch([leave(1, 2), leave(2, 2)], { cursor: 'later' }), new Set([studyId(2)]))
  expect(await shown(databases, 1)).toBeUndefined()
  expect(await shown(databases, 2)).toBe('rev 1')
  expect((await databases.cache.studies.get(studyId(2)))?.scope).toBe(LOCAL_SCOPE)
})

test('a lost scope deletes its records, whether the server names it or no longer grants it', async () => {
  const databases = await openBare()
  const report = aReport({ study_id: studyId(1) })
  const reportRow: SyncRow = {
    type: 'report',
    id: report.id,
    rev: 1,
    op: 'put',
    scope: 'doctor:me',
    body: report,
  }
  await apply(
    databases,
    batch([put(1, 1, 'doctor:me'), put(2, 1, 'branch:one'), put(3, 1, 'branch:two'), reportRow]),
  )
  const granted = ['client', 'branch:one']
  const applied = await apply(databases, batch([], { cursor: 'later', granted, lost: ['branch:two'] }))
  expect(await databases.cache.studies.toCollection().primaryKeys()).toEqual([studyId(2)])
  expect(await databases.cache.reports.count()).toBe(0)
  expect(new Set(applied?.studies)).toEqual(new Set([studyId(1), studyId(3)]))
})

test('a gained scope makes the copies incomplete until it is fully loaded', async () => {
  const databases = await openBare()
  await apply(databases, batch([put(1, 1)]))
  const granted = ['client', 'branch:one', 'doctor:me', 'branch:new']
  await apply(databases, batch([put(2, 1)], { cursor: 'a', granted, more: true }))
  expect((await stateOf(databases)).isComplete).toBe(false)
  await apply(databases, batch([put(3, 1)], { cursor: 'b', granted }))
  expect((await stateOf(databases)).isComplete).toBe(true)
  await apply(databases, batch([put(4, 1)], { cursor: 'c', granted, more: true }))
  expect((await stateOf(databases)).isComplete).toBe(true)
})

test('a device without copies is reported as such', async () => {
  expect(await stateOf(await openBare())).toEqual(NO_COPIES)
})

test('a listener that holds opened copies is notified of a batch only if it removes a scope', async () => {
  const databases = await openBare()
  let heard = 0
  const stop = onLetGo(() => {
    heard += 1
  })
  await apply(databases, batch([put(1, 1)]))
  expect(heard).toBe(0)
  const lost = batch([], { cursor: 'later', granted: ['client', 'branch:one'] })
  const asked = await stateOf(databases)
  expect(await applyBatch(databases, { ...asked, cursor: 'of another tab' }, lost, NOBODY)).toBeUndefined()
  expect(heard).toBe(0)
  await apply(databases, lost)
  expect(heard).toBe(1)
  stop()
})

test('a batch names the studies that it changed, and no other record', async () => {
  const databases = await openBare()
  const report: SyncRow = { type: 'report', id: 'r', rev: 1, op: 'leave', scope: 'branch:one' }
  expect(await apply(databases, batch([put(1, 1), report, leave(2, 1)]))).toEqual({
    studies: [studyId(1), studyId(2)],
  })
})

const putText = (text: string, scope?: string): SyncRow => {
  const row = put(1, 1, scope)
  return { ...row, body: aStudy({ id: studyId(1), rev: 1, study_desc: text }) } as SyncRow
}

test('a copy that this device already has is written again only under another scope', async () => {
  const databases = await openBare()
  await apply(databases, batch([putText('first')]))
  await apply(databases, batch([putText('again')], { cursor: 'second' }))
  expect(await shown(databases, 1)).toBe('first')
  await apply(databases, batch([putText('elsewhere', 'doctor:me')], { cursor: 'third' }))
  expect(await shown(databases, 1)).toBe('elsewhere')
})

test('a repair writes a copy of the same revision again', async () => {
  const databases = await openBare()
  await apply(databases, batch([putText('wrong')]))
  await writeChanges(tableOf(databases, 'study'), await sealBatch(databases, [putText('right')]), NOBODY)
  expect(await shown(databases, 1)).toBe('right')
})
