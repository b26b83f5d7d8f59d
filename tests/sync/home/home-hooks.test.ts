// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BookingRow } from '#contract/calls/bookings.ts'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { bookletIdOf } from '#domain/study/booklet.ts'
import { DESK_REFRESH_MS } from '#domain/time/intervals.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { pickBookings } from '#src/sync/bookings/pick-bookings.ts'
import { useBookings } from '#src/sync/bookings/use-bookings.ts'
import { useVisitStatuses } from '#src/sync/bookings/use-visit-statuses.ts'
import { saveBooklet } from '#src/sync/booklets/save-booklet.ts'
import { useBooklet } from '#src/sync/booklets/use-booklet.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { useDayVisits } from '#src/sync/home/use-day-visits.ts'
import { useOpenCriticals } from '#src/sync/home/use-open-criticals.ts'
import { useReceivedCounts } from '#src/sync/home/use-received-counts.ts'
import { findUnsignedStudies, useUnsignedStudies } from '#src/sync/home/use-unsigned-studies.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { NO_COPIES, writeCacheState } from '#src/sync/pull/cache-state.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { visitRowOf } from '#tests/helpers/device/visit-row.ts'
import { copyIn } from '../support/copy-in.ts'
import { type HeldCall, holdCalls, holdIntervals, pass, settled } from '../support/held-calls.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy, BRANCH, DOCTOR, OTHER_DOCTOR, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

let page: Page
let calls: HeldCall[]
beforeAll(() => loadTransport())
beforeEach(async () => {
  calls = holdCalls()
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  setDevice(undefined)
  await page.device.stop()
  vi.unstubAllGlobals()
})

const AT = Date.parse('2026-11-20T09:00:00.000Z')
const at = (ms: number) => new Date(AT + ms).toISOString()

async function putVisit(n: number, ms: number, change: object = {}): Promise<void> {
  const { cache, visits } = page.databases
  const body = { ...visitRowOf({ id: studyId(n), start_dt: at(ms) }), ...change } as never
  await cache.visits.put(await visits.seal(copyIn('visit', body, 'branch:1')))
}
const idsOf = (rows: readonly { id: string }[] | undefined) => rows?.map(({ id }) => id).toSorted()

test('the visits of a day are those that start in it, with what waits and their consents', async () => {
  await putVisit(1, 0)
  await putVisit(2, 999)
  await putVisit(3, 1_000)
  await putVisit(4, -1)
  const { cache, consents } = page.databases
  for (const [n, visit] of [
    [11, 1],
    [12, 3],
  ] as const) {
    const body = { id: studyId(n), rev: 1, appt_id: studyId(visit), kind: 'Signed' } as never
    await cache.consents.put(await consents.seal(copyIn('consent', body, 'branch:1')))
  }
  const { result, rerender } = renderHook<
    ReturnType<typeof useDayVisits>,
    { span: { from: number; to: number } | undefined }
  >(({ span }) => useDayVisits(span), {
    initialProps: { span: { from: AT, to: AT + 1_000 } },
  })
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(idsOf(result.current?.visits)).toEqual([studyId(1), studyId(2)]))
  expect(idsOf(result.current?.consents)).toEqual([studyId(11)])
  rerender({ span: undefined })
  await waitFor(() => expect(result.current).toEqual({ visits: [], consents: [] }))
})

test('a visit that a waiting change moves into the day is in it, and one that it moves out is not', async () => {
  await putVisit(1, -5_000)
  await putVisit(2, 100)
  const move = (n: number, ms: number) =>
    enqueueCommand(page.databases, page.device.author, {
      key: 'assignDoctor',
      input: { study_id: studyId(n), assigned_doctor_id: null, signed_by_doctor_id: null },
      label: 'Move',
      patches: [{ type: 'visit', id: studyId(n), change: { start_dt: at(ms) } }],
    })
  await move(1, 200)
  await move(2, 5_000)
  const { result } = renderHook(() => useDayVisits({ from: AT, to: AT + 1_000 }))
  await waitFor(() => expect(idsOf(result.current?.visits)).toEqual([studyId(1)]))
})

const CRITICAL: CriticalRow = {
  id: studyId(21),
  rev: 1,
  study_id: studyId(1),
  tag_id: studyId(22),
  tag: 'Critical result',
  opened_by: 'Dr One',
  opened_on: at(0),
  doctor_id: DOCTOR,
  told_to: '',
  told_how: '',
  told_on: null,
  read_back: 0,
  note: '',
  closed_by: '',
  closed_on: null,
}
async function putCritical(change: Partial<CriticalRow>): Promise<void> {
  const { cache, criticals } = page.databases
  const body = { ...CRITICAL, ...change }
  await cache.criticals.put(await criticals.seal(copyIn('critical', body, 'local')))
}

test('critical results of the user are listed with their studies; without a user there are none', async () => {
  await keepConfirmed(page.databases, { study: aStudy({ assigned_doctor_id: DOCTOR }) })
  await putCritical({})
  await putCritical({ id: studyId(23), study_id: studyId(2), doctor_id: OTHER_DOCTOR })
  await putCritical({ id: studyId(24), closed_on: at(1) })
  const { result } = renderHook(() => useOpenCriticals(DOCTOR))
  await waitFor(() =>
    expect(result.current).toMatchObject([{ critical: { id: studyId(21) }, study: { id: studyId(1) } }]),
  )
  const nobody = renderHook(() => useOpenCriticals(undefined))
  await waitFor(() => expect(nobody.result.current).toEqual([]))
})

const spans = {
  today: { from: new Date(AT), to: new Date(AT + 1_000) },
  before: { from: new Date(AT - 10_000), to: new Date(AT - 9_000) },
  weekday: 'Friday' as never,
}
const EVERYWHERE = { isAll: true, branchIds: [] }

test('received studies are counted in both spans, of the own branches only, once they are all here', async () => {
  for (const [n, ms, branch] of [
    [1, 0, BRANCH],
    [2, 999, studyId(90)],
    [3, 1_000, BRANCH],
    [4, -10_000, BRANCH],
    [5, -9_000, BRANCH],
    [6, -9_500, studyId(90)],
  ] as const)
    await keepConfirmed(page.databases, {
      study: aStudy({ id: studyId(n), received_datetime: at(ms), branch_id: branch }),
    })
  const state = (from: string) =>
    writeCacheState(page.databases.cache, {
      ...NO_COPIES,
      granted: ['x'],
      isComplete: true,
      windows: { study: { from } },
      cursor: 'c',
    })
  await state(at(-9_999))
  const { result } = renderHook(() => useReceivedCounts(spans, EVERYWHERE))
  await settled(60)
  expect(result.current).toBeUndefined()
  await act(() => state(at(-10_000)))
  await waitFor(() => expect(result.current).toEqual({ today: 2, before: 2 }))
  const own = renderHook(() => useReceivedCounts(spans, { isAll: false, branchIds: [BRANCH] }))
  await waitFor(() => expect(own.result.current).toEqual({ today: 1, before: 1 }))
  const never = renderHook(() => useReceivedCounts(undefined, EVERYWHERE))
  await settled(60)
  expect(never.result.current).toBeUndefined()
})

test('unsigned studies are those whose report is not signed, with what waits here', async () => {
  const { databases, device } = page
  await keepConfirmed(databases, { study: aStudy({ status: 'Draft' } as never) })
  await keepConfirmed(databases, { study: aStudy({ id: studyId(2), status: 'Signed' } as never) })
  await keepConfirmed(databases, { study: aStudy({ id: studyId(3), status: 'Pending' } as never) })
  const { result } = renderHook(() => useUnsignedStudies(true))
  await waitFor(() => expect(idsOf(result.current)).toEqual([studyId(1), studyId(3)]))
  await enqueueCommand(databases, device.author, {
    key: 'assignDoctor',
    input: { study_id: studyId(2), assigned_doctor_id: OTHER_DOCTOR, signed_by_doctor_id: null },
    label: 'Assign',
  })
  await enqueueCommand(databases, device.author, {
    key: 'assignDoctor',
    input: { study_id: studyId(3), assigned_doctor_id: OTHER_DOCTOR, signed_by_doctor_id: null },
    label: 'Assign',
  })
  await waitFor(() =>
    expect(result.current?.find(({ id }) => id === studyId(3))?.assigned_doctor_id).toBe(OTHER_DOCTOR),
  )
  expect(idsOf(result.current)).toEqual([studyId(1), studyId(3)])
  expect(idsOf(await findUnsignedStudies(databases))).toEqual([studyId(1), studyId(3)])
  const none = renderHook(() => useUnsignedStudies(false))
  await waitFor(() => expect(none.result.current).toEqual([]))
})

const LOOK = { layout: '2x2', empty_area_bg: 'white', img_file_ids: [] } as const

test('a booklet comes from this device with what waits, else from the server, if it has one', async () => {
  const { result } = renderHook(() => useBooklet(studyId(1)))
  expect(result.current).toMatchObject({ booklet: undefined, isLoading: true })
  await waitFor(() => expect(calls).toHaveLength(1))
  const dtl = { study_id: studyId(1), rev: 3, pagesize: 'A4', ...LOOK, more: 'not shown' }
  await calls[0]!.answer({ result: dtl })
  expect(result.current).toEqual({
    booklet: {
      id: bookletIdOf(studyId(1)),
      rev: 3,
      study_id: studyId(1),
      pagesize: 'A4',
      ...LOOK,
      isWaiting: false,
    },
    isLoading: false,
    error: undefined,
  })
  await saveBooklet(studyId(1), { ...LOOK, layout: '3x3' } as never, 3)
  await waitFor(() => expect(result.current.booklet).toMatchObject({ layout: '3x3', isWaiting: true }))
  const none = renderHook(() => useBooklet(studyId(2)))
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]!.answer({ result: { ...dtl, rev: 0 } })
  expect(none.result.current).toMatchObject({ booklet: undefined, isLoading: false })
})

test('a save of a booklet is based on the revision, or follows the one that waits', async () => {
  const baseOf = async (id: string) => (await page.databases.work.outbox.get(id))?.base
  const first = await saveBooklet(studyId(1), LOOK as never, 0)
  expect(await baseOf(first)).toBeUndefined()
  const second = await saveBooklet(studyId(2), LOOK as never, 1)
  expect(await baseOf(second)).toMatchObject({ rev: 1 })
  await page.databases.work.outbox.update(second, { state: 'acked' })
  const third = await saveBooklet(studyId(2), LOOK as never, 5)
  expect(await baseOf(third)).toMatchObject({ rev: 5 })
})

const request = (id: string, change: Partial<BookingRow> = {}): BookingRow =>
  ({
    id,
    rev: 1,
    appt_id: null,
    pat_first_name: 'A',
    pat_last_name: 'B',
    pat_id: '',
    start_date: null,
    visit_start_dt: null,
    branch_id: BRANCH,
    status: 'Requested',
    visit_status: null,
    visit_status_name: '',
    tag_id: null,
    created: at(0),
    ...change,
  }) as BookingRow

test('a page of requests: those that fit, in the wanted order, cut as the server cuts', () => {
  const rows = [
    request('a', { created: at(0), tag_id: 't1' }),
    request('b', { created: at(0), start_date: at(5) }),
    request('c', { created: at(0), start_date: at(9), visit_start_dt: at(2) }),
    request('d', { created: at(0) }),
    request('e', { status: 'Converted' as never, visit_status: 2 }),
    request('f', { branch_id: studyId(90), created: at(-1), tag_id: 't2' }),
  ]
  const pick = (input: object) => pickBookings(rows, { status: 'Requested', ...input } as never)
  const ids = (input: object) => pick(input).rows.map(({ id }) => id)
  expect(ids({})).toEqual(['b', 'c', 'd', 'a', 'f'])
  expect(ids({ sort_by: 'date_asc' })).toEqual(['f', 'a', 'd', 'c', 'b'])
  expect(ids({ sort_by: 'tag_top' })).toEqual(['a', 'f', 'b', 'c', 'd'])
  expect(ids({ branch_id: studyId(90) })).toEqual(['f'])
  expect(ids({ tag_ids: 't1,t2' })).toEqual(['a', 'f'])
  expect(ids({ tag_ids: '' })).toHaveLength(5)
  expect(ids({ status: 'Converted', visit_status: 2 })).toEqual(['e'])
  expect(ids({ status: 'Converted', visit_status: 3 })).toEqual([])
  expect(pick({ p: '2', ps: '2' })).toMatchObject({
    rows: [{ id: 'd' }, { id: 'a' }],
    page: { start: 2, total: 2, total_records: 5, cur_page: 2 },
  })
  const many = Array.from({ length: 26 }, (_, n) => request(`r${n}`))
  expect(pickBookings(many, { status: 'Requested' }).rows).toHaveLength(25)
})

async function putRequest(row: BookingRow): Promise<void> {
  const { cache, bookingRequests } = page.databases
  await cache.bookingRequests.put(
    await bookingRequests.seal(copyIn('booking_request', row as never, 'branch:1')),
  )
}

const REQUESTED = { status: 'Requested' } as const

test('offline requests come from this device; a visit here tells its own state', async () => {
  await putVisit(31, 0, { status: 2 })
  await putRequest(request(studyId(41), { appt_id: studyId(31), visit_status: 1 }))
  const { result } = renderHook(() => useBookings(REQUESTED, false))
  await waitFor(() => expect(result.current.rows).toMatchObject([{ id: studyId(41), visit_status: 2 }]))
  expect(result.current.rows?.[0]?.visit_status_name).not.toBe('')
  expect(result.current.isFromDevice).toBe(true)
  expect(calls).toHaveLength(0)
})

test('the states of visits that are here are known by their ids', async () => {
  await putVisit(31, 0, { status: 2 })
  const { result } = renderHook(() => useVisitStatuses([studyId(31), studyId(32)]))
  expect(result.current.size).toBe(0)
  await waitFor(() => expect([...result.current.keys()]).toEqual([studyId(31)]))
  expect(result.current.get(studyId(31))).toMatchObject({ visit_status: 2 })
})

test('online requests come from the server, each minute, at news and on request', async () => {
  holdIntervals()
  const { result } = renderHook(() => useBookings(REQUESTED, true))
  await settled(80)
  await calls.at(-1)!.answer({
    result: { data: [request(studyId(42))], page: { start: 0, total: 1, total_records: 1, cur_page: 1 } },
  })
  expect(result.current).toMatchObject({
    isFromDevice: false,
    rows: [{ id: studyId(42) }],
    page: { total: 1 },
  })
  let before = calls.length
  const isAskedAgain = () => calls.length === ++before
  await pass(DESK_REFRESH_MS)
  expect(isAskedAgain()).toBe(true)
  await calls.at(-1)!.fail()
  expect(result.current.error?.name).toBe('OfflineError')
  await act(() => putRequest(request(studyId(43))))
  await settled(80)
  expect(isAskedAgain()).toBe(true)
  await act(() => putRequest(request(studyId(43), { rev: 2 })))
  await settled(80)
  expect(isAskedAgain()).toBe(true)
  act(() => result.current.refresh())
  await settled()
  expect(isAskedAgain()).toBe(true)
})

test('requests that are settled are not asked for each minute', async () => {
  holdIntervals()
  renderHook(() => useBookings({ status: 'Converted' } as never, true))
  await settled(80)
  const before = calls.length
  await pass(DESK_REFRESH_MS * 3)
  expect(calls).toHaveLength(before)
})
