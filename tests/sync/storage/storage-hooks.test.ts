// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { findPreference, keepPreference } from '#src/sync/preferences/preference.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { discardHeld, releaseHeld, useHeld } from '#src/sync/sealed/use-held.ts'
import {
  forgetGivenFiles,
  giveBackFiles,
  giveFiles,
  givenFiles,
  onGivenFiles,
  takeGivenFiles,
  tryUnkeptAgain,
} from '#src/sync/shared-files/given-files.ts'
import { dropSharedFiles, keepSharedFiles, useSharedFiles } from '#src/sync/shared-files/kept-files.ts'
import { reportStorageProblem } from '#src/sync/storage/storage-problem.ts'
import { useStorage } from '#src/sync/storage/use-storage.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { turns } from '../support/held-calls.ts'
import { openBare } from '../support/test-page.ts'

afterEach(() => {
  cleanup()
  setDevice(undefined)
  forgetGivenFiles()
  reportStorageProblem(undefined)
  vi.unstubAllGlobals()
})
const settled = () => act(() => turns(30))

test('a problem of the storage is shown on every screen until it is over', () => {
  let drawn = 0
  const { result, unmount } = renderHook(() => {
    drawn += 1
    return useStorage()
  })
  expect(result.current).toEqual({ isFull: false, isTight: false, problem: undefined })
  act(() => reportStorageProblem('No databases.'))
  expect(result.current.problem).toBe('No databases.')
  act(() => reportStorageProblem(undefined))
  expect(result.current.problem).toBeUndefined()
  unmount()
  const before = drawn
  act(() => reportStorageProblem('Again.'))
  expect(drawn).toBe(before)
})

const isWide = (found: unknown): found is 'wide' | 'narrow' => found === 'wide' || found === 'narrow'

test('a choice is the one that was kept, and is kept when it changes', async () => {
  const databases = await openBare()
  setDevice({ databases } as Device)
  await keepPreference('push', 'wide')
  const { result } = renderHook(() => usePreference('push', isWide, 'narrow'))
  expect(result.current[0]).toBe('narrow')
  await waitFor(() => expect(result.current[0]).toBe('wide'))
  act(() => result.current[1]('narrow'))
  expect(result.current[0]).toBe('narrow')
  await waitFor(async () => expect(await findPreference('push')).toBe('narrow'))
  expect((await databases.work.session.get('preference:push'))?.rev).toBe(0)
  await keepPreference('push', undefined)
  expect(await findPreference('push')).toBeUndefined()
  expect(await databases.work.session.get('preference:push')).toBeUndefined()
})

test('a choice that was made before the kept one was read stays; another kind of value is ignored', async () => {
  const databases = await openBare()
  setDevice({ databases } as Device)
  await keepPreference('push', 'wide')
  const { result } = renderHook(() => usePreference('push', isWide, 'narrow'))
  act(() => result.current[1]('narrow'))
  await settled()
  expect(result.current[0]).toBe('narrow')
  await keepPreference('push', 7)
  const other = renderHook(() => usePreference('push', isWide, 'narrow'))
  await settled()
  expect(other.result.current[0]).toBe('narrow')
})

test('without a vault a choice is kept nowhere', async () => {
  await keepPreference('push', 'wide')
  expect(await findPreference('push')).toBeUndefined()
  const { result } = renderHook(() => usePreference('push', isWide, 'narrow'))
  act(() => result.current[1]('wide'))
  await settled()
  expect(result.current[0]).toBe('wide')
})

const aFile = (name: string) => new File(['x'], name)
const namesOf = (files: readonly File[]) => files.map(({ name }) => name)

test('given files wait until they are taken, once; those that could not be sealed wait for another try', () => {
  let told = 0
  const stop = onGivenFiles(() => (told += 1))
  giveFiles([aFile('a')])
  giveFiles([aFile('b')])
  expect([told, namesOf(givenFiles().files)]).toEqual([2, ['a', 'b']])
  expect(namesOf(takeGivenFiles())).toEqual(['a', 'b'])
  expect([told, givenFiles().files]).toEqual([3, []])
  expect(takeGivenFiles()).toEqual([])
  expect(told).toBe(3)
  giveBackFiles([aFile('a')])
  giveBackFiles([aFile('b')])
  expect(namesOf(givenFiles().unkept)).toEqual(['a', 'b'])
  giveFiles([aFile('c')])
  tryUnkeptAgain()
  expect([namesOf(givenFiles().files), givenFiles().unkept]).toEqual([['c', 'a', 'b'], []])
  stop()
  const before = told
  forgetGivenFiles()
  expect([told, givenFiles()]).toEqual([before, { files: [], leftOut: 0, isLost: false, unkept: [] }])
})

test('shared files are kept in the order of their coming, until they are dropped', async () => {
  const databases = await openBare()
  setDevice({ databases } as Device)
  const { result } = renderHook(() => useSharedFiles())
  await waitFor(() => expect(result.current).toEqual([]))
  const bytes = new Uint8Array([1, 2])
  await keepSharedFiles([{ name: 'a.pdf', bytes }])
  await keepSharedFiles([{ name: 'b.pdf', bytes }])
  await databases.cache.answers.put(
    await databases.answers.seal({ id: 'another', rev: 0, body: { answer: {}, at: 1 } }),
  )
  await waitFor(() => expect(result.current).toMatchObject([{ name: 'a.pdf', bytes }, { name: 'b.pdf' }]))
  const [first] = result.current!
  expect(await databases.cache.answers.get(first!.id)).toMatchObject({ rev: 0 })
  await dropSharedFiles([first!.id])
  await waitFor(() => expect(result.current).toMatchObject([{ name: 'b.pdf' }]))
})

const idOf = (n: number) => `01994000-0000-7000-8000-${String(n).padStart(12, '0')}`
const ids = (count: number) => Array.from({ length: count }, (_, n) => idOf(n))

test('held changes are asked for while the server answers, and again on request', async () => {
  let isThere = true
  const { asked } = scriptServer({
    'sync/held': () =>
      isThere
        ? { body: { result: [{ id: idOf(1) }] } }
        : { status: 503, body: { code: 'unavailable', message: 'no' } },
  })
  const { result, rerender } = renderHook(({ isOnline }) => useHeld(isOnline), {
    initialProps: { isOnline: false },
  })
  await settled()
  expect([asked.length, result.current.commands]).toEqual([0, []])
  rerender({ isOnline: true })
  await waitFor(() => expect(result.current.commands).toMatchObject([{ id: idOf(1) }]))
  isThere = false
  act(() => result.current.refresh())
  await waitFor(() => expect(asked).toHaveLength(2))
  await settled()
  expect(result.current.commands).toHaveLength(1)
})

test('a closed list of held changes asks no longer', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  const { unmount } = renderHook(() => useHeld(true))
  await waitFor(() => expect(signals).toHaveLength(1))
  unmount()
  expect(signals[0]?.aborted).toBe(true)
})

test('held changes are released and discarded in parts of fifty; those that took effect are counted', async () => {
  const { asked } = scriptServer({
    'sync/release': ({ ids: given }) => ({
      body: {
        answers: (given as string[]).map((id, n) => ({ id, status: [299, 300][n % 2]!, replayed: false })),
      },
    }),
    'sync/discard': () => ({ body: { message: 'Done.' } }),
  })
  expect(await releaseHeld(ids(101))).toBe(51)
  expect(asked.map(({ input }) => (input.ids as string[]).length)).toEqual([50, 50, 1])
  expect(asked.flatMap(({ input }) => input.ids)).toEqual(ids(101))
  asked.length = 0
  await discardHeld(ids(100))
  expect(asked.flatMap(({ input }) => input.ids)).toEqual(ids(100))
  expect(asked).toHaveLength(2)
  await discardHeld([])
  expect(await releaseHeld([])).toBe(0)
  expect(asked).toHaveLength(2)
})
