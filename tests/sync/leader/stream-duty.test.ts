import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import { runLeaderLoops } from '#src/sync/leader/leader-loops.ts'
import { createWakeSignal } from '#src/sync/leader/wake-signal.ts'
import { HandLink, openBare, until } from '../support/test-page.ts'

let databases: Databases
let stop: AbortController
beforeEach(async () => {
  databases = await openBare()
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  databases.close()
})

/** Starts a leader whose stream stays open once it was opened. */
function lead(isOnline: boolean, answer = () => new Promise<Response>(() => undefined)) {
  const link = new HandLink()
  link.set(isOnline)
  const open = vi.fn(answer)
  const pull = vi.fn(async () => undefined)
  const untilStopped = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  void runLeaderLoops(
    {
      work: databases.work,
      sender: { run: untilStopped, inFlight: () => 0, moves: () => 0, wake: () => undefined } as never,
      puller: { pull, hasReached: (pos: number) => pos <= 20 } as never,
      link,
      stream: {
        fetch: open,
        credentials: () => ({ token: 'token', session_id: 'session' }),
        now: () => new Date(),
        zone: 'Asia/Kolkata',
      },
      now: Date.now,
      random: () => 0,
      onError: () => undefined,
    },
    createWakeSignal(),
    stop.signal,
  )
  return { link, open, pull }
}

test('the stream is opened while the server is reachable', async () => {
  const { open } = lead(true)
  await until(() => open.mock.calls.length === 1)
})

test('offline no stream is requested; it is opened as soon as the network returns', async () => {
  const { link, open } = lead(false)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(open).not.toHaveBeenCalled()
  link.set(true)
  await until(() => open.mock.calls.length === 1)
})

test('a poke for a position already pulled causes no pull; a later one, or one without a position, does', async () => {
  let say: (text: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = (text) => controller.enqueue(new TextEncoder().encode(text))
    },
  })
  const { pull } = lead(true, async () => new Response(body))
  // At the start, and when the stream opens.
  await until(() => pull.mock.calls.length === 2)
  say('data: 20 visits:one\n\n')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(pull).toHaveBeenCalledTimes(2)
  say('data: 21 visits:one\n\n')
  await until(() => pull.mock.calls.length === 3)
  say('data: 3\n\n')
  await until(() => pull.mock.calls.length === 4)
})
