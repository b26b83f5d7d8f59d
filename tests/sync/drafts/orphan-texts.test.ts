// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RowBrokenError } from '#src/db/sealing/record-codec.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import { clinicalRow } from '#src/sync/clinical/clinical-text.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { findAutosave } from '#src/sync/drafts/autosave-of.ts'
import { isForeignDraft } from '#src/sync/drafts/draft-rows.ts'
import { holdPage, isPageGone, pageLockName } from '#src/sync/drafts/page-lock.ts'
import { queueOrphans } from '#src/sync/drafts/queue-orphans.ts'
import { useUnsavedTexts } from '#src/sync/drafts/use-unsaved-texts.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { ForeignDraftError } from '#src/sync/outbox/make/stand.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { addendumRowId } from '#src/sync/reports/addendum-draft.ts'
import { keepDraftIn } from '#src/sync/reports/keep-draft.ts'
import { peerRowId } from '#src/sync/reports/peer-text.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { FakeLocks } from '../support/fake-locks.ts'
import { aDraft, aReport, studyId } from '../support/rows.ts'
import { anAuthor, openBare, withStudy } from '../support/test-page.ts'

afterEach(() => {
  cleanup()
  setDevice(undefined)
})

async function start() {
  const databases = await openBare()
  await withStudy(databases)
  const author = { ...anAuthor(databases.userId), writer: 'here' }
  const dead = { ...author, writer: 'dead' }
  const queue = async () => databases.outbox.openAll(await databases.work.outbox.orderBy('seq').toArray())
  return { databases, author, dead, queue }
}
const gone = async (writer: string) => writer === 'dead'
const REPORT = aReport().id

test('a text of a page that is gone is queued once; those of this page and of living ones are left', async () => {
  const { databases, author, dead, queue } = await start()
  await keepDraftIn(databases, dead, aDraft('dead'), saveLabel)
  const second = aDraft('second', { study_id: studyId(2) })
  await keepDraftIn(databases, { ...dead, writer: 'alive' }, second, saveLabel)
  await keepDraftIn(databases, author, aDraft('own', { study_id: studyId(3) }), saveLabel)
  expect(await queueOrphans(databases, author, gone)).toBe(1)
  const [row] = await queue()
  expect(row?.body.input).toMatchObject({ report_data: '<p>dead</p>' })
  expect((await databases.work.drafts.get(REPORT))?.isSaved).toBe(true)
  expect(await queueOrphans(databases, author, gone)).toBe(0)
  expect(await queue()).toHaveLength(1)
  // Even a page whose own lock says nothing does not queue its own text.
  expect(await queueOrphans(databases, author, async () => true)).toBe(1)
  expect((await queue()).map(({ body }) => (body.input as { report_data: string }).report_data)).toEqual([
    '<p>dead</p>',
    '<p>second</p>',
  ])
})

test('a damaged text delays no other, and another error of the disk is no secret', async () => {
  const { databases, author, dead, queue } = await start()
  await keepDraftIn(databases, dead, aDraft('damaged'), saveLabel)
  await keepDraftIn(databases, dead, aDraft('whole', { study_id: studyId(2) }), saveLabel)
  let problem: Error = new RowBrokenError({ database: '', table: 'drafts', id: REPORT })
  const find = (id: string) => (id === REPORT ? Promise.reject(problem) : databases.drafts.find(id))
  const broken = { ...databases, drafts: { ...databases.drafts, find } }
  expect(await queueOrphans(broken, author, gone)).toBe(1)
  expect(await queue()).toHaveLength(1)
  problem = new TypeError('the disk is away')
  await expect(queueOrphans(broken, author, gone)).rejects.toThrow('the disk is away')
})

const rowOf = (text: string, change: Parameters<typeof aDraft>[1] = {}): OpenDraft => {
  const { report_id: id, study_id: study, base_rev: baseRev, updated, ...body } = aDraft(text, change)
  return {
    id,
    rev: 0,
    study,
    updated,
    command: undefined,
    baseRev,
    isSaved: false,
    writer: 'w',
    body,
  }
}

test('a text is saved by itself unless its form or its report forbids it', async () => {
  const { databases } = await start()
  const records = localRecords(databases)
  const save = await findAutosave(rowOf('one'), records)
  expect(save?.(rowOf('one'))).toMatchObject({ key: 'saveReport' })
  expect(await findAutosave(rowOf('one', { is_autosave_off: true }), records)).toBeUndefined()
  await keepConfirmed(databases, { reports: [aReport({ status: 'Signed' })] })
  expect(await findAutosave(rowOf('one'), records)).toBeUndefined()
  // Another report of the study is judged by itself.
  expect(await findAutosave(rowOf('two', { report_no: 2 }), records)).toBeDefined()
  // What only a person sends, whatever its text.
  for (const id of [addendumRowId(REPORT), peerRowId({ kind: 'reading', id: studyId(5) })])
    expect(await findAutosave({ ...rowOf('two', { report_no: 2 }), id }, records)).toBeUndefined()
  const clinical = clinicalRow(
    {
      id: studyId(9),
      appt_id: studyId(8),
      kind: 'MED_HISTORY',
      content: 'Asthma',
      base_rev: undefined,
      updated: 1,
    },
    'w',
  )
  const ofVisit = await findAutosave(clinical, records)
  expect(ofVisit?.(clinical)).toMatchObject({
    key: 'appt/saveTreatmentDtl',
    input: { appt_id: studyId(8), type: 'MED_HISTORY', content: 'Asthma' },
  })
})

test('only the error of another page’s text counts as such, also wrapped by the library', () => {
  const foreign = Object.assign(Object.create(ForeignDraftError.prototype) as Error, { message: 'held' })
  expect(isForeignDraft(foreign)).toBe(true)
  expect(isForeignDraft(Object.assign(new Error('aborted'), { inner: foreign }))).toBe(true)
  expect(isForeignDraft(Object.assign(new Error('aborted'), { inner: new Error('other') }))).toBe(false)
  expect(isForeignDraft(new Error('other'))).toBe(false)
  expect(isForeignDraft('other')).toBe(false)
})

test('a page holds its lock until it stops; then it is gone', async () => {
  const locks = new FakeLocks()
  const stop = new AbortController()
  expect(await isPageGone(locks, 'one')).toBe(true)
  holdPage(locks, 'one', stop.signal)
  expect(await isPageGone(locks, 'one')).toBe(false)
  expect(await isPageGone(locks, 'two')).toBe(true)
  stop.abort()
  await waitFor(async () => expect(await isPageGone(locks, 'one')).toBe(true))
  expect(pageLockName('one')).toBe('readroom-page-one')
})

test('a browser that refuses the lock stops nothing', async () => {
  const locks = { request: () => Promise.reject(new DOMException('stolen', 'AbortError')) }
  holdPage(locks, 'one', new AbortController().signal)
  await new Promise((done) => setTimeout(done, 10))
})

test('texts that no change carries are listed until one does', async () => {
  const { databases, author, dead } = await start()
  setDevice({ databases } as Device)
  const { result } = renderHook(() => useUnsavedTexts())
  expect(result.current).toEqual([])
  await keepDraftIn(databases, dead, aDraft('typed'), saveLabel)
  await waitFor(() =>
    expect(result.current).toMatchObject([{ id: REPORT, words: 'typed', needsPerson: false }]),
  )
  await queueOrphans(databases, author, gone)
  await waitFor(() => expect(result.current).toEqual([]))
})
