// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileCalls } from '#contract/calls/profile.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { turns } from '../support/held-calls.ts'
import { studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

interface Asked {
  url: string
  signal: AbortSignal | null | undefined
  answer: (body: unknown) => Promise<void>
  fail: () => Promise<void>
}
const asked: Asked[] = []
const settled = () => turns(30)

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: RequestInit) =>
      new Promise<Response>((done, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason as Error))
        const then = (run: () => void) =>
          act(async () => {
            run()
            await settled()
          })
        asked.push({
          url,
          signal,
          answer: (body) => then(() => done(new Response(JSON.stringify(body)))),
          fail: () => then(() => fail(new TypeError('no network'))),
        })
      }),
  )
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
  vi.unstubAllGlobals()
})
const untilAsked = (times: number) => waitFor(() => expect(asked).toHaveLength(times))

test('a reading call is made when its screen opens, and again for another input or round', async () => {
  const { result, rerender } = renderHook(
    ({ n, round }: { n: number; round: number }) =>
      useCall(studyCalls.rowDetail, { id: studyId(n) }, true, round),
    { initialProps: { n: 1, round: 0 } },
  )
  expect(result.current).toEqual({ isLoading: true })
  await untilAsked(1)
  await asked[0]!.answer({ result: 'one' })
  expect(result.current).toEqual({ answer: { result: 'one' }, isLoading: false })
  rerender({ n: 1, round: 1 })
  await untilAsked(2)
  expect(result.current.answer).toEqual({ result: 'one' })
  rerender({ n: 2, round: 1 })
  await untilAsked(3)
  expect(asked[1]!.signal?.aborted).toBe(true)
  expect(asked[2]!.url).toContain(studyId(2))
  await asked[2]!.answer({ result: 'two' })
  expect(result.current.answer).toEqual({ result: 'two' })
  expect(result.current.error).toBeUndefined()
})

test('a call is made without being told that it is wanted', async () => {
  renderHook(() => useCall(studyCalls.rowDetail, { id: studyId(1) }))
  await untilAsked(1)
})

test('a call that is not wanted is not made, and one that fails keeps the answer before it', async () => {
  const { result, rerender } = renderHook(
    ({ isWanted, round }: { isWanted: boolean; round: number }) =>
      useCall(studyCalls.rowDetail, { id: studyId(1) }, isWanted, round),
    { initialProps: { isWanted: false, round: 0 } },
  )
  await settled()
  expect(asked).toHaveLength(0)
  rerender({ isWanted: true, round: 0 })
  await untilAsked(1)
  await asked[0]!.answer({ result: 'one' })
  rerender({ isWanted: true, round: 1 })
  await untilAsked(2)
  await asked[1]!.fail()
  expect(result.current).toMatchObject({
    answer: { result: 'one' },
    isLoading: false,
    error: { name: 'OfflineError' },
  })
})

interface Wish {
  isWanted?: boolean
  news?: string
  keptAs?: string | undefined
  isKeptWhenClosed?: boolean
}
const keptCall = (wish: Wish) =>
  renderHook(
    ({ isWanted = true, news = '', keptAs, isKeptWhenClosed }: Wish) =>
      useKeptCall(profileCalls.detail, {}, { isWanted, news, keptAs, isKeptWhenClosed }),
    { initialProps: wish },
  )
const aLicence = (code: string) => ({ status: 1, result: { dr_licence_code: code } })

async function atDevice() {
  const databases = await openBare()
  setDevice({ databases } as Device)
  return databases
}

test('an answer is kept on the device with its time, and shown there while the server is away', async () => {
  const { cache } = await atDevice()
  const first = keptCall({ keptAs: 'own-profile' })
  await untilAsked(1)
  expect(first.result.current).toMatchObject({ answer: undefined, at: undefined })
  await asked[0]!.answer(aLicence('MMC 1'))
  expect(first.result.current.answer).toEqual(aLicence('MMC 1'))
  const at = first.result.current.at?.getTime() ?? 0
  expect(Math.abs(Date.now() - at)).toBeLessThan(10_000)
  await waitFor(async () => expect(await cache.answers.count()).toBe(1))
  first.unmount()

  const later = keptCall({ keptAs: 'own-profile' })
  await waitFor(() => expect(later.result.current.answer).toEqual(aLicence('MMC 1')))
  expect(later.result.current.at?.getTime()).toBe(at)
  await untilAsked(2)
  await asked[1]!.fail()
  expect(later.result.current).toMatchObject({ answer: aLicence('MMC 1'), error: { name: 'OfflineError' } })
  act(() => later.result.current.refresh())
  await untilAsked(3)
  await asked[2]!.answer(aLicence('MMC 2'))
  expect(later.result.current).toMatchObject({ answer: aLicence('MMC 2'), error: undefined })
})

test('without a name nothing is kept, and a call that is not wanted is not made', async () => {
  const { cache } = await atDevice()
  const { result, rerender } = keptCall({ isWanted: false })
  await settled()
  expect(asked).toHaveLength(0)
  rerender({ isWanted: true })
  await untilAsked(1)
  await asked[0]!.answer(aLicence('MMC 1'))
  expect(result.current.answer).toEqual(aLicence('MMC 1'))
  expect(await cache.answers.count()).toBe(0)
})

test('a failure of the same question leaves its answer on the screen', async () => {
  await atDevice()
  const { result, rerender } = keptCall({ news: '1' })
  await untilAsked(1)
  await asked[0]!.answer(aLicence('MMC 1'))
  rerender({ news: '2' })
  await untilAsked(2)
  await asked[1]!.fail()
  expect(result.current).toMatchObject({ answer: aLicence('MMC 1'), error: { name: 'OfflineError' } })
})

test('a screen that closes stops its call, but for an answer that the next screen needs', async () => {
  const { cache } = await atDevice()
  const closing = keptCall({ keptAs: 'figures' })
  await untilAsked(1)
  closing.unmount()
  expect(asked[0]!.signal?.aborted).toBe(true)
  const kept = keptCall({ keptAs: 'own-profile', isKeptWhenClosed: true })
  await untilAsked(2)
  kept.unmount()
  expect(asked[1]!.signal?.aborted).toBe(false)
  await asked[1]!.answer(aLicence('MMC 2'))
  await waitFor(async () => expect(await cache.answers.count()).toBe(1))
})

test('the answer to an earlier question does not take the place of a later one that is kept', async () => {
  const databases = await atDevice()
  const early = keptCall({ keptAs: 'own-profile', isKeptWhenClosed: true })
  await untilAsked(1)
  early.unmount()
  await settled()
  const late = keptCall({ keptAs: 'own-profile', isKeptWhenClosed: true })
  await untilAsked(2)
  await asked[1]!.answer(aLicence('late'))
  late.unmount()
  await asked[0]!.answer(aLicence('early'))
  await settled()
  expect((await databases.answers.find('own-profile'))?.body.answer).toEqual(aLicence('late'))
})
