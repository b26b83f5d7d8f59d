import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { keepPulled } from '#src/sync/leader/keep-pulled.ts'
import { createWakeSignal } from '#src/sync/leader/wake-signal.ts'
import { HandLink } from '../support/test-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function start(first: () => Promise<undefined> = async () => undefined) {
  const [link, wakeSignal, stop] = [new HandLink(), createWakeSignal(), new AbortController()]
  const pull = vi.fn(async () => undefined).mockImplementationOnce(first)
  const sky = { inFlight: 0 }
  const errors: unknown[] = []
  const contact = vi.fn()
  void keepPulled(
    {
      puller: { pull },
      sender: { inFlight: () => sky.inFlight },
      link,
      random: () => 0.5,
      onError: (error) => void errors.push(error),
    },
    wakeSignal,
    { wake: contact },
    stop.signal,
  )
  // The first pull runs at once.
  await vi.advanceTimersByTimeAsync(0)
  return { link, wakeSignal, stop, pull, sky, errors, contact }
}

test('a wake-up pulls at once while little or nothing is being sent', async () => {
  const { wakeSignal, pull, sky, contact } = await start()
  expect(pull).toHaveBeenCalledTimes(1)
  sky.inFlight = 1
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(pull).toHaveBeenCalledTimes(2)
  expect(contact).toHaveBeenCalledTimes(2)
})

test('a pull waits for a long queue, but not indefinitely', async () => {
  const { wakeSignal, pull, sky } = await start()
  sky.inFlight = 4
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(pull).toHaveBeenCalledTimes(1)
  sky.inFlight = 1
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
  sky.inFlight = 2
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(5_100)
  expect(pull).toHaveBeenCalledTimes(3)
})

test('when the server responds again the queue is sent before the first pull', async () => {
  const { link, wakeSignal, pull, sky } = await start()
  link.set(false)
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(pull).toHaveBeenCalledTimes(1)
  link.set(true)
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(50)
  sky.inFlight = 4
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pull).toHaveBeenCalledTimes(1)
  sky.inFlight = 0
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a lost pull is repeated at once if the network is working', async () => {
  const { pull, errors, contact } = await start(() => Promise.reject(new OfflineError()))
  expect(errors).toEqual([new OfflineError()])
  expect(contact).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
  expect(contact).toHaveBeenCalledTimes(1)
})

test('a pull that fails repeatedly is retried less and less often, but at least every 10 s', async () => {
  const { pull } = await start(() => Promise.reject(new Error('broken')))
  pull.mockImplementation(() => Promise.reject(new Error('broken')))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull.mock.calls.length).toBeLessThan(15)
  pull.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull).toHaveBeenCalledTimes(6)
})

test('a pause requested by the server is respected', async () => {
  const busy = { code: 'unavailable', message: 'busy', retry_after: 5 } as const
  const { pull } = await start(() => Promise.reject(new ApiError(503, busy)))
  await vi.advanceTimersByTimeAsync(4_900)
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a quiet device pulls every two minutes', async () => {
  const { pull } = await start()
  await vi.advanceTimersByTimeAsync(119_999)
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('offline a device looks again after ten seconds, and pulls once it is back', async () => {
  const { link, wakeSignal, pull } = await start()
  link.set(false)
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(0)
  link.set(true)
  await vi.advanceTimersByTimeAsync(10_199)
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a pull waits for two batches in flight, at most five seconds', async () => {
  const { wakeSignal, pull, sky } = await start()
  sky.inFlight = 2
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('after a successful pull the next failure is retried soon again', async () => {
  const { wakeSignal, pull } = await start(() => Promise.reject(new OfflineError()))
  pull.mockImplementation(() => Promise.reject(new OfflineError()))
  await vi.advanceTimersByTimeAsync(20_000)
  pull.mockImplementation(async () => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  pull.mockClear()
  pull.mockImplementationOnce(() => Promise.reject(new OfflineError()))
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a stopped device no longer pulls or listens to the link', async () => {
  const { link, wakeSignal, stop, pull } = await start()
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  wakeSignal.wake()
  link.set(false)
  link.set(true)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(pull).toHaveBeenCalledTimes(1)
})
