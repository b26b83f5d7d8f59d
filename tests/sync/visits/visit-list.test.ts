// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { NO_COPIES, writeCacheState } from '#src/sync/pull/cache-state.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { heldVisits } from '#src/sync/visits/held-visits.ts'
import { listRange } from '#src/sync/visits/list-range.ts'
import { useServerPage } from '#src/sync/visits/use-server-page.ts'
import { useVisitList } from '#src/sync/visits/use-visit-list.ts'
import { visitPages } from '#src/sync/visits/visit-pages.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { listedVisitOf, visitRowOf } from '#tests/helpers/device/visit-row.ts'
import { copyIn } from '../support/copy-in.ts'
import { type HeldCall, holdCalls, holdIntervals, pass, settled } from '../support/held-calls.ts'
import { openBare } from '../support/test-page.ts'

const DAY = '2026-11-23'
const range = listRange(
  [{ id: 'andheri', time_zone: 'Asia/Kolkata' }],
  { fromDay: DAY, toDay: DAY },
  { zone: 'Asia/Kolkata', day: DAY },
)
const question = (change: object = {}) =>
  ({ input: { order_by: 'date_desc', ...change }, range, decimals: 2 }) as never
let calls: HeldCall[]
let refreshed = 0
beforeAll(() => loadTransport())
beforeEach(() => {
  calls = holdCalls()
  refreshed = 0
  setSession(sessionFields())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setDevice(undefined)
  setSession(undefined)
  vi.unstubAllGlobals()
})
async function atDevice(...ids: string[]) {
  const databases = await openBare()
  setDevice({ databases, refresh: () => (refreshed += 1) } as unknown as Device)
  const keep = async (id: string, change: object = {}) => {
    const body = { ...visitRowOf({ id }), ...change } as never
    await databases.cache.visits.put(await databases.visits.seal(copyIn('visit', body, 'branch:1')))
  }
  for (const id of ids) await keep(id)
  return { databases, keep }
}
const page = (ids: string[], total = ids.length) => ({
  result: {
    data: ids.map((id) => listedVisitOf({ id })),
    page: { start: 0, total: ids.length, total_records: total, cur_page: 1 },
    totals: { sums: null, visits: total, cancelled: 0 },
  },
  as_at: { pos: 1, at: `${DAY}T06:00:00Z` },
  scope: { self_created: 0, invoices: 'All' },
})
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const lists = () => calls.filter(({ path }) => path.includes('report/visits'))

test('the visits of a day at a branch are held from its first to before its last instant', async () => {
  const { databases, keep } = await atDevice()
  const [span] = range.spans
  const at = (ms: number) => ({ start_dt: new Date(ms).toISOString() })
  await keep('first', at(span!.from))
  await keep('last', at(span!.until - 1))
  await keep('before', at(span!.from - 1))
  await keep('after', at(span!.until))
  await keep('elsewhere', { branch_id: 'bandra' })
  const held = heldVisits(range, true)
  const device = { databases } as Device
  const found = await held.open(await held.read(device), device)
  expect(found.map(({ visit }) => visit.id).toSorted()).toEqual(['first', 'last'])
  expect(found[0]).toMatchObject({ base: { rev: 1 }, money: { receipts: [], refunds: [] } })
  const without = heldVisits(range, false)
  expect((await without.open(await without.read(device), device))[0]?.money).toBeUndefined()
})

test('a page of the server is asked when wanted, at news, every two minutes and on request', async () => {
  holdIntervals()
  const { result, rerender, unmount } = renderHook(
    ({ isWanted, news, p }) => useServerPage({ p } as never, isWanted, news),
    { initialProps: { isWanted: false, news: '', p: 1 } },
  )
  await settled()
  expect([calls.length, result.current.isAsking]).toEqual([0, false])
  rerender({ isWanted: true, news: '', p: 1 })
  await settled()
  expect(result.current).toMatchObject({ answer: undefined, isAsking: true })
  await lists()[0]!.answer(page(['a']))
  expect(result.current).toMatchObject({ answer: { result: { data: [{ id: 'a' }] } }, isAsking: false })
  rerender({ isWanted: true, news: 'x', p: 1 })
  await settled()
  expect(result.current.isAsking).toBe(true)
  await lists()[1]!.fail()
  expect(result.current).toMatchObject({
    answer: { result: {} },
    error: { name: 'OfflineError' },
    isAsking: false,
  })
  await pass(STUDY_LIST_REFRESH_MS)
  expect(lists()).toHaveLength(3)
  expect(result.current.error).toBeUndefined()
  act(() => result.current.refresh())
  await settled()
  expect(lists()).toHaveLength(4)
  expect(lists()[2]!.signal?.aborted).toBe(true)
  rerender({ isWanted: true, news: 'x', p: 2 })
  expect(result.current.answer).toBeUndefined()
  unmount()
  await pass(STUDY_LIST_REFRESH_MS)
  expect(lists().length).toBeLessThan(7)
})

test('online the list is the server’s; until it answers, this device’s newest are a preview', async () => {
  await atDevice('known')
  const asked = question()
  const { result } = renderHook(() => useVisitList(asked))
  await waitFor(() => expect(lists()).not.toHaveLength(0))
  await waitFor(() => expect(idsOf(result.current.rows)).toEqual(['known']))
  expect(result.current).toMatchObject({ from: 'device', isLoading: true, isOutOfReach: false })
  expect(result.current.coveredFrom).toBeUndefined()
  await lists()
    .at(-1)!
    .answer(page(['known', 'far'], 2))
  await waitFor(() => expect(result.current.from).toBe('server'))
  expect(idsOf(result.current.rows)).toEqual(['known', 'far'])
  expect(result.current).toMatchObject({ asAt: `${DAY}T06:00:00Z`, isLoading: false, notOnServer: 0 })
  const before = lists().length
  act(() => result.current.refresh())
  await settled()
  expect([refreshed, lists().length]).toEqual([1, before + 1])
  await lists().at(-1)!.answer({ message: 'No.', code: 'not_permitted' }, 422)
  expect(result.current.error?.message).toBe('No.')
})

test('oldest first, a device that does not cover the days shows nothing until the server answers', async () => {
  const { databases } = await atDevice('known')
  const asked = question({ order_by: 'date_asc' })
  const { result } = renderHook(() => useVisitList(asked))
  await waitFor(() => expect(lists()).not.toHaveLength(0))
  await settled(60)
  expect(result.current).toMatchObject({ rows: [], isLoading: true })
  await act(() =>
    writeCacheState(databases.cache, {
      ...NO_COPIES,
      isComplete: true,
      windows: { visit: { from: '2026-11-01T00:00:00.000Z' } },
    }),
  )
  await waitFor(() => expect(idsOf(result.current.rows)).toEqual(['known']))
})

async function collect(pages: AsyncIterable<{ rows: readonly { id: string }[]; matching: number }>) {
  const got: [number, number][] = []
  for await (const { rows, matching } of pages) got.push([rows.length, matching])
  return got
}

test('a file of visits has all pages of the server; offline those of this device, or nothing', async () => {
  await atDevice('known')
  const { signal } = new AbortController()
  const run = collect(visitPages(question(), true, signal))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]!.path.endsWith('report/visits/ALL')).toBe(true)
  expect(calls[0]!.input).toMatchObject({ ps: 1_000 })
  await calls[0]!.answer(
    page(
      Array.from({ length: 1_000 }, (_, n) => `v${n}`),
      1_001,
    ),
  )
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]!.answer(page(['last'], 1_001))
  expect(await run).toEqual([
    [1_000, 1_001],
    [1, 1_001],
  ])
  expect(await collect(visitPages(question(), false, signal))).toEqual([[1, 1]])
  await expect(collect(visitPages(question({ patient_visit: 'New' }), false, signal))).rejects.toThrow(
    'network',
  )
  const stopped = new AbortController()
  stopped.abort()
  expect(await collect(visitPages(question(), true, stopped.signal))).toEqual([])
})
