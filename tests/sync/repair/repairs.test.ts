import { expect, test } from 'vitest'
import { repairCalls } from '#contract/calls/repair.ts'
import type { SyncRow } from '#contract/calls/sync.ts'
import type { SyncType } from '#contract/records/records.ts'
import { sumOf } from '#domain/sync/checksum.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { writeCacheState } from '#src/sync/pull/cache-state.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { createPuller, type Puller, type StudyChange } from '#src/sync/pull/puller.ts'
import { applyRepairs } from '#src/sync/repair/apply-repairs.ts'
import { createRepairer, REPAIRED_ID } from '#src/sync/repair/repairer.ts'
import { copyIn } from '../support/copy-in.ts'
import { aStudy, studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

const STATE = {
  cursor: 'c',
  epoch: 'first',
  granted: ['branch:one', 'branch:two'],
  windows: {},
  isComplete: true,
}
const signal = new AbortController().signal

async function withStudies(...copies: { n: number; rev: number; scope?: string; status?: 'Draft' }[]) {
  const databases = await openBare()
  await writeCacheState(databases.cache, STATE)
  for (const { n, rev, scope = 'branch:one', ...change } of copies)
    await databases.studies.table.put(
      await databases.studies.seal(copyIn('study', aStudy({ id: studyId(n), rev, ...change }), scope)),
    )
  return databases
}

const put = (n: number, rev: number, scope = 'branch:one'): SyncRow => ({
  type: 'study',
  id: studyId(n),
  rev,
  op: 'put',
  scope,
  body: aStudy({ id: studyId(n), rev, study_desc: 'of the server' }),
})
const leave = (n: number): SyncRow => ({ type: 'study', id: studyId(n), rev: 0, op: 'leave', scope: '' })

const mend = (databases: Databases, rows: SyncRow[], epoch = 'first', during?: () => Promise<unknown>) =>
  applyRepairs(
    databases,
    (async (_call: unknown, input: { ids: string }) => {
      expect(input.ids).toBe(rows.map(({ id }) => id).join(','))
      await during?.()
      return { rows, epoch }
    }) as unknown as Caller,
    'study',
    rows.map(({ id }) => id),
    signal,
  )
const descOf = async (databases: Databases, n: number) =>
  (await databases.studies.find(studyId(n)))?.body.study_desc

test('missing and older copies are written, and equal or newer ones stay', async () => {
  const databases = await withStudies({ n: 2, rev: 4 }, { n: 3, rev: 5 }, { n: 4, rev: 6 })
  expect(await mend(databases, [put(1, 5), put(2, 5), put(3, 5), put(4, 5)])).toEqual([
    studyId(1),
    studyId(2),
  ])
  const kept = aStudy().study_desc
  expect(await Promise.all([1, 2, 3, 4].map((n) => descOf(databases, n)))).toEqual([
    'of the server',
    'of the server',
    kept,
    kept,
  ])
})

test('a copy under a scope that is not granted is written again, and one under another granted scope stays', async () => {
  const databases = await withStudies(
    { n: 1, rev: 5, scope: 'branch:lost' },
    { n: 2, rev: 5, scope: 'branch:two' },
  )
  expect(await mend(databases, [put(1, 5), put(2, 5)])).toEqual([studyId(1)])
  expect((await databases.cache.studies.get(studyId(1)))?.scope).toBe('branch:one')
  expect((await databases.cache.studies.get(studyId(2)))?.scope).toBe('branch:two')
})

test('a copy whose clear fields differ is written again', async () => {
  const databases = await withStudies({ n: 1, rev: 5, status: 'Draft' })
  const shown = (await databases.cache.studies.get(studyId(1)))?.status
  expect(shown).toBe('Draft')
  expect(await mend(databases, [put(1, 5)])).toEqual([studyId(1)])
  expect((await databases.cache.studies.get(studyId(1)))?.status).toBe(aStudy().status)
})

test('records that the reader may not see are removed, except those that were only opened here', async () => {
  const databases = await withStudies({ n: 1, rev: 5 }, { n: 2, rev: 5, scope: LOCAL_SCOPE })
  expect(await mend(databases, [leave(1), leave(2), leave(3)])).toEqual([studyId(1)])
  expect(await databases.cache.studies.toCollection().primaryKeys()).toEqual([studyId(2)])
})

test('a record under a scope that this device does not have yet waits for the pull', async () => {
  const databases = await withStudies()
  expect(await mend(databases, [put(1, 5, 'branch:new')])).toEqual([])
})

test('an answer of another history, or after another pull, changes nothing', async () => {
  const databases = await withStudies({ n: 1, rev: 4 })
  expect(await mend(databases, [put(1, 5)], 'second')).toEqual([])
  const move = () => writeCacheState(databases.cache, { ...STATE, cursor: 'd' })
  expect(await mend(databases, [put(1, 5)], 'first', move)).toEqual([])
  expect((await databases.cache.studies.get(studyId(1)))?.rev).toBe(4)
})

test('nothing is written once the device is told to stop', async () => {
  const databases = await withStudies({ n: 1, rev: 4 })
  const stop = new AbortController()
  const call = (async () => {
    stop.abort()
    return { rows: [put(1, 5)], epoch: 'first' }
  }) as unknown as Caller
  expect(await applyRepairs(databases, call, 'study', [studyId(1)], stop.signal)).toEqual([])
  expect((await databases.cache.studies.get(studyId(1)))?.rev).toBe(4)
})

/** A server with these studies, all received on one day. */
function serverOf(
  databases: Databases,
  studies: Map<number, number>,
  onPull: () => void = () => undefined,
  onRecords: () => void = () => undefined,
) {
  const asked: string[] = []
  const rows = () => [...studies].map(([n, rev]) => ({ id: studyId(n), rev }))
  const day = aStudy().received_datetime.slice(0, 10)
  const call = (async (which: unknown, input: { ids: string }) => {
    if (which === repairCalls.checksums) {
      asked.push('checksums')
      const sums = studies.size === 0 ? [] : [{ type: 'study' as SyncType, day, ...sumOf(rows()) }]
      return { sums, epoch: 'first', pos: 1 }
    }
    if (which === repairCalls.revisions) {
      asked.push('revisions')
      return { rows: rows() }
    }
    const ids = input.ids.split(',')
    asked.push(`records ${ids.length}`)
    const answer = {
      rows: ids.map((id) => {
        const found = [...studies].find(([n]) => studyId(n) === id)
        return found ? put(...found) : { ...leave(1), id }
      }),
      epoch: 'first',
    }
    onRecords()
    return answer
  }) as unknown as Caller
  const studies$ = createPuller(databases, call).studies$
  const heard: StudyChange[] = []
  studies$.subscribe((change) => heard.push(change))
  const puller: Puller = {
    ...createPuller(databases, call),
    studies$,
    pull: async () => {
      asked.push('pull')
      onPull()
    },
    between: (work) => work(),
  }
  return { asked, heard, repairer: createRepairer(databases, call, puller) }
}

test('copies that agree with the server are compared once, and nothing is pulled', async () => {
  const databases = await withStudies({ n: 1, rev: 5 })
  const { asked, repairer } = serverOf(databases, new Map([[1, 5]]))
  expect(await repairer.run(signal)).toBe(0)
  expect(asked).toEqual(['checksums'])
})

test('wrong copies and strays are repaired, announced and counted', async () => {
  const databases = await withStudies(
    { n: 1, rev: 4 },
    { n: 2, rev: 5, scope: 'branch:lost' },
    { n: 3, rev: 1 },
  )
  const { asked, heard, repairer } = serverOf(
    databases,
    new Map([
      [1, 5],
      [3, 1],
      [4, 2],
    ]),
  )
  expect(await repairer.run(signal)).toBe(3)
  expect((await databases.cache.studies.toArray()).map(({ id, rev }) => [id, rev])).toEqual([
    [studyId(1), 5],
    [studyId(3), 1],
    [studyId(4), 2],
  ])
  expect(heard).toEqual([[studyId(1), studyId(4), studyId(2)]])
  expect((await databases.work.meta.get(REPAIRED_ID))?.value).toBe(3)
  expect(asked).toEqual(['checksums', 'pull', 'checksums', 'revisions', 'pull', 'records 3', 'checksums'])
})

test('the count of repaired copies grows until it is reported', async () => {
  const databases = await withStudies()
  await databases.work.meta.put({ id: REPAIRED_ID, value: 2 })
  const { repairer } = serverOf(databases, new Map([[1, 5]]))
  await repairer.run(signal)
  expect((await databases.work.meta.get(REPAIRED_ID))?.value).toBe(3)
})

test('many records are fetched two hundred at a time', async () => {
  const databases = await withStudies()
  const { asked, repairer } = serverOf(
    databases,
    new Map(Array.from({ length: 201 }, (_, n) => [n + 1, 1] as const)),
  )
  expect(await repairer.run(signal)).toBe(201)
  expect(asked.filter((one) => one.startsWith('records'))).toEqual(['records 200', 'records 1'])
})

test('one run serves all callers, and the next call runs again', async () => {
  const databases = await withStudies({ n: 1, rev: 5 })
  const { asked, repairer } = serverOf(databases, new Map([[1, 5]]))
  await Promise.all([repairer.run(signal), repairer.run(signal)])
  expect(asked).toHaveLength(1)
  await repairer.run(signal)
  expect(asked).toHaveLength(2)
})

test('a difference that stays is examined once, and a device that is told to stop requests nothing', async () => {
  const databases = await withStudies()
  const { asked, repairer } = serverOf(databases, new Map([[1, 5]]))
  expect(await repairer.run(AbortSignal.abort())).toBe(0)
  expect(asked).toEqual([])
  await writeCacheState(databases.cache, { ...STATE, granted: [] })
  expect(await repairer.run(signal)).toBe(0)
  expect(asked.filter((one) => one === 'pull')).toHaveLength(2)
  expect(await databases.work.meta.get(REPAIRED_ID)).toBeUndefined()
})

test('a difference that the pull resolves is not a repair', async () => {
  const databases = await withStudies()
  const studies = new Map([[1, 5]])
  const { repairer } = serverOf(databases, studies, () => studies.clear())
  expect(await repairer.run(signal)).toBe(0)
})

test('copies that keep going wrong are repaired in at most three rounds', async () => {
  const databases = await withStudies()
  const studies = new Map([[1, 5]])
  const { asked, repairer } = serverOf(databases, studies, undefined, () => {
    studies.set(studies.size + 1, 5)
  })
  expect(await repairer.run(signal)).toBe(3)
  expect(asked.filter((one) => one === 'records 1')).toHaveLength(3)
})
