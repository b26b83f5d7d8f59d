// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { reportReach } from '#src/sync/api/reach.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { writeCacheState } from '#src/sync/pull/cache-state.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { useStudyList } from '#src/sync/studies/use-study-list.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import { feedWorklist } from '#src/workers/worklist-feed.ts'
import { WorklistWindow } from '#src/workers/worklist-window.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, BRANCH, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const WINDOW_FROM = '2026-08-21T00:00:00.000Z'
const OLD = '2025-01-01T00:00:00.000Z'
let page: Page
let isServerThere = true
let asked = 0

/** Runs the worker's part in this thread. */
function worklistHere(): WorklistClient {
  const window = new WorklistWindow()
  const listeners = new Set<() => void>()
  let isReady = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const feed = feedWorklist(page.databases, window, tell, {
    addEventListener: () => undefined,
    close: () => undefined,
  })
  void feed.ready.then(() => {
    isReady = true
    return tell()
  })
  return {
    ask: async (question) => (isReady ? window.answer(question) : undefined),
    pageOf: async (question, id) => (isReady ? { page: window.pageOf(question, id) } : undefined),
    next: async (question) => (isReady ? { id: window.next(question) } : undefined),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    give: () => undefined,
    lock: feed.stop,
    unlock: () => undefined,
    close: feed.stop,
  }
}

beforeEach(async () => {
  isServerThere = true
  asked = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isServerThere) throw new TypeError('fetch failed')
    if (url.includes('hello')) return new Response(JSON.stringify({ server_time: new Date().toISOString() }))
    asked += 1
    const data = [aStudy({ id: studyId(1) }), aStudy({ id: studyId(9), received_datetime: OLD })]
    const result = { data, page: { start: 0, total: 2, total_records: 7, cur_page: 1 } }
    return new Response(JSON.stringify({ result }))
  })
  page = await openPage(new Browser(), new ModelServer(), { openWorklist: worklistHere })
  page.link.set(false)
  const { databases } = page
  await keepConfirmed(databases, { study: aStudy({ id: studyId(1) }) })
  await keepConfirmed(databases, {
    study: aStudy({ id: studyId(2), received_datetime: '2026-11-19T08:00:00.000Z' }),
  })
  await databases.cache.transaction('rw', databases.cache.meta, () =>
    writeCacheState(databases.cache, {
      cursor: 'here',
      epoch: 'first',
      granted: ['client'],
      windows: { study: { from: WINDOW_FROM } },
      isComplete: true,
    }),
  )
  setSession(sessionFields({ branch_ids: BRANCH }))
  setDevice(page.device)
})
afterEach(async () => {
  cleanup()
  setDevice(undefined)
  setSession(undefined)
  isServerThere = true
  reportReach({ answered: true, asked: new Date() })
  await page.device.stop()
  vi.unstubAllGlobals()
})

const filter = (change: Partial<StudyListInput> = {}): StudyListInput => ({
  p: 1,
  ps: 20,
  flag: 'archives',
  assigned_type: 'Any',
  ...change,
})
const list = (input: StudyListInput) => renderHook(() => useStudyList(input)).result
const ids = (result: { current: ReturnType<typeof useStudyList> }) => result.current.rows.map(({ id }) => id)

test('within its window the device returns the list, without a request to the server', async () => {
  const result = list(filter({ from_date: '2026-11-01' }))
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  expect(ids(result)).toEqual([studyId(1), studyId(2)])
  expect(result.current).toMatchObject({ from: 'device', page: { total_records: 2, cur_page: 1 } })
  expect(result.current.coveredFrom).toBeUndefined()
  expect(asked).toBe(0)
})

test('outside its window the server returns the list', async () => {
  const result = list(filter())
  await waitFor(() => expect(result.current.from).toBe('server'))
  expect(ids(result)).toEqual([studyId(1), studyId(9)])
  expect(result.current.page.total_records).toBe(7)
})

test('offline the device shows its copies and how far back they go', async () => {
  isServerThere = false
  const result = list(filter())
  await waitFor(() => expect(result.current.coveredFrom?.toISOString()).toBe(WINDOW_FROM))
  expect(ids(result)).toEqual([studyId(1), studyId(2)])
  expect(result.current).toMatchObject({ from: 'device', isLoading: false, error: undefined })
})

test('a person’s change is in the list at once, whichever side returns the list', async () => {
  const within = list(filter({ from_date: '2026-11-01' }))
  const beyond = list(filter())
  await waitFor(() => expect(beyond.current.from).toBe('server'))
  await saveReport(aDraft('text', { study_id: studyId(1) }), 'Draft')
  for (const result of [within, beyond])
    await waitFor(() =>
      expect(result.current.rows.find(({ id }) => id === studyId(1))).toMatchObject({
        status: 'Draft',
        onDevice: true,
      }),
    )
})

test('a requested refresh asks the server again if it provides the list', async () => {
  const result = list(filter())
  await waitFor(() => expect(result.current.from).toBe('server'))
  const before = asked
  result.current.refresh()
  await waitFor(() => expect(asked).toBe(before + 1))
})

test('a page turned offline is awaited from the device, and never shows an error first', async () => {
  isServerThere = false
  const seen: { rows: number; isLoading: boolean; error: boolean }[] = []
  const { result, rerender } = renderHook(
    ({ input }) => {
      const shown = useStudyList(input)
      seen.push({ rows: shown.rows.length, isLoading: shown.isLoading, error: shown.error !== undefined })
      return shown
    },
    { initialProps: { input: filter() } },
  )
  await waitFor(() => expect(result.current.rows).toHaveLength(2))
  for (const p of [2, 1, 2, 1]) {
    rerender({ input: filter({ p }) })
    await waitFor(() => expect(result.current.isLoading).toBe(false))
  }
  expect(result.current.rows).toHaveLength(2)
  expect(seen.filter((one) => one.error)).toEqual([])
})

test('the next and the previous page are shown at once, with the changes that were made in the meantime', async () => {
  const on = (p: number) => filter({ from_date: '2026-11-01', p, ps: 1 })
  const { result, rerender } = renderHook(({ input }) => useStudyList(input), {
    initialProps: { input: on(1) },
  })
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  const turn = async (p: number) => {
    // A person takes longer than the device to read the neighbours.
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    rerender({ input: on(p) })
    expect(result.current).toMatchObject({ isLoading: false, page: { total_records: 2, cur_page: p } })
    return result.current.rows[0]
  }
  expect((await turn(2))?.id).toBe(studyId(2))
  expect((await turn(1))?.id).toBe(studyId(1))
  await saveReport(aDraft('text', { study_id: studyId(2) }), 'Draft')
  expect(await turn(2)).toMatchObject({ id: studyId(2), status: 'Draft', onDevice: true })
  expect((await turn(1))?.id).toBe(studyId(1))
})
