import { act } from '@testing-library/react'
import { vi } from 'vitest'

const realTimeout = setTimeout

/** A call of the page that the test answers. */
export interface HeldCall {
  path: string
  input: Record<string, unknown>
  signal: AbortSignal | null | undefined
  answer: (body: unknown, status?: number) => Promise<void>
  fail: () => Promise<void>
}

/** Waits `ms` milliseconds by as many turns of the process: on a busy machine the work between them gets its turns, too. */
export async function turns(ms: number): Promise<void> {
  for (let turn = 0; turn < ms; turn += 1) await new Promise((done) => realTimeout(done, 1))
}

/** Lets hooks take in what has arrived, in real time. */
export const settled = (ms = 30) => act(() => turns(ms))

/**
 * Replaces the network: every call waits until the test answers it. Returns the calls, in order, without the probes of a
 * link, which are answered at once.
 */
export function holdCalls(): HeldCall[] {
  const calls: HeldCall[] = []
  const fetch = (url: string, { signal, body }: RequestInit = {}) =>
    new Promise<Response>((done, fail) => {
      if (url.includes('sync/hello')) return done(new Response('{}'))
      signal?.addEventListener('abort', () => fail(signal.reason as Error))
      const then = async (run: () => void) => {
        run()
        await settled(20)
      }
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      calls.push({
        path: pathname,
        input:
          typeof body === 'string'
            ? (JSON.parse(body) as Record<string, unknown>)
            : Object.fromEntries(searchParams),
        signal,
        answer: (told, status = 200) => then(() => done(new Response(JSON.stringify(told), { status }))),
        fail: () => then(() => fail(new TypeError('no network'))),
      })
    })
  vi.stubGlobal('fetch', fetch)
  return calls
}

/** Only intervals are the test's: polls run when `pass` says so. */
export const holdIntervals = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

/** Lets intervals run for `ms` milliseconds, and what they cause. */
export async function pass(ms: number): Promise<void> {
  await act(async () => void vi.advanceTimersByTime(ms))
  await settled()
}

/** Hides or shows the page. */
export const showPage = (state: 'visible' | 'hidden') =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  })
