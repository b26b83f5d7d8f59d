import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TabMessage } from '#src/sync/leader/channel.ts'
import { keepOrphansQueued } from '#src/sync/leader/keep-orphans-queued.ts'
import { keepPriorsAhead } from '#src/sync/leader/keep-priors-ahead.ts'
import { takeTurnsLeading } from '#src/sync/leader/leader.ts'
import { startPausable } from '#src/sync/leader/pausable-task.ts'
import { createWakeSignal } from '#src/sync/leader/wake-signal.ts'
import { FakeLocks } from '../support/fake-locks.ts'
import { HandLink } from '../support/test-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Returns whether the work has ended, without waiting for it. */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  let isOver = false
  void work.then(() => (isOver = true))
  await pass(0)
  return isOver
}

test('a search for texts of dead pages runs one second after the start, then every 30 s, even after a failure', async () => {
  const stop = new AbortController()
  const errors: unknown[] = []
  const queueOrphans = vi.fn(async () => 0).mockRejectedValueOnce(new Error('x'))
  const loop = keepOrphansQueued({ queueOrphans, onError: (error) => void errors.push(error) }, stop.signal)
  await pass(999)
  expect(queueOrphans).toHaveBeenCalledTimes(0)
  await pass(1)
  expect([queueOrphans.mock.calls.length, errors.length]).toEqual([1, 1])
  await pass(29_999)
  expect(queueOrphans).toHaveBeenCalledTimes(1)
  await pass(1)
  expect([queueOrphans.mock.calls.length, errors.length]).toEqual([2, 1])
  stop.abort()
  expect(await hasEnded(loop)).toBe(true)
  expect(queueOrphans).toHaveBeenCalledTimes(2)
})

test('no search runs once the device is told to stop', async () => {
  const queueOrphans = vi.fn(async () => 0)
  const loop = keepOrphansQueued({ queueOrphans, onError: () => undefined }, AbortSignal.abort())
  expect(await hasEnded(loop)).toBe(true)
  expect(queueOrphans).not.toHaveBeenCalled()
})

function startPriors() {
  const [link, wakeSignal, stop] = [new HandLink(), createWakeSignal(), new AbortController()]
  const errors: unknown[] = []
  const renew = vi.fn(async () => undefined)
  const ports = { renew, link, onError: (error: unknown) => void errors.push(error) }
  return { link, wakeSignal, stop, errors, renew, loop: keepPriorsAhead(ports, wakeSignal, stop.signal) }
}

test('prior studies are fetched on request and every two minutes, at most every five seconds', async () => {
  const { wakeSignal, renew } = startPriors()
  await pass(119_999)
  expect(renew).toHaveBeenCalledTimes(0)
  await pass(1)
  expect(renew).toHaveBeenCalledTimes(1)
  wakeSignal.wake()
  await pass(4_999)
  expect(renew).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(renew).toHaveBeenCalledTimes(2)
})

test('prior studies are not fetched offline, or once the device is told to stop', async () => {
  const { link, wakeSignal, renew, stop, loop } = startPriors()
  link.set(false)
  wakeSignal.wake()
  await pass(10_000)
  expect(renew).not.toHaveBeenCalled()
  link.set(true)
  stop.abort()
  expect(await hasEnded(loop)).toBe(true)
  expect(renew).not.toHaveBeenCalled()
})

test('a failure to fetch prior studies is reported, and the next round follows', async () => {
  const { wakeSignal, renew, errors } = startPriors()
  renew.mockRejectedValueOnce(new Error('x'))
  wakeSignal.wake()
  await pass(0)
  expect(errors).toHaveLength(1)
  wakeSignal.wake()
  await pass(5_000)
  expect([renew.mock.calls.length, errors.length]).toEqual([2, 1])
})

test('a pause waits for a task that does not end, at most three seconds', async () => {
  const task = startPausable(() => new Promise(() => undefined))
  const paused = task.pause()
  await pass(2_999)
  expect(await hasEnded(paused)).toBe(false)
  await pass(1)
  expect(await hasEnded(paused)).toBe(true)
})

test('a woken sleeper leaves no timer and no listener behind', async () => {
  const listeners: unknown[] = []
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: unknown) => void listeners.push(listener),
    removeEventListener: (_: string, listener: unknown) => {
      listeners.splice(listeners.indexOf(listener), 1)
    },
  } as unknown as AbortSignal
  const sleeper = createWakeSignal()
  const woken = sleeper.wait(60_000, signal)
  expect([vi.getTimerCount(), listeners.length]).toEqual([1, 1])
  sleeper.wake()
  await woken
  expect([vi.getTimerCount(), listeners.length]).toEqual([0, 0])
})

/** One page that leads for as long as `lead` takes, with what it sends to the other pages. */
function startLeading(lead: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController()
  const sent: string[] = []
  const messages$ = new Subject<TabMessage>()
  const channel = { messages$, post: ({ kind }: TabMessage) => void sent.push(kind), close: () => undefined }
  const errors: unknown[] = []
  const ended = takeTurnsLeading(
    {
      name: 'sender',
      locks: new FakeLocks(),
      channel,
      isVisible: () => true,
      lead,
      onError: (error) => void errors.push(error),
    },
    stop.signal,
  )
  return { stop, sent, messages$, errors, ended }
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test('a leader sends a heartbeat at once and every three seconds, and none after its term', async () => {
  const { stop, sent, ended } = startLeading(untilAborted)
  await pass(0)
  expect(sent).toEqual(['beat'])
  await pass(2_999)
  expect(sent).toHaveLength(1)
  await pass(1)
  expect(sent).toEqual(['beat', 'beat'])
  stop.abort()
  expect(await hasEnded(ended)).toBe(true)
  await pass(60_000)
  expect([sent, vi.getTimerCount()]).toEqual([['beat', 'beat'], 0])
})

test('a leader answers questions during its term, and not after it', async () => {
  const { stop, sent, messages$, ended } = startLeading(untilAborted)
  await pass(0)
  messages$.next({ kind: 'wake' })
  messages$.next({ kind: 'ask' })
  expect(sent).toEqual(['beat', 'here'])
  stop.abort()
  await ended
  messages$.next({ kind: 'ask' })
  expect(sent).toEqual(['beat', 'here'])
})

test('a failed term is reported, and the next one begins a second later', async () => {
  let terms = 0
  const { stop, errors } = startLeading(async (signal) => {
    terms += 1
    if (terms === 1) throw new Error('x')
    await untilAborted(signal)
  })
  await pass(999)
  expect([terms, errors.length]).toEqual([1, 1])
  await pass(1)
  expect([terms, errors.length]).toEqual([2, 1])
  stop.abort()
  await pass(0)
})
