import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from '#src/sync/api/errors.ts'
import { createWakeSignal } from '#src/sync/leader/wake-signal.ts'
import { keepRepaired } from '#src/sync/repair/keep-repaired.ts'
import { HandLink } from '../support/test-page.ts'

const MINUTE = 60_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(run: () => Promise<number> = async () => 0, random = () => 0.5) {
  const [link, wakeSignal, stop] = [new HandLink(), createWakeSignal(), new AbortController()]
  const repairer = { run: vi.fn(run) }
  const errors: unknown[] = []
  const sky = { inFlight: 0 }
  const sender = { inFlight: () => sky.inFlight }
  const ports = { repairer, sender, link, random, onError: (error: unknown) => void errors.push(error) }
  const ended = keepRepaired(ports, wakeSignal, stop.signal)
  return { link, wakeSignal, stop, repairer, sky, errors, ended }
}

test('copies are compared some time after the start, every 10 minutes, and after a reconnect', async () => {
  const { wakeSignal, repairer } = start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(repairer.run).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(13_000)
  expect(repairer.run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  expect(repairer.run).toHaveBeenCalledTimes(2)
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(18_000)
  expect(repairer.run).toHaveBeenCalledTimes(3)
})

test('two devices that reconnect together compare at different times', async () => {
  const [one, other] = [start(undefined, () => 0), start(undefined, () => 0.99)]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(one.repairer.run).toHaveBeenCalledTimes(1)
  expect(other.repairer.run).toHaveBeenCalledTimes(0)
})

test('the comparison waits for the queue to be sent, but not indefinitely', async () => {
  const { wakeSignal, repairer, sky } = start()
  sky.inFlight = 4
  await vi.advanceTimersByTimeAsync(30_000)
  expect(repairer.run).toHaveBeenCalledTimes(0)
  sky.inFlight = 0
  await vi.advanceTimersByTimeAsync(1_000)
  expect(repairer.run).toHaveBeenCalledTimes(1)
  sky.inFlight = 1
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(repairer.run).toHaveBeenCalledTimes(2)
})

test('offline no request is made', async () => {
  const { link, repairer } = start()
  link.set(false)
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(repairer.run).toHaveBeenCalledTimes(0)
})

test('losing the network during a comparison is not an error, any other failure is, and the next comparison runs', async () => {
  const failures = [new OfflineError('gone'), new Error('broken')]
  const { repairer, errors } = start(() => Promise.reject(failures.shift() ?? new Error('again')))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(errors).toEqual([])
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  expect(errors).toEqual([new Error('broken')])
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  expect(repairer.run).toHaveBeenCalledTimes(3)
})

test('the loop ends with its signal', async () => {
  const { stop, ended, repairer } = start()
  stop.abort()
  await ended
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(repairer.run).toHaveBeenCalledTimes(0)
})

test.each([
  [0, 6_000],
  [0.5, 12_000],
  [1, 18_000],
])(
  'with a random value of %d the first comparison runs after %d ms, and the next after ten minutes and as long again',
  async (drawn, first) => {
    const { repairer } = start(undefined, () => drawn)
    await vi.advanceTimersByTimeAsync(first - 1)
    expect(repairer.run).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(repairer.run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10 * MINUTE + first - 1)
    expect(repairer.run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(repairer.run).toHaveBeenCalledTimes(2)
  },
)

test('a queue that never empties delays the comparison by a minute, even with one batch in flight', async () => {
  const { repairer, sky } = start(undefined, () => 0)
  sky.inFlight = 1
  await vi.advanceTimersByTimeAsync(65_999)
  expect(repairer.run).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(repairer.run).toHaveBeenCalledTimes(1)
})

test('after the end a failure is not reported, and a queue is no longer waited for', async () => {
  const broken = Promise.withResolvers<number>()
  const { repairer, errors, stop, ended } = start(
    () => broken.promise,
    () => 0,
  )
  await vi.advanceTimersByTimeAsync(6_000)
  expect(repairer.run).toHaveBeenCalledTimes(1)
  stop.abort()
  broken.reject(new Error('late'))
  await ended
  expect(errors).toEqual([])
  const waiting = start(undefined, () => 0)
  waiting.sky.inFlight = 1
  await vi.advanceTimersByTimeAsync(6_500)
  waiting.stop.abort()
  await waiting.ended
  expect([waiting.repairer.run.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
})
