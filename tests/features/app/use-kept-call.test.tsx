import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileCalls } from '#contract/calls/profile.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { anAuthor, newUser, openBare } from '#tests/sync/support/test-page.ts'

interface Asked {
  signal: AbortSignal | undefined
  answer: (code: string) => void
  fail: () => void
}
const asked = vi.hoisted(() => [] as Asked[])
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: (_: unknown, __: unknown, options?: { signal?: AbortSignal }) =>
    new Promise((done, fail) => {
      const signal = options?.signal
      signal?.addEventListener('abort', () => fail(signal.reason as Error))
      asked.push({
        signal,
        answer: (code) => done({ status: 1, result: { dr_licence_code: code } }),
        fail: () => fail(new Error('no answer')),
      })
    }),
}))

beforeEach(async () => {
  asked.length = 0
  const databases = await openBare(newUser())
  setDevice({ databases, author: anAuthor(databases.userId) } as unknown as Device)
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
})

function Licence({
  isWanted = true,
  news = '',
  keptAs,
  isKeptWhenClosed,
}: Partial<Parameters<typeof useKeptCall>[2]>) {
  const { answer } = useKeptCall(profileCalls.detail, {}, { isWanted, news, keptAs, isKeptWhenClosed })
  return <p>{answer?.result.dr_licence_code ?? 'unknown'}</p>
}

test('an answer that the next screen needs is stored though its screen closed, and shown offline', async () => {
  const { unmount } = render(<Licence keptAs="own-profile" isKeptWhenClosed />)
  await waitFor(() => expect(asked).toHaveLength(1))
  unmount()
  asked[0]!.answer('MMC 1')
  render(<Licence keptAs="own-profile" isWanted={false} />)
  await screen.findByText('MMC 1')
})

test('other answers are no longer awaited once their screen closes', async () => {
  const { unmount } = render(<Licence keptAs="figures" />)
  await waitFor(() => expect(asked).toHaveLength(1))
  unmount()
  expect(asked[0]!.signal?.aborted).toBe(true)
})

test('a newer request replaces the one before it, whose answer is neither stored nor shown', async () => {
  const { rerender } = render(<Licence keptAs="own-profile" news="1" />)
  await waitFor(() => expect(asked).toHaveLength(1))
  rerender(<Licence keptAs="own-profile" news="2" />)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[0]!.signal?.aborted).toBe(true)
  asked[1]!.answer('MMC 2')
  await screen.findByText('MMC 2')
})

test('an answer that was asked for earlier does not replace a later one', async () => {
  const { unmount } = render(<Licence keptAs="own-profile" isKeptWhenClosed />)
  await waitFor(() => expect(asked).toHaveLength(1))
  unmount()
  await new Promise((done) => setTimeout(done, 5))
  render(<Licence keptAs="own-profile" isKeptWhenClosed />)
  await waitFor(() => expect(asked).toHaveLength(2))
  asked[1]!.answer('MMC 2')
  await screen.findByText('MMC 2')
  cleanup()
  asked[0]!.answer('MMC 1')
  await new Promise((done) => setTimeout(done, 50))
  render(<Licence keptAs="own-profile" isWanted={false} />)
  await screen.findByText('MMC 2')
})

test('an answer for one person is never stored with the next person', async () => {
  const { unmount } = render(<Licence keptAs="own-profile" isKeptWhenClosed />)
  await waitFor(() => expect(asked).toHaveLength(1))
  unmount()
  const next = await openBare(newUser())
  setDevice({ databases: next, author: anAuthor(next.userId) } as unknown as Device)
  asked[0]!.answer('MMC 1')
  await new Promise((done) => setTimeout(done, 50))
  expect(await next.cache.answers.count()).toBe(0)
})
