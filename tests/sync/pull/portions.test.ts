import { expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { LOCAL_SCOPE } from '#src/sync/pull/copies.ts'
import { createPuller } from '#src/sync/pull/puller.ts'
import { keepDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { copyIn } from '#tests/sync/support/copy-in.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, studyId } from '../support/rows.ts'
import { anAuthor, callerOver, newUser, openBare } from '../support/test-page.ts'

const MANY = 350
const OLD = '2026-07-01T00:00:00.000Z'
const NEW = '2026-11-20T08:05:00.000Z'
const author = anAuthor(newUser())

/** Opens a device that holds many studies and has a draft for one of them. */
async function start(scope: string, received: string) {
  const server = new ModelServer()
  const databases = await openBare()
  let change = (answer: object) => answer
  const ask = callerOver(server.fetch)
  const call = (async (...args: Parameters<Caller>) =>
    change((await ask(...args)) as object)) as unknown as Caller
  const puller = createPuller(databases, call)
  await puller.pull()
  const rows = Array.from({ length: MANY }, (_, i) =>
    copyIn('study', aStudy({ id: studyId(i + 1), received_datetime: received }), scope),
  )
  await databases.cache.studies.bulkAdd(await databases.studies.sealAll(rows))
  await keepDraftIn(databases, author, aDraft('typed', { study_id: studyId(2) }), saveLabel)
  const told = new Set<string>()
  puller.studies$.subscribe((ids) => {
    for (const id of ids) told.add(id)
  })
  return {
    server,
    databases,
    puller,
    told,
    sizes: countDeletions(databases),
    answerWith: (how: typeof change) => void (change = how),
  }
}

/** Returns how many studies each transaction deletes from now on. */
function countDeletions({ cache }: Databases): () => number[] {
  const sizes = new Map<object, number>()
  cache.studies.hook('deleting', (_id, _row, transaction) => {
    sizes.set(transaction, (sizes.get(transaction) ?? 0) + 1)
  })
  return () => [...sizes.values()]
}

const held = ({ cache }: Databases) => cache.studies.toCollection().primaryKeys()
const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0)

test('a window that drops many studies deletes them in portions, one per transaction, and studies in use stay', async () => {
  const { databases, puller, sizes, told } = await start('branch:one', OLD)
  await puller.pull()
  expect(await held(databases)).toEqual([studyId(2)])
  expect(sum(sizes())).toBe(MANY - 1)
  expect(Math.max(...sizes())).toBeLessThanOrEqual(100)
  expect(told.size).toBe(MANY - 1)
})

test('a lost scope with many studies is deleted in portions, one per transaction, before its batch is applied', async () => {
  const { databases, puller, sizes, told, answerWith } = await start('branch:gone', NEW)
  answerWith((answer) => ({ ...answer, lost: ['branch:gone'] }))
  await puller.pull()
  expect(await held(databases)).toEqual([studyId(2)])
  expect((await databases.cache.studies.get(studyId(2)))?.scope).toBe(LOCAL_SCOPE)
  expect(sum(sizes())).toBe(MANY - 1)
  expect(Math.max(...sizes())).toBeLessThanOrEqual(100)
  expect(told.size).toBe(MANY)
})

test('dropped copies are deleted in portions, one per transaction', async () => {
  const { server, databases, puller, sizes } = await start('branch:one', NEW)
  server.resyncs = 1
  await puller.pull()
  expect(await held(databases)).toEqual([studyId(2)])
  expect(await databases.cache.studies.get(studyId(2))).toMatchObject({ scope: LOCAL_SCOPE, rev: 0 })
  expect(sum(sizes())).toBe(MANY - 1)
  expect(Math.max(...sizes())).toBeLessThanOrEqual(100)
})
