import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import { type LeaderLoopPorts, runLeaderLoops } from '#src/sync/leader/leader-loops.ts'
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

const untilStopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

interface Wishes extends Partial<LeaderLoopPorts> {
  isOnline?: boolean
  run?: (signal: AbortSignal) => Promise<void>
  /** What the server answers when the stream is opened. */
  open?: (signal: AbortSignal) => Promise<Response>
}

function lead({ isOnline = true, run = untilStopped, open, ...more }: Wishes = {}) {
  const link = new HandLink()
  link.set(isOnline)
  const seen = { pulls: 0, streams: 0, sending: undefined as AbortSignal | undefined }
  const pullSignal = createWakeSignal()
  const term = runLeaderLoops(
    {
      work: databases.work,
      sender: {
        run: (signal: AbortSignal) => {
          seen.sending = signal
          return run(signal)
        },
        inFlight: () => 0,
        moves: () => 0,
      } as never,
      puller: {
        pull: async () => {
          seen.pulls += 1
        },
        hasReached: () => true,
      } as never,
      link,
      stream: {
        fetch: (_url: string, { signal }: RequestInit) => {
          seen.streams += 1
          return open ? open(signal as AbortSignal) : new Promise<Response>(() => undefined)
        },
        credentials: () => ({ token: 'token', session_id: 'session' }),
        now: () => new Date(),
        zone: 'Asia/Kolkata',
      },
      now: Date.now,
      random: () => 0,
      onError: () => undefined,
      ...more,
    },
    pullSignal,
    stop.signal,
  )
  return { link, seen, term, pullSignal }
}

const within = async (term: Promise<void>, ms: number) =>
  Promise.race([term.then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, ms, 'goes on'))])

test('a term sends and pulls until it is told to stop', async () => {
  const { seen, term, pullSignal } = lead({
    open: (signal) => untilStopped(signal).then(() => Promise.reject(signal.reason)),
  })
  // At the start, and because the network is there.
  await until(() => seen.pulls === 2 && seen.streams === 1)
  pullSignal.wake()
  await until(() => seen.pulls === 3)
  expect(await within(term, 50)).toBe('goes on')
  expect(seen.sending?.aborted).toBe(false)
  stop.abort()
  expect(await within(term, 2_000)).toBe('ended')
  expect(seen.sending?.aborted).toBe(true)
})

test('a term ends when its sender ends because another page sends', async () => {
  const { term, seen } = lead({
    run: () => new Promise((resolve) => setTimeout(resolve, 20)),
    open: (signal) => untilStopped(signal).then(() => Promise.reject(signal.reason)),
  })
  expect(await within(term, 2_000)).toBe('ended')
  expect(seen.sending?.aborted).toBe(true)
})

test('a sender that fails ends the term with its error', async () => {
  const { term } = lead({ run: () => Promise.reject(new Error('database closed')) })
  await expect(term).rejects.toThrow('database closed')
})

test('a loop that does not end delays the end of a term by two and a half seconds', async () => {
  const { term, seen } = lead({ run: () => new Promise(() => undefined) })
  await until(() => seen.sending !== undefined)
  stop.abort()
  expect(await within(term, 2_000)).toBe('goes on')
  expect(await within(term, 3_000)).toBe('ended')
})

test('the return of the network wakes the pull and the stream, and its loss wakes nothing', async () => {
  const { link, seen } = lead({ isOnline: false })
  await new Promise((resolve) => setTimeout(resolve, 50))
  link.set(false)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([seen.pulls, seen.streams]).toEqual([0, 0])
  link.set(true)
  await until(() => seen.pulls > 0 && seen.streams > 0)
})

test('a stream that cannot be opened triggers a check of the link and is retried after a moment', async () => {
  const { link, seen } = lead({ open: () => Promise.reject(new TypeError('fetch failed')) })
  // At the start, and because the network is there.
  await until(() => seen.streams === 2 && link.looked === 2)
  const second = performance.now()
  await until(() => seen.streams === 3, 'the third stream')
  // A random moment of at most three seconds: half of that at least.
  expect(performance.now() - second).toBeGreaterThan(1_200)
})

test('a pull triggers a report and the fetch of prior studies, and queues texts of dead pages', async () => {
  const done: string[] = []
  const { seen } = lead({
    report: async () => void done.push('report'),
    renewPriors: async () => void done.push('priors'),
    queueOrphans: async () => done.push('orphans'),
  })
  await until(() => seen.pulls > 0)
  await until(() => done.includes('priors') && done.includes('report') && done.includes('orphans'))
})
