// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aiCompany } from '#contract/masters/ai-company.ts'
import { branch } from '#contract/masters/branch.ts'
import { department } from '#contract/masters/department.ts'
import { studyTag } from '#contract/masters/study-tag.ts'
import { user } from '#contract/masters/user.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { askAllMasters, askMasterPage } from '#src/sync/masters/ask-masters.ts'
import { holdsCopies } from '#src/sync/masters/holds-copies.ts'
import { announceMaster, masterNews$ } from '#src/sync/masters/master-news.ts'
import { copyIdOf, findMaster, type MasterRecord, nameOf } from '#src/sync/masters/master-of.ts'
import { lastList, openMasters, readMasters, warmMasters } from '#src/sync/masters/opened-masters.ts'
import { inOrder, pickMasters } from '#src/sync/masters/pick-masters.ts'
import { readMastersOnce } from '#src/sync/masters/read-masters-once.ts'
import { removeMaster, saveMaster } from '#src/sync/masters/save-master.ts'
import { useMasterPage } from '#src/sync/masters/use-master-page.ts'
import { readAhead, refreshCopies, useMasters } from '#src/sync/masters/use-masters.ts'
import { useMastersAnswer } from '#src/sync/masters/use-masters-answer.ts'
import { copiesWereLetGo } from '#src/sync/pull/let-go.ts'
import { setLock } from '#src/sync/session/lock/lock-state.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { type HeldCall, holdCalls, settled } from '../support/held-calls.ts'
import { openBare } from '../support/test-page.ts'

let calls: HeldCall[]
let refreshed = 0
beforeAll(() => loadTransport())
beforeEach(() => {
  calls = holdCalls()
  refreshed = 0
  setSession(sessionFields())
  setLock({ kind: 'open' })
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
  setSession(undefined)
  setLock({ kind: 'none' })
  vi.unstubAllGlobals()
})

const record = (id: string, change: object = {}): MasterRecord => ({
  id,
  rev: 1,
  created: '2026-11-20T09:00:00.000Z',
  name: id.toUpperCase(),
  status: '1',
  ...change,
})
async function atDevice() {
  const databases = await openBare()
  setDevice({ databases, refresh: () => (refreshed += 1) } as unknown as Device)
  const keep = async (kind: string, ...records: MasterRecord[]) => {
    for (const one of records) {
      const body = { id: copyIdOf(one), rev: one.rev, kind, record: one }
      const row = await databases.masters.seal({
        id: body.id,
        rev: one.rev,
        kind,
        scope: 'client',
        body,
      } as never)
      await databases.cache.masters.put(row)
    }
  }
  return { databases, keep }
}
const idsOf = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id)
const pageOf = (data: unknown[], total = data.length, start = 0) => ({
  result: { data, page: { start, total_records: total } },
})

test('a record is known by its uid or id, and called by its name, its title or a person’s names', () => {
  expect([copyIdOf({ id: 7, uid: 'u' }), copyIdOf({ id: 7 })]).toEqual(['u', '7'])
  expect(nameOf({ name: 'N', title: 'T' })).toBe('N')
  expect(nameOf({ name: '', title: 'T' })).toBe('T')
  expect(nameOf({ fname: 'Asha', lname: 'Rao' })).toBe('Asha Rao')
  expect(nameOf({ fname: 'Asha', lname: '' })).toBe('Asha')
  expect(nameOf({ fname: 3 })).toBe('')
  expect(findMaster('department')?.key).toBe('department')
  expect(findMaster('nothing' as never)).toBeUndefined()
})

test('lists are by name, numbers by value, and equal names by id', () => {
  const rows = [
    record('b', { name: 'room 10' }),
    record('c', { name: 'Room 2' }),
    record('a', { name: 'room 10' }),
  ]
  expect(idsOf(inOrder(rows))).toEqual(['c', 'a', 'b'])
})

test('copies are picked by words of the search fields and by values, as the server picks', () => {
  const rows = [
    record('a', { name: 'MR Knee', status: '1', tags: ['x'] }),
    record('b', { name: 'CT Knee', status: '0', tags: ['y', 'x'] }),
  ]
  const pick = (filter: object) => idsOf(pickMasters(studyTag, rows, filter as never))
  expect(pick({})).toEqual(['a', 'b'])
  expect(pick({ k: 'knee mr' })).toEqual(['a'])
  expect(pick({ status: '0' })).toEqual(['b'])
  expect(pick({ status: 1 })).toEqual(['a'])
  expect(pick({ status: '', tags: undefined, other: 'z' })).toEqual(['a', 'b'])
  expect(pick({ tags: 'y' })).toEqual(['b'])
  expect(pick({ status: null })).toEqual([])
})

test('copies of a master are held by those whom the feed sends them', () => {
  const fields = sessionFields()
  expect(holdsCopies(department, undefined)).toBe(false)
  expect(holdsCopies(department, fields)).toBe(true)
  expect(holdsCopies(department, sessionFields({ is_patient: 1, user_type: 'PATIENT' } as never))).toBe(false)
  expect(holdsCopies(aiCompany, fields)).toBe(false)
  expect(holdsCopies(branch, sessionFields({ modules: [] }))).toBe(false)
  expect(holdsCopies(branch, sessionFields({ modules: ['manage_masters'] }))).toBe(true)
  expect(holdsCopies(user, sessionFields({ modules: ['manage_masters'] }))).toBe(false)
  expect(holdsCopies(user, sessionFields({ modules: ['manage_users'] }))).toBe(true)
})

test('the server is asked for a page without blanks, or for all records', async () => {
  const page = askMasterPage(studyTag, { k: '', type: 'Critical', n: 3, x: null }, { page: 2, pageSize: 25 })
  await settled()
  expect(calls[0]!.input).toEqual({ type: 'Critical', n: '3', p: '2', ps: '25' })
  await calls[0]!.answer(pageOf([record('a')], 26, 25))
  expect(await page).toEqual({ rows: [record('a')], start: 25, totalRecords: 26 })
  const all = askAllMasters(department, { k: 'x' })
  await settled()
  expect([calls[1]!.path.endsWith('departments/ALL'), calls[1]!.input]).toEqual([true, { k: 'x' }])
  await calls[1]!.answer({ result: [record('d')] })
  expect(await all).toEqual([record('d')])
  const whole = askAllMasters(studyTag, {})
  await settled()
  expect(calls[2]!.input).toEqual({ p: '1', ps: '1000' })
  await calls[2]!.answer(pageOf([record('t')]))
  expect(await whole).toEqual([record('t')])
})

test('copies are opened once for each revision, and forgotten with the lock, the copies and the person', async () => {
  const { databases, keep } = await atDevice()
  await keep('department', record('b'), record('a'))
  let opened = 0
  const counting = {
    ...databases,
    masters: {
      ...databases.masters,
      openAll: (rows: never[]) => {
        opened += rows.length
        return databases.masters.openAll(rows)
      },
    },
  } as typeof databases
  const read = async () => openMasters(counting, await readMasters(counting, ['department']))
  expect(idsOf(await read())).toHaveLength(2)
  expect(opened).toBe(2)
  await read()
  expect(opened).toBe(2)
  await keep('department', record('a', { rev: 2 }))
  await read()
  expect(opened).toBe(3)
  copiesWereLetGo()
  await read()
  expect(opened).toBe(5)
  expect(lastList(counting, 'department')).toBeUndefined()
  await warmMasters(counting, ['department', 'studyTag'])
  expect(idsOf(lastList(counting, 'department')!)).toEqual(['a', 'b'])
  expect(lastList(databases, 'department')).toBeUndefined()
  setLock({ kind: 'locked', why: 'asked', isOverdue: false })
  expect(lastList(counting, 'department')).toBeUndefined()
})

test('a list of this device shows at once the next time, ahead of its reading', async () => {
  const { keep, databases } = await atDevice()
  await keep('department', record('a'))
  readAhead(['department'])
  await waitFor(() => expect(lastList(databases, 'department')).toHaveLength(1))
  const { result } = renderHook(() => useMasters('department'))
  expect(result.current).toMatchObject({ rows: [{ id: 'a' }], isLoading: false, isFromDevice: true })
  expect(calls).toHaveLength(0)
  refreshCopies()
  expect(refreshed).toBe(1)
})

test('masters come from the copies here, picked and in order; without copies from the server, and again at news', async () => {
  const { keep } = await atDevice()
  await keep('department', record('b'), record('a'), record('c', { status: '0' }))
  const here = renderHook(() => useMasters('department', { status: '1' }))
  await waitFor(() => expect(idsOf(here.result.current.rows)).toEqual(['a', 'b']))
  expect(here.result.current.isFromDevice).toBe(true)
  expect(calls).toHaveLength(0)
  here.unmount()

  const { result, rerender } = renderHook(({ isWanted }) => useMasters('studyTag', {}, isWanted), {
    initialProps: { isWanted: false },
  })
  await settled(80)
  expect([calls.length, result.current.isLoading]).toEqual([0, false])
  rerender({ isWanted: true })
  await settled(80)
  expect([calls.length, result.current.isLoading, result.current.rows]).toEqual([1, true, []])
  await calls[0]!.answer(pageOf([record('y'), record('x')]))
  expect(result.current).toMatchObject({ isLoading: false, isFromDevice: false })
  expect(idsOf(result.current.rows)).toEqual(['x', 'y'])
  expect(result.current.asOf).toBeInstanceOf(Date)
  act(() => announceMaster('department'))
  await settled()
  expect(calls).toHaveLength(1)
  act(() => announceMaster('studyTag'))
  await settled()
  expect(calls).toHaveLength(2)
  await calls[1]!.fail()
  expect(idsOf(result.current.rows)).toEqual(['x', 'y'])
  expect(result.current.error?.name).toBe('OfflineError')
})

test('a page of a list comes from the copies here, and the last page is shown for one beyond it', async () => {
  const { keep } = await atDevice()
  await keep('department', record('a'), record('b'), record('c'))
  const { result, rerender } = renderHook<
    ReturnType<typeof useMasterPage>,
    { page: number; fits?: (one: { id: string }) => boolean }
  >(({ page, fits }) => useMasterPage(department, { filter: {}, page, pageSize: 2, ...(fits && { fits }) }), {
    initialProps: { page: 1 },
  })
  await waitFor(() => expect(idsOf(result.current.rows)).toEqual(['a', 'b']))
  expect(result.current).toMatchObject({ start: 0, totalRecords: 3, isFromDevice: true, isLoading: false })
  rerender({ page: 2 })
  expect(result.current).toMatchObject({ rows: [{ id: 'c' }], start: 2 })
  rerender({ page: 9 })
  expect(result.current).toMatchObject({ rows: [{ id: 'c' }], start: 2 })
  const fits = ({ id }: { id: string }) => id === 'b'
  rerender({ page: 1, fits })
  expect(result.current).toMatchObject({ rows: [{ id: 'b' }], totalRecords: 1 })
  expect(calls).toHaveLength(0)
})

test('a page that no copies tell comes from the server, and again at news and on request', async () => {
  await atDevice()
  const { result, rerender, unmount } = renderHook(
    ({ page }) => useMasterPage(studyTag, { filter: {}, page, pageSize: 2, clientId: 'c1' }),
    { initialProps: { page: 1 } },
  )
  expect(result.current).toMatchObject({ rows: [], isLoading: true, isFromDevice: false })
  await settled(80)
  expect(calls[0]!.input).toEqual({ client_id: 'c1', p: '1', ps: '2' })
  await calls[0]!.answer(pageOf([record('a'), record('b')], 5))
  expect(result.current).toMatchObject({
    rows: [{ id: 'a' }, { id: 'b' }],
    totalRecords: 5,
    isLoading: false,
  })
  act(() => announceMaster('studyTag'))
  await settled()
  act(() => announceMaster('department'))
  await settled()
  expect(calls).toHaveLength(2)
  act(() => result.current.refresh())
  await settled()
  expect(calls).toHaveLength(3)
  expect(calls[1]!.signal?.aborted).toBe(true)
  await calls[2]!.fail()
  expect(result.current).toMatchObject({ rows: [{ id: 'a' }, { id: 'b' }], error: { name: 'OfflineError' } })
  rerender({ page: 2 })
  expect(result.current.error).toBeUndefined()
  await settled()
  unmount()
  expect(calls.at(-1)!.signal?.aborted).toBe(true)
})

test('a short list of the server is searched and paged here', async () => {
  await atDevice()
  const { result } = renderHook(() => useMasterPage(aiCompany, { filter: { k: 'b' }, page: 1, pageSize: 1 }))
  await settled(80)
  expect(calls[0]!.input).toEqual({ p: '1', ps: '1000' })
  await calls[0]!.answer(pageOf([record('a'), record('b'), record('bb')]))
  expect(result.current).toMatchObject({ rows: [{ id: 'b' }], totalRecords: 2, isFromDevice: false })
})

test('masters are read once from the copies, or from the server if there are none', async () => {
  const { keep } = await atDevice()
  await keep('department', record('b'), record('a', { status: '0' }))
  expect(idsOf(await readMastersOnce(department, { status: '1' }))).toEqual(['b'])
  const asked = readMastersOnce(studyTag)
  await waitFor(() => expect(calls).toHaveLength(1))
  await calls[0]!.answer(pageOf([record('t')]))
  expect(idsOf(await asked)).toEqual(['t'])
  setDevice(undefined)
  const bare = readMastersOnce(department)
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]!.answer({ result: [record('d')] })
  expect(idsOf(await bare)).toEqual(['d'])
})

test('a saved record is shown here at once where its list is here, and never over a newer one', async () => {
  const { databases, keep } = await atDevice()
  const news: string[] = []
  const watching = masterNews$.subscribe((key) => news.push(key))
  const saved = async (change: object, options: object = {}) => {
    const saving = saveMaster(studyTag, { id: 'a', name: 'A' } as never, options)
    await waitFor(() => expect(calls.at(-1)?.path).toContain('saveStudyTag'))
    const call = calls.at(-1)!
    calls.length = 0
    await call.answer({ result: record('a', change), message: 'Saved.' })
    return { call, answer: await saving }
  }
  const first = await saved({ rev: 2 }, { rev: 1 })
  expect(first.answer).toMatchObject({ record: { id: 'a', rev: 2 }, message: 'Saved.' })
  // This device has no copies of the list: one alone would look like all of it.
  expect(await databases.cache.masters.count()).toBe(0)
  await keep('studyTag', record('b'))
  await saved({ rev: 2, name: 'Two' })
  expect(await databases.cache.masters.get('a')).toMatchObject({ rev: 2, kind: 'studyTag', scope: 'local' })
  await keep('studyTag', record('a', { rev: 3 }))
  await saved({ rev: 3, name: 'Same' })
  await saved({ rev: 4, name: 'Four' })
  expect(await databases.cache.masters.get('a')).toMatchObject({ rev: 4, scope: 'client' })
  const [held] = await openMasters(databases, [(await databases.cache.masters.get('a'))!])
  expect(held?.name).toBe('Four')
  const other = await saved({ rev: 9 }, { clientId: 'c1' })
  expect(other.call.input).toMatchObject({ client_id: 'c1' })
  expect((await databases.cache.masters.get('a'))?.rev).toBe(4)
  expect([news.length, refreshed]).toEqual([5, 5])

  const removed = removeMaster(studyTag, record('a'), 'c1')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]!.input).toEqual({ id: 'a', client_id: 'c1' })
  await calls[0]!.answer({ message: 'Deleted.' })
  expect(await removed).toBe('Deleted.')
  expect(await databases.cache.masters.get('a')).toBeDefined()
  const own = removeMaster(studyTag, record('a'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]!.input).toEqual({ id: 'a' })
  await calls[1]!.answer({ message: 'Deleted.' })
  await own
  expect(await databases.cache.masters.get('a')).toBeUndefined()
  expect([news.length, refreshed]).toEqual([7, 7])
  watching.unsubscribe()
})

test('an answer about several masters is asked for once after they changed together', async () => {
  let asks = 0
  const signals: AbortSignal[] = []
  const ask = async (signal: AbortSignal) => {
    asks += 1
    signals.push(signal)
    if (asks === 2) throw new Error('no network')
    return asks
  }
  const { result, rerender, unmount } = renderHook(
    ({ isWanted }) => useMastersAnswer(ask, { isWanted, none: 0 }),
    { initialProps: { isWanted: false } },
  )
  await settled()
  expect([asks, result.current]).toEqual([0, 0])
  rerender({ isWanted: true })
  await settled()
  expect(result.current).toBe(1)
  for (const key of ['department', 'studyTag'] as const) act(() => announceMaster(key))
  await settled(400)
  expect([asks, result.current]).toEqual([2, 1])
  act(() => announceMaster('department'))
  await settled(400)
  expect(result.current).toBe(3)
  rerender({ isWanted: false })
  expect(result.current).toBe(0)
  expect(signals[0]!.aborted).toBe(true)
  unmount()
  act(() => announceMaster('department'))
  await settled(400)
  expect(asks).toBe(3)
})
