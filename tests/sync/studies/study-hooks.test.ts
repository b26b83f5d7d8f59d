// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { StudyListInput } from '#contract/calls/studies.ts'
import { SKIP_REASONS } from '#domain/study/lists/skip-reasons.ts'
import { STUDY_LIST_REFRESH_MS, WRITING_BEAT_MS } from '#domain/time/intervals.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { NO_COPIES, writeCacheState } from '#src/sync/pull/cache-state.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { coverageOf, covers, useCoverage } from '#src/sync/studies/coverage.ts'
import { findListPage } from '#src/sync/studies/find-list-page.ts'
import { areStudiesFetched, findNextStudy } from '#src/sync/studies/find-next-study.ts'
import { findFirstRows } from '#src/sync/studies/first-page.ts'
import { listQuestionOf } from '#src/sync/studies/list-question.ts'
import { listKeyOf, readNearby } from '#src/sync/studies/nearby-pages.ts'
import { findReader } from '#src/sync/studies/reader.ts'
import { skipStudy } from '#src/sync/studies/skipped-studies.ts'
import { CutShortError, streamStudy } from '#src/sync/studies/stream-study.ts'
import { openStudyPages } from '#src/sync/studies/study-pages.ts'
import { useLabReports } from '#src/sync/studies/use-lab-reports.ts'
import { useListCounts } from '#src/sync/studies/use-list-counts.ts'
import { useSavedFilters } from '#src/sync/studies/use-saved-filters.ts'
import { useServerList } from '#src/sync/studies/use-server-list.ts'
import { useSkipReason } from '#src/sync/studies/use-skip-reason.ts'
import { useUnmatchedCount } from '#src/sync/studies/use-unmatched-count.ts'
import { viewerOf } from '#src/sync/studies/viewer.ts'
import { followWriters, studiesOfOthers, usePolledWriters, useWritersOf } from '#src/sync/studies/writers.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { type HeldCall, holdCalls, holdIntervals, pass, settled } from '../support/held-calls.ts'
import { aStudy, BRANCH, studyId } from '../support/rows.ts'
import { anAuthor, openBare } from '../support/test-page.ts'

let calls: HeldCall[]
beforeAll(() => loadTransport())
beforeEach(() => {
  calls = holdCalls()
  setSession(sessionFields())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setDevice(undefined)
  setSession(undefined)
  vi.unstubAllGlobals()
})
const input = (change: object = {}) => StudyListInput.parse({ flag: 'worklist', p: 1, ps: 25, ...change })
const listOf = (rows: unknown[], total = rows.length) => ({
  result: { data: rows, page: { start: 0, total: rows.length, total_records: total, cur_page: 1 } },
})
const idsOf = (rows: readonly { id: string }[] | undefined) => rows?.map(({ id }) => id)

/** A device whose worklist answers as the test says. */
async function atDevice(change: object = {}) {
  const databases = await openBare()
  const device = {
    databases,
    author: { ...anAuthor(databases.userId), isOnline: () => true },
    hasWorklist: () => true,
    wake: () => undefined,
    refresh: () => undefined,
    ...change,
  } as unknown as Device
  setDevice(device)
  return { databases, device }
}

test('what a device covers begins at its window, or later where the disk was full', () => {
  const from = '2026-11-01T00:00:00.000Z'
  const state = { ...NO_COPIES, isComplete: true, windows: { study: { from } }, cursor: 'c' }
  expect(coverageOf(state)).toEqual({ from: new Date(from), cursor: 'c' })
  const later = Date.parse('2026-11-05T00:00:00.000Z')
  expect(coverageOf({ ...state, keptFrom: later })).toEqual({ from: new Date(later), cursor: 'c' })
  expect(coverageOf({ ...state, keptFrom: 1 })).toEqual({ from: new Date(from), cursor: 'c' })
  expect(coverageOf({ ...state, isComplete: false })).toEqual({ from: undefined, cursor: undefined })
  expect(coverageOf({ ...state, windows: {} })).toEqual({ from: undefined, cursor: 'c' })
})

test('a device covers a list that begins in its window, and never one by department', () => {
  const viewer = viewerOf(sessionFields({ modules: ['view_archives', 'view_all_dr_worklist'] }))
  const from = new Date('2026-11-09T18:30:00.000Z')
  const isCovered = (change: object, known: Date | undefined = from) =>
    covers({ from: known, cursor: 'c' }, input({ flag: 'archives', ...change }), {
      zone: 'Asia/Kolkata',
      viewer,
    })
  expect(isCovered({ from_date: '2026-11-10' })).toBe(true)
  expect(isCovered({ from_date: '2026-11-10' }, new Date(from.getTime() + 1))).toBe(false)
  expect(isCovered({ from_date: '2026-11-09' })).toBe(false)
  expect(isCovered({})).toBe(false)
  expect(
    covers({ from: undefined, cursor: 'c' }, input({ from_date: '2026-11-10' }), { zone: 'UTC', viewer }),
  ).toBe(false)
  expect(isCovered({ from_date: '2026-11-10', department_id: studyId(1) })).toBe(false)
})

test('the coverage of a page follows its copies', async () => {
  const { databases } = await atDevice()
  const { result } = renderHook(() => useCoverage())
  await waitFor(() => expect(result.current).toEqual({ from: undefined, cursor: undefined }))
  await act(() =>
    writeCacheState(databases.cache, {
      ...NO_COPIES,
      isComplete: true,
      cursor: 'c',
      windows: { study: { from: '2026-11-01T00:00:00.000Z' } },
    }),
  )
  await waitFor(() => expect(result.current?.cursor).toBe('c'))
})

test('the place of a study in a list is known to an opened worklist of a signed-in user', async () => {
  const asked: unknown[] = []
  const worklist = () => ({
    pageOf: async (question: unknown, id: string) => {
      asked.push(question)
      return id === 'here' ? { page: 3 } : undefined
    },
  })
  await atDevice({ worklist })
  expect(await findListPage(input(), 'here')).toBe(3)
  expect(await findListPage(input(), 'away')).toBeUndefined()
  expect(asked).toHaveLength(2)
  setSession(undefined)
  expect(await findListPage(input(), 'here')).toBeUndefined()
  setSession(sessionFields())
  await atDevice({ worklist, hasWorklist: () => false })
  expect(await findListPage(input(), 'here')).toBeUndefined()
})

test('only the reading order needs to know what the reader postponed', async () => {
  await atDevice()
  const fields = sessionFields({ can_sign: 1 })
  expect(await listQuestionOf(input(), fields)).not.toHaveProperty('reader')
  await skipStudy(studyId(5), SKIP_REASONS[0])
  expect(await listQuestionOf(input({ sort: 'reading' }), fields)).toMatchObject({
    reader: { canSign: true, skipped: [studyId(5)], busy: [] },
  })
  expect((await findReader(sessionFields({ can_sign: 0 }))).canSign).toBe(false)
  const { result } = renderHook(() => useSkipReason(studyId(5)))
  await waitFor(() => expect(result.current).toBe(SKIP_REASONS[0]))
  const other = renderHook(() => useSkipReason(studyId(6)))
  await settled(60)
  expect(other.result.current).toBeUndefined()
})

test('the next study comes from the worklist; offline, one whose text is not here is passed over', async () => {
  const questions: { absent: string[]; withoutId: string }[] = []
  let isOnline = true
  const queue = [studyId(2), studyId(3)]
  const worklist = () => ({
    next: async (question: { absent: string[]; withoutId: string }) => {
      questions.push({ ...question })
      return { id: queue.find((id) => !question.absent.includes(id)) }
    },
  })
  const databases = await openBare()
  await atDevice({ databases, worklist, author: { ...anAuthor(databases.userId), isOnline: () => isOnline } })
  expect(await findNextStudy(studyId(1))).toBe(studyId(2))
  expect(questions[0]).toMatchObject({ withoutId: studyId(1), absent: [] })
  isOnline = false
  expect(await findNextStudy(studyId(1))).toBeUndefined()
  expect(questions.at(-1)!.absent).toEqual(expect.arrayContaining(queue))
  setSession(undefined)
  expect(await findNextStudy(studyId(1))).toBeUndefined()
  expect(await areStudiesFetched()).toBe(false)
  await writeCacheState(databases.cache, { ...NO_COPIES, isComplete: true })
  expect(await areStudiesFetched()).toBe(true)
})

test('the first rows of a list are the newest that match, page by page', async () => {
  const { databases } = await atDevice()
  for (let n = 1; n <= 5; n++)
    await keepConfirmed(databases, {
      study: aStudy({
        id: studyId(n),
        received_datetime: `2026-11-2${n}T08:00:00.000Z`,
        modality: n === 2 ? 'CT' : 'MR',
        pat_name: `P${9 - n}`,
      }),
    })
  const viewer = viewerOf(sessionFields({ is_client_admin: 1 }))
  const rows = async (change: object) =>
    idsOf(
      await findFirstRows(databases, {
        input: input({ ps: 2, ...change }),
        viewer,
        zone: 'Asia/Kolkata',
        now: Date.parse('2026-11-26T00:00:00.000Z'),
      }),
    )
  const archives = { flag: 'archives' }
  const first = await rows(archives)
  expect(first).toEqual([studyId(5), studyId(4)])
  expect(await rows({ ...archives, p: 2 })).toEqual([studyId(3), studyId(2)])
  expect(await rows({ ...archives, p: 3 })).toEqual([studyId(1)])
  expect(await rows({ ...archives, sort: 'priority' })).toEqual([studyId(1), studyId(2)])
})

test('the pages beside the shown one are read after it, as far as there are any', async () => {
  const asked: number[] = []
  const worklist = {
    ask: async ({ input: { p } }: { input: { p: number } }) => {
      asked.push(p)
      return p === 4 ? undefined : { rows: [], matching: 9 }
    },
  }
  const question = (p: number) => ({ input: input({ p, ps: 3 }) }) as never
  const { signal } = new AbortController()
  const keys = async (p: number, matching: number) => [
    ...((await readNearby(worklist, question(p), { rows: [], matching }, signal))?.keys() ?? []),
  ]
  expect(await keys(2, 9)).toEqual([listKeyOf(input({ p: 3, ps: 3 })), listKeyOf(input({ p: 1, ps: 3 }))])
  expect(asked).toEqual([3, 1])
  asked.length = 0
  expect(await keys(1, 3)).toEqual([])
  expect(await keys(1, 4)).toHaveLength(1)
  expect(await keys(3, 10)).toHaveLength(1)
  expect(asked).toEqual([2, 4, 2])
  const left = new AbortController()
  left.abort()
  expect(
    await readNearby(worklist as never, question(1), { rows: [], matching: 9 }, left.signal),
  ).toBeUndefined()
})

test('who reads is asked every beat online, without the user, and forgotten when the page goes offline', async () => {
  holdIntervals()
  const heard: string[][] = []
  const stop = followWriters(() => heard.push(studiesOfOthers()))
  const polled = renderHook(({ isOnline }) => usePolledWriters(isOnline, 'me'), {
    initialProps: { isOnline: false },
  })
  const { result } = renderHook(() => useWritersOf('s1'))
  await settled()
  expect([calls.length, result.current]).toEqual([0, []])
  polled.rerender({ isOnline: true })
  await settled()
  const writer = (study_id: string, user_id: string) => ({ study_id, user_id, name: user_id })
  await calls[0]!.answer({ result: [writer('s1', 'me'), writer('s1', 'you'), writer('s2', 'me')] })
  expect(result.current).toEqual([writer('s1', 'you')])
  expect(studiesOfOthers()).toEqual(['s1'])
  await pass(WRITING_BEAT_MS)
  await calls[1]!.answer({ result: [writer('s1', 'they')] })
  expect(heard).toEqual([['s1']])
  await pass(WRITING_BEAT_MS)
  await calls[2]!.fail()
  expect(result.current).toEqual([])
  expect(heard).toHaveLength(2)
  await pass(WRITING_BEAT_MS)
  await calls.at(-1)!.answer({ result: [writer('s1', 'you')] })
  polled.rerender({ isOnline: false })
  expect(result.current).toEqual([])
  stop()
})

test.each([
  ['worklist', 'study/getList'],
  ['dashboard', 'study/getList/Dashboard'],
])('the list %s of the server is asked when wanted, at news and every two minutes', async (flag, path) => {
  holdIntervals()
  const key = (p: number) => listKeyOf(input({ flag, p }))
  const initialProps: { p?: number; isWanted?: boolean; news?: string } = { isWanted: false }
  const { result, rerender } = renderHook(
    ({ p = 1, isWanted = true, news = '' }: typeof initialProps) => useServerList(key(p), isWanted, news),
    { initialProps },
  )
  await settled()
  expect([calls.length, result.current.isLoading]).toEqual([0, false])
  rerender({})
  await settled()
  expect(calls[0]!.path.endsWith(path)).toBe(true)
  expect(result.current.isLoading).toBe(true)
  await calls[0]!.answer(listOf([{ id: 'a' }]))
  expect(result.current).toMatchObject({
    answer: { rows: [{ id: 'a' }], page: { cur_page: 1 } },
    isLoading: false,
  })
  rerender({ news: 'more' })
  await settled()
  expect(result.current).toMatchObject({ answer: { rows: [{ id: 'a' }] }, isLoading: true })
  await calls[1]!.fail()
  expect(result.current).toMatchObject({ answer: { rows: [{ id: 'a' }] }, error: { name: 'OfflineError' } })
  const lists = () => calls.filter((call) => call.path.endsWith(path))
  await pass(STUDY_LIST_REFRESH_MS)
  expect(lists()).toHaveLength(3)
  await lists()[2]!.answer(listOf([{ id: 'b' }]))
  expect(result.current).toMatchObject({ answer: { rows: [{ id: 'b' }] }, error: undefined })
  rerender({ p: 2, news: 'more' })
  expect(result.current.answer).toBeUndefined()
  await settled()
  rerender({ p: 2, isWanted: false })
  expect(lists()[3]!.signal?.aborted).toBe(true)
})

test('lists are counted together, at news and every two minutes', async () => {
  holdIntervals()
  const lists = { one: { ...input(), p: undefined, ps: undefined }, two: { flag: 'archives' } } as never
  const { result, rerender } = renderHook(
    ({ isWanted, news }) => useListCounts<'one' | 'two'>(lists, { isWanted, news }),
    { initialProps: { isWanted: false, news: '' } },
  )
  await settled()
  expect(calls).toHaveLength(0)
  rerender({ isWanted: true, news: '' })
  await settled()
  expect(calls.map(({ input: { p, ps } }) => [p, ps])).toEqual([
    [1, 1],
    [1, 1],
  ])
  await calls[0]!.answer(listOf([], 7))
  expect(result.current).toBeUndefined()
  await calls[1]!.answer(listOf([], 8))
  expect(result.current).toEqual({ one: 7, two: 8 })
  await pass(STUDY_LIST_REFRESH_MS)
  expect(calls).toHaveLength(4)
  rerender({ isWanted: true, news: 'x' })
  await settled()
  expect(calls).toHaveLength(6)
  expect(calls[2]!.signal?.aborted).toBe(true)
  rerender({ isWanted: false, news: 'x' })
  expect(result.current).toBeUndefined()
})

test('unmatched studies are counted while it is wanted', async () => {
  holdIntervals()
  const { result, rerender } = renderHook(({ isWanted, news }) => useUnmatchedCount(isWanted, news), {
    initialProps: { isWanted: false, news: '' },
  })
  await settled()
  expect([calls.length, result.current]).toEqual([0, undefined])
  rerender({ isWanted: true, news: '' })
  await settled()
  expect(calls[0]!.input).toMatchObject({ p: '1', ps: '1' })
  await calls[0]!.answer(listOf([], 4))
  expect(result.current).toBe(4)
  await pass(STUDY_LIST_REFRESH_MS)
  expect(calls).toHaveLength(2)
  rerender({ isWanted: true, news: 'x' })
  await settled()
  expect(calls).toHaveLength(3)
  rerender({ isWanted: false, news: 'x' })
  expect(result.current).toBeUndefined()
  await pass(STUDY_LIST_REFRESH_MS)
  expect(calls).toHaveLength(3)
})

test('saved filters are counted again every two minutes and after a change, and are here offline', async () => {
  const { databases } = await atDevice()
  holdIntervals()
  const { result } = renderHook(() => useSavedFilters('worklist', true))
  await settled(60)
  expect([result.current.filters, calls[0]!.input]).toEqual([[], { flag: 'worklist' }])
  await calls[0]!.answer({ result: [{ id: 'f' }] })
  expect(result.current.filters).toEqual([{ id: 'f' }])
  expect(result.current.countedAt).toBeInstanceOf(Date)
  expect(await databases.cache.answers.get('saved filters worklist')).toBeDefined()
  await pass(STUDY_LIST_REFRESH_MS)
  expect(calls).toHaveLength(2)
  const saving = result.current.save({ id: 'g', name: 'G', filter: {} as never })
  await settled()
  expect(calls[2]!.input).toMatchObject({ id: 'g', flag: 'worklist' })
  await calls[2]!.answer({ message: 'ok', result: { id: 'g' } })
  await act(() => saving)
  await settled()
  expect(calls).toHaveLength(4)
  const removing = result.current.remove('g')
  await settled()
  expect(calls[4]!.input).toEqual({ id: 'g' })
  await calls[4]!.answer({ message: 'ok' })
  await act(() => removing)
  await settled()
  expect(calls).toHaveLength(6)
})

test('lab reports are kept for offline where the whole first page was asked for', async () => {
  const { databases } = await atDevice()
  holdIntervals()
  const initialProps: { change: object } = { change: { p: 1, ps: 25, k: '' } }
  const { result, rerender } = renderHook(({ change }) => useLabReports(change as never, true), {
    initialProps,
  })
  await settled(60)
  await calls[0]!.answer(listOf([{ id: 'l' }]))
  expect(result.current.answer).toBeDefined()
  await settled(60)
  expect(await databases.cache.answers.count()).toBe(1)
  await databases.cache.answers.clear()
  await pass(STUDY_LIST_REFRESH_MS)
  expect(calls).toHaveLength(2)
  for (const change of [
    { p: 2, ps: 25 },
    { p: 1, ps: 25, k: 'x' },
  ]) {
    rerender({ change })
    await settled()
    await calls.at(-1)!.answer(listOf([]))
    await settled(60)
    expect(await databases.cache.answers.count()).toBe(0)
  }
})

const study = (n: number) => aStudy({ id: studyId(n), branch_id: BRANCH })

test('all pages of a list come from the server, with what waits here, until one is not full', async () => {
  setDevice(undefined)
  const { signal } = new AbortController()
  const { from, pages } = await openStudyPages(input({ sort: 'reading' }), true, signal)
  expect(from).toBe('server')
  const got: number[] = []
  const run = (async () => {
    for await (const { rows, matching } of pages) got.push(rows.length, matching)
  })()
  await settled()
  expect(calls[0]!.path.endsWith('getList/ALL')).toBe(true)
  expect(calls[0]!.input).toMatchObject({ flag: 'worklist', sort: 'time_left', p: 1, ps: 1_000 })
  const many = Array.from({ length: 1_000 }, (_, n) => study(n))
  await calls[0]!.answer(listOf(many, 1_001))
  await settled()
  expect(calls[1]!.input).toMatchObject({ p: 2 })
  await calls[1]!.answer(listOf([study(1)], 1_001))
  await run
  expect(got).toEqual([1_000, 1_001, 1, 1_001])
  expect(calls).toHaveLength(2)
  const dashboard = await openStudyPages(input({ flag: 'dashboard' }), true, signal)
  const reading = dashboard.pages[Symbol.asyncIterator]().next()
  await settled()
  expect(calls[2]!.path.endsWith('getList/Dashboard')).toBe(true)
  expect(calls[2]!.input).toMatchObject({ forCsv: 'T' })
  await calls[2]!.answer(listOf([]))
  await reading
})

test('offline all pages come from this device, once its studies are in memory', async () => {
  const pagesAsked: number[] = []
  let isLoaded = false
  const listeners = new Set<() => void>()
  const worklist = () => ({
    ask: async ({ input: { p } }: { input: { p: number } }) => {
      if (!isLoaded) {
        isLoaded = true
        setTimeout(() => {
          for (const tell of listeners) tell()
        }, 5)
        return undefined
      }
      pagesAsked.push(p)
      const rows = p === 1 ? Array.from({ length: 1_000 }, (_, n) => study(n)) : [study(1)]
      return { rows, matching: 1_001 }
    },
    onChange: (tell: () => void) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  })
  const { databases } = await atDevice({ worklist })
  await writeCacheState(databases.cache, {
    ...NO_COPIES,
    isComplete: true,
    windows: { study: { from: '2026-11-01T00:00:00.000Z' } },
  })
  const opened = await openStudyPages(
    input({ department_id: studyId(1) }),
    false,
    new AbortController().signal,
  )
  expect(opened).toMatchObject({ from: 'device', coveredFrom: new Date('2026-11-01T00:00:00.000Z') })
  const sizes: number[] = []
  for await (const { rows } of opened.pages) sizes.push(rows.length)
  expect([sizes, pagesAsked, listeners.size]).toEqual([[1_000, 1], [1, 2], 0])
  setSession(undefined)
  const none = await openStudyPages(input(), false, new AbortController().signal)
  for await (const _ of none.pages) throw new Error('nobody is signed in')
})

function streaming(chunks: number[], change: { error?: Error; estimate?: string } = {}) {
  vi.stubGlobal('fetch', async () => {
    const left = [...chunks]
    const body = new ReadableStream({
      pull(controller) {
        const next = left.shift()
        if (next !== undefined) controller.enqueue(new Uint8Array(next))
        else if (change.error) controller.error(change.error)
        else controller.close()
      },
    })
    const headers = change.estimate === undefined ? undefined : { 'x-estimated-bytes': change.estimate }
    return new Response(body, headers && { headers })
  })
}

test('a study is collected in portions, and its progress told; one that is cut short is not kept', async () => {
  const { signal } = new AbortController()
  const told: number[] = []
  const run = () => streamStudy(studyId(1), ({ received }) => told.push(received), signal)
  streaming([10 * 1024 * 1024, 7 * 1024 * 1024, 5])
  const blob = await run()
  expect(blob.size).toBe(17 * 1024 * 1024 + 5)
  expect(blob.type).toBe('application/zip')
  expect(told).toEqual([10 * 1024 * 1024, 17 * 1024 * 1024, 17 * 1024 * 1024 + 5])
  streaming([5], { error: new TypeError('cut') })
  const cut = await run().catch((error: unknown) => error)
  expect(cut).toBeInstanceOf(CutShortError)
  expect((cut as Error).name).toBe('CutShortError')
  vi.stubGlobal('fetch', async () => new Response(null))
  await expect(run()).rejects.toBeInstanceOf(CutShortError)
})
