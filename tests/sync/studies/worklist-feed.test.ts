// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { TabMessage } from '#src/db/tab-messages.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { HandedRows } from '#src/workers/handed-rows.ts'
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
  const handed = new HandedRows()
  feed = feedWorklist(databases, window, () => (changes += 1), news, handed)
  await feed.ready
  return { databases, window, handed, tell: (data: TabMessage) => listener({ data }), changes: () => changes }
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

/** Returns the ids of the studies that are opened from now on. */
function watchOpened({ studies }: Databases): string[] {
  const opened: string[] = []
  const { openAll } = studies
  Object.assign(studies, {
    openAll: (rows: Parameters<typeof openAll>[0]) => {
      opened.push(...rows.map(({ id }) => id))
      return openAll(rows)
    },
  })
  return opened
}

test('a study that the page handed over is shown without decrypting its copy; another revision is decrypted', async () => {
  const { databases, window, handed, tell } = await start(3)
  const newer = [0, 1, 2].map((n) => aStudy({ id: studyId(n), rev: 3, study_desc: `newer ${n}` }))
  for (const study of newer) await keepConfirmed(databases, { study })
  const opened = watchOpened(databases)
  handed.put([newer[0]!, { ...newer[1]!, rev: 2, study_desc: 'older' }])
  tell({ kind: 'studies', ids: newer.map(({ id }) => id) })
  await until(() => row(window, 2)?.study_desc === 'newer 2')
  expect([row(window, 0)?.study_desc, row(window, 1)?.study_desc]).toEqual(['newer 0', 'newer 1'])
  expect(opened).toEqual([studyId(1), studyId(2)])
})

test('a handed study is kept once, and the oldest are dropped when too many wait', () => {
  const handed = new HandedRows()
  const studies = Array.from({ length: 2_001 }, (_, n) => aStudy({ id: studyId(n), rev: 1 }))
  handed.put(studies)
  const take = (n: number) => handed.take({ id: studyId(n), rev: 1 })?.id
  expect([take(0), take(1), take(1), take(2_000)]).toEqual([undefined, studyId(1), undefined, studyId(2_000)])
})

test('a handed study without a notice is not used for a later notice', () => {
  const handed = new HandedRows()
  handed.put([aStudy({ id: studyId(1), rev: 1 })], 0)
  expect(handed.take({ id: studyId(1), rev: 1 }, 5_001)).toBeUndefined()
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
