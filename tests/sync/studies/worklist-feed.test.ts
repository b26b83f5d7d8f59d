// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { TabMessage } from '#src/db/tab-messages.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { feedWorklist, type StudyNews, type WorklistFeed } from '#src/workers/worklist-feed.ts'
import { WorklistWindow } from '#src/workers/worklist-window.ts'
import { aDraft, aStudy, studyId } from '../support/rows.ts'
import { anAuthor, openBare, until } from '../support/test-page.ts'

let feed: WorklistFeed | undefined
afterEach(() => feed?.stop())

async function start(count: number) {
  const databases = await openBare()
  for (let n = 0; n < count; n += 1) await keepConfirmed(databases, { study: aStudy({ id: studyId(n) }) })
  const window = new WorklistWindow()
  let listener: (event: { data: TabMessage }) => void = () => undefined
  const news: StudyNews = { addEventListener: (_, given) => (listener = given), close: () => undefined }
  let changes = 0
  feed = feedWorklist(databases, window, () => (changes += 1), news)
  await feed.ready
  return { databases, window, tell: (data: TabMessage) => listener({ data }), changes: () => changes }
}
const author = anAuthor('u')
const row = (window: WorklistWindow, n: number) =>
  window
    .answer({
      input: { p: 1, ps: 1000, flag: 'archives', assigned_type: 'Any' },
      viewer: { userId: 'u', isClientAdmin: true, isDoctor: false, permissions: [], branchIds: [] },
      zone: 'UTC',
    })
    .rows.find(({ id }) => id === studyId(n))

test('the window holds every copy once it is ready', async () => {
  const { window } = await start(30)
  expect(window.size).toBe(30)
})

test('changed copies are read again after a notice, and deleted ones are removed', async () => {
  const { databases, window, tell } = await start(2)
  await keepConfirmed(databases, { study: aStudy({ id: studyId(1), rev: 2, study_desc: 'newer' }) })
  await databases.cache.studies.delete(studyId(0))
  tell({ kind: 'studies', ids: [studyId(0), studyId(1)] })
  await until(() => row(window, 1)?.study_desc === 'newer')
  expect(row(window, 0)).toBeUndefined()
  await keepConfirmed(databases, { study: aStudy({ id: studyId(5) }) })
  tell({ kind: 'studies', ids: 'all' })
  await until(() => window.size === 2)
})

test('a change of this device is in the window without a notice', async () => {
  const { databases, window, changes } = await start(2)
  const before = changes()
  await save(databases)
  await until(() => row(window, 1)?.status === 'Draft')
  expect(row(window, 1)?.onDevice).toBe(true)
  expect(changes()).toBeGreaterThan(before)
})

const save = (databases: Databases) =>
  saveDraftIn(databases, author, aDraft('text', { study_id: studyId(1) }), 'Draft', saveLabel)
