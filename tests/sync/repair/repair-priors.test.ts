import { expect, test } from 'vitest'
import type { SyncRow } from '#contract/calls/sync.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { askPriors } from '#src/sync/priors/keep-priors.ts'
import { writeCacheState } from '#src/sync/pull/cache-state.ts'
import { applyRepairs } from '#src/sync/repair/apply-repairs.ts'
import { heldOf, PriorServer, ports, prior, putStudies } from '../support/prior-server.ts'
import { aStudy, studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

const STATE = { cursor: 'c', epoch: 'e', granted: ['client', 'branch:one'], windows: {}, isComplete: true }
const place = { rev: 9, scope: 'branch:one' } as const
const leaves = (n: number): SyncRow => ({ type: 'study', id: studyId(n), op: 'leave', ...place })
const changed = (n: number): SyncRow => ({
  type: 'study',
  id: studyId(n),
  op: 'put',
  ...place,
  body: aStudy({ id: studyId(n), rev: 9 }),
})
const answering = (...rows: SyncRow[]) => (async () => ({ rows, epoch: 'e' })) as unknown as Caller
const signal = new AbortController().signal

test('after a missed removal, all copies that mention the study are deleted, even if only a prior names it', async () => {
  const databases = await openBare()
  await writeCacheState(databases.cache, STATE)
  await putStudies(databases, [{ id: studyId(11) }, { id: studyId(13) }])
  const server = new PriorServer()
  server.tell(1, 'one', prior(11))
  server.tell(2, 'one', prior(12))
  server.tell(3, 'one', prior(13))
  await askPriors(databases, [1, 2, 3].map(studyId), ports(server))
  const call = answering(leaves(11), leaves(12), changed(13))
  await applyRepairs(databases, call, 'study', [11, 12, 13].map(studyId), signal)
  expect(await databases.cache.studies.get(studyId(11))).toBeUndefined()
  expect(await heldOf(databases, 1)).toBeUndefined()
  expect(await heldOf(databases, 2)).toBeUndefined()
  // Another text may be filed: the old one stays readable, and is requested again.
  expect(await heldOf(databases, 3)).toEqual(['Old text.'])
  expect((await databases.cache.priorMarks.get(studyId(3)))?.changes).toBe(1)
})

test('a response overtaken by a repair is discarded', async () => {
  const databases = await openBare()
  await writeCacheState(databases.cache, STATE)
  const server = new PriorServer()
  server.tell(1, 'one', prior(11))
  server.meanwhile = async () => {
    server.tell(1, 'two')
    await applyRepairs(databases, answering(leaves(11)), 'study', [studyId(11)], signal)
  }
  await askPriors(databases, [studyId(1)], ports(server))
  expect(server.asked).toHaveLength(2)
  expect(await heldOf(databases, 1)).toEqual([])
})
