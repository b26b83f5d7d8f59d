import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepReported } from '#src/sync/leader/keep-reported.ts'
import { createWakeSignal } from '#src/sync/leader/wake-signal.ts'
import { HandLink } from '../support/test-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function start() {
  const [link, wakeSignal, stop] = [new HandLink(), createWakeSignal(), new AbortController()]
  const report = vi.fn(async () => undefined)
  const queue: { write?: (() => void) | undefined } = {}
  const errors: unknown[] = []
  const onQueueWritten = (tell: () => void) => {
    queue.write = tell
    return () => {
      queue.write = undefined
    }
  }
  const onError = (error: unknown) => void errors.push(error)
  const loop = keepReported({ report, link, onError, onQueueWritten }, wakeSignal, stop.signal)
  await vi.advanceTimersByTimeAsync(0)
  return { link, wakeSignal, stop, report, queue, errors, loop }
}

test('the device reports at once, and then after a change of the queue, but at most every half minute', async () => {
  const { report, queue } = await start()
  expect(report).toHaveBeenCalledTimes(1)
  queue.write?.()
  queue.write?.()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(report).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(report).toHaveBeenCalledTimes(2)
  // Nothing has changed since: the next report comes after the time of a quiet device.
  await vi.advanceTimersByTimeAsync(100_000)
  expect(report).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(report).toHaveBeenCalledTimes(3)
})

test('offline nothing is reported; an error is passed on and the report is retried', async () => {
  const { report, link, wakeSignal, errors } = await start()
  link.set(false)
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(report).toHaveBeenCalledTimes(1)
  link.set(true)
  report.mockRejectedValueOnce(new Error('broken'))
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([report.mock.calls.length, errors]).toEqual([2, [new Error('broken')]])
  wakeSignal.wake()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(report).toHaveBeenCalledTimes(3)
})

test('a page that lost the lead no longer watches the queue', async () => {
  const { stop, queue, loop } = await start()
  stop.abort()
  await loop
  expect(queue.write).toBeUndefined()
})

test('a quiet device reports two minutes after the pause of its last report', async () => {
  const { report, queue } = await start()
  await vi.advanceTimersByTimeAsync(149_999)
  expect(report).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(report).toHaveBeenCalledTimes(2)
  queue.write?.()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(report).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(report).toHaveBeenCalledTimes(3)
})

test('a page that loses the lead while it waits reports nothing more', async () => {
  const { report, stop, wakeSignal, loop } = await start()
  await vi.advanceTimersByTimeAsync(30_000)
  stop.abort()
  wakeSignal.wake()
  await loop
  expect(report).toHaveBeenCalledTimes(1)
})
