// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { findZone } from '#src/sync/directory/find-zone.ts'
import {
  useBranchDirectory,
  useBranches,
  useDoctorDirectory,
  useDoctors,
  useDocumentTags,
  useModalities,
  useShortcuts,
  useTagDirectory,
  useTags,
  useTemplateDirectory,
} from '#src/sync/directory/use-directory.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { type HeldCall, holdCalls, settled } from '../support/held-calls.ts'
import { aStudy, BRANCH, studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

let calls: HeldCall[]
beforeAll(() => loadTransport())
beforeEach(() => {
  calls = holdCalls()
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
  setSession(undefined)
  vi.unstubAllGlobals()
})

type Directory = () => { isLoading: boolean } & Partial<Record<string, unknown>>
const HOOKS: [table: 'branches' | 'doctors' | 'tags' | 'templates', hook: Directory, field: string][] = [
  ['branches', () => useBranchDirectory(), 'branches'],
  ['doctors', () => useDoctorDirectory(), 'doctors'],
  ['tags', () => useTagDirectory(), 'tags'],
  ['templates', () => useTemplateDirectory(), 'templates'],
]
const two = [
  { id: 'b', name: 'Bandra' },
  { id: 'a', name: 'Andheri' },
]
async function atDevice() {
  const databases = await openBare()
  setDevice({ databases } as Device)
  const put = async (table: (typeof HOOKS)[number][0] | 'shortcuts' | 'documentTags', rows = two) => {
    const repository = databases[table] as unknown as {
      seal: (row: unknown) => Promise<never>
      table: { put: (row: never) => Promise<unknown> }
    }
    for (const body of rows)
      await repository.table.put(await repository.seal({ id: body.id, rev: 1, scope: 'client', body }))
  }
  return { databases, put }
}
const named = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name)

test.each(HOOKS)(
  '%s come from this device, by name, and the server is not asked',
  async (table, hook, field) => {
    const { put } = await atDevice()
    await put(table)
    const { result } = renderHook(hook)
    const read = () => result.current
    expect([read()[field], read().isLoading]).toEqual([[], true])
    await waitFor(() => expect(named(read()[field])).toEqual(['Andheri', 'Bandra']))
    expect(read().isLoading).toBe(false)
    expect(calls).toHaveLength(0)
  },
)

test.each(HOOKS)('%s that were never fetched come from the server', async (_, hook, field) => {
  await atDevice()
  const { result } = renderHook(hook)
  const read = () => result.current
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(read().isLoading).toBe(true)
  await calls[0]!.answer({ result: two })
  expect([named(read()[field]), read().isLoading]).toEqual([['Bandra', 'Andheri'], false])
})

test('without a device the server is asked at once; a failure is an empty list that is not loading', async () => {
  const { result } = renderHook(() => [useBranches(), useDoctors(), useTags()] as const)
  await settled()
  expect(calls.map(({ path }) => path.split('/').at(-1)).length).toBe(3)
  expect(calls.find(({ input }) => input.is_doctor === '1')).toBeDefined()
  for (const call of calls) await call.answer({ result: two })
  expect(result.current.map((rows) => rows.length)).toEqual([2, 2, 2])
  cleanup()
  calls.length = 0
  const failing = renderHook(() => useBranchDirectory())
  await settled()
  await calls[0]!.fail()
  expect(failing.result.current).toEqual({ branches: [], isLoading: false })
})

test('shortcuts are unknown until they are read, and none after a failure', async () => {
  const { put } = await atDevice()
  await put('shortcuts')
  const here = renderHook(() => useShortcuts())
  expect(here.result.current).toBeUndefined()
  await waitFor(() => expect(named(here.result.current)).toEqual(['Andheri', 'Bandra']))
  cleanup()
  setDevice(undefined)
  const there = renderHook(() => useShortcuts())
  await settled()
  expect(there.result.current).toBeUndefined()
  await calls[0]!.fail()
  expect(there.result.current).toEqual([])
})

test('kinds of document come from here, else from the server', async () => {
  const { put } = await atDevice()
  await put('documentTags')
  const here = renderHook(() => useDocumentTags())
  expect(here.result.current).toEqual([])
  await waitFor(() => expect(named(here.result.current)).toEqual(['Andheri', 'Bandra']))
  cleanup()
  setDevice(undefined)
  const there = renderHook(() => useDocumentTags())
  await settled()
  await calls[0]!.answer({ result: two })
  expect(there.result.current).toHaveLength(2)
})

test('modalities are those of the client, offline those of the studies here', async () => {
  const { databases } = await atDevice()
  await keepConfirmed(databases, { study: aStudy({ modality: 'MR' }) })
  await keepConfirmed(databases, { study: aStudy({ id: studyId(2), modality: 'CT' }) })
  const { result } = renderHook(() => useModalities())
  await settled(60)
  expect(result.current).toEqual([])
  await calls[0]!.fail()
  await waitFor(() => expect(result.current).toEqual(['CT', 'MR']))
  cleanup()
  const there = renderHook(() => useModalities())
  await settled()
  await calls.at(-1)!.answer({ result: ['US'] })
  expect(there.result.current).toEqual(['US'])
})

test('the zone of a branch is that of its copy, else that of the session', async () => {
  setSession(sessionFields({ time_zone: 'Asia/Tokyo' }))
  expect(await findZone(BRANCH)).toBe('Asia/Tokyo')
  const { put } = await atDevice()
  await put('branches', [{ id: BRANCH, name: 'x', time_zone: 'Asia/Kolkata' } as never])
  expect(await findZone(BRANCH)).toBe('Asia/Kolkata')
  expect(await findZone(null)).toBe('Asia/Tokyo')
  await put('branches', [{ id: BRANCH, name: 'x', time_zone: '' } as never])
  expect(await findZone(BRANCH)).toBe('Asia/Tokyo')
})
