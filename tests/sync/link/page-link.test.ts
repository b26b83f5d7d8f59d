// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reportReach } from '#src/sync/api/reach.ts'
import { browserLink } from '#src/sync/link/browser-link.ts'
import { browserPage, isVisible } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'
import { readServerHello, SKEW_ID } from '#src/sync/link/server-hello.ts'
import { useAttempt } from '#src/sync/link/use-attempt.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { callerOver, openBare } from '../support/test-page.ts'

let isServerThere = true
let asked: string[] = []
beforeAll(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (!isServerThere) throw new TypeError('no network')
    return new Response('{}')
  })
})
beforeEach(() => {
  isServerThere = true
  asked = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
// The page has one link, which is online after each test and asks nothing then.
afterAll(() => vi.unstubAllGlobals())

/** Hides or shows the page. */
function show(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** One unanswered call after which the probe finds the server as the test left it. */
const missACall = () => act(async () => reportReach({ answered: false }))
const untilOnline = (online: boolean) =>
  vi.waitFor(() => expect(browserLink().state().online).toBe(online), { timeout: 10_000 })

test('the page has one link, and shows when the server went away and came back', async () => {
  expect(browserLink()).toBe(browserLink())
  const began = browserLink().state().since
  expect(Math.abs(began.getTime() - Date.now())).toBeLessThan(60_000)
  const shown = renderHook(() => useLink())
  expect(shown.result.current.online).toBe(true)
  isServerThere = false
  await missACall()
  await waitFor(() => expect(shown.result.current.online).toBe(false))
  expect(asked[0]).toContain('sync/hello')
  isServerThere = true
  await waitFor(() => expect(shown.result.current.online).toBe(true), { timeout: 10_000 })
  shown.unmount()
  expect(shown.result.current.since).not.toBe(began)
})

test('a missed call of a server that answers the probe changes nothing', async () => {
  await missACall()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await untilOnline(true)
})

test('a screen that was closed is not drawn again', async () => {
  let drawn = 0
  const { unmount } = renderHook(() => {
    drawn += 1
    return useLink()
  })
  unmount()
  const before = drawn
  const live = renderHook(() => useLink())
  isServerThere = false
  await missACall()
  await waitFor(() => expect(live.result.current.online).toBe(false))
  expect(drawn).toBe(before)
  isServerThere = true
  await waitFor(() => expect(live.result.current.online).toBe(true), { timeout: 10_000 })
})

test('what lacks something tries once more when the server is back, and not while it stays away', async () => {
  const { result, rerender } = renderHook(({ isLacking }) => useAttempt(isLacking), {
    initialProps: { isLacking: true },
  })
  expect(result.current).toBe(1)
  rerender({ isLacking: true })
  expect(result.current).toBe(1)
  isServerThere = false
  await missACall()
  await untilOnline(false)
  rerender({ isLacking: true })
  expect(result.current).toBe(1)
  isServerThere = true
  await act(() => untilOnline(true))
  expect(result.current).toBe(2)
  rerender({ isLacking: true })
  expect(result.current).toBe(2)
  // What lacks nothing does not try again.
  rerender({ isLacking: false })
  isServerThere = false
  await missACall()
  await act(() => untilOnline(false))
  isServerThere = true
  await act(() => untilOnline(true))
  expect(result.current).toBe(2)
  rerender({ isLacking: true })
  expect(result.current).toBe(3)
})

test('the page says whether it is visible, now and at each change, once', () => {
  const { visible$ } = browserPage()
  const seen: boolean[] = []
  const first = visible$.subscribe((visible) => seen.push(visible))
  expect([isVisible(), seen]).toEqual([true, [true]])
  show('visible')
  show('hidden')
  expect([isVisible(), seen]).toEqual([false, [true, false]])
  // A later listener hears the present state once.
  const late: boolean[] = []
  const second = visible$.subscribe((visible) => late.push(visible))
  expect(late).toEqual([false])
  first.unsubscribe()
  second.unsubscribe()
  show('visible')
  expect(seen).toEqual([true, false])
  // Listening begins anew with the state of that time.
  const again: boolean[] = []
  visible$.subscribe((visible) => again.push(visible)).unsubscribe()
  expect(again).toEqual([true])
})

test('the machine says when its network comes and goes', () => {
  const seen: boolean[] = []
  const watching = browserPage().network$.subscribe((online) => seen.push(online))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  watching.unsubscribe()
  expect(seen).toEqual([false, true])
})

test('a poll for the visible page rests while it is hidden; another one does not', () => {
  vi.useFakeTimers()
  const visible$ = new BehaviorSubject(true)
  let [shown, always] = [0, 0]
  const polls = [
    pollEvery(1_000, true, { visible$ }).subscribe(() => (shown += 1)),
    pollEvery(1_000, false, { visible$ }).subscribe(() => (always += 1)),
  ]
  vi.advanceTimersByTime(2_000)
  visible$.next(false)
  vi.advanceTimersByTime(2_000)
  for (const poll of polls) poll.unsubscribe()
  expect([shown, always]).toEqual([2, 4])
})

test('what the server says of itself is kept: its key, and how far its clock is ahead of the middle of the call', async () => {
  const { work } = await openBare()
  const call = callerOver(
    async () =>
      new Response(
        JSON.stringify({
          server_time: '2026-11-21T10:00:05.000Z',
          public_key: { id: 'k1', key: 'AAAA' },
        }),
      ),
  )
  const clock = [Date.parse('2026-11-21T10:00:00.000Z'), Date.parse('2026-11-21T10:00:02.000Z')]
  await readServerHello(work, call, () => clock.shift()!)
  expect((await work.meta.get(SKEW_ID))?.value).toBe(4_000)
  expect(await work.keys.get('server')).toEqual({ id: 'server', keyId: 'k1', key: 'AAAA' })
})
