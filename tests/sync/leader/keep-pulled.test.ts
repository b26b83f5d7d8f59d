import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { createBell } from '#src/sync/leader/bell.ts'
import { keepPulled } from '#src/sync/leader/keep-pulled.ts'
import { HandLink } from '../support/test-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function start(first: () => Promise<undefined> = async () => undefined) {
  const [link, bell, stop] = [new HandLink(), createBell(), new AbortController()]
  const pull = vi.fn(async () => undefined).mockImplementationOnce(first)
  const sky = { flights: 0 }
  const errors: unknown[] = []
  const contact = vi.fn()
  void keepPulled(
    {
      puller: { pull },
      sender: { flights: () => sky.flights },
      link,
      random: () => 0.5,
      onError: (error) => void errors.push(error),
    },
    bell,
    { ring: contact },
    stop.signal,
  )
  // The first pull is made at once.
  await vi.advanceTimersByTimeAsync(0)
  return { link, bell, stop, pull, sky, errors, contact }
}

test('a ring is answered at once where little or nothing is on its way', async () => {
  const { bell, pull, sky, contact } = await start()
  expect(pull).toHaveBeenCalledTimes(1)
  sky.flights = 1
  bell.ring()
  await vi.advanceTimersByTimeAsync(0)
  expect(pull).toHaveBeenCalledTimes(2)
  expect(contact).toHaveBeenCalledTimes(2)
})

test('a pull waits for a long queue, but not for ever', async () => {
  const { bell, pull, sky } = await start()
  sky.flights = 4
  bell.ring()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(pull).toHaveBeenCalledTimes(1)
  sky.flights = 1
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
  sky.flights = 2
  bell.ring()
  await vi.advanceTimersByTimeAsync(5_100)
  expect(pull).toHaveBeenCalledTimes(3)
})

test('where the server answers again the queue departs before the first pull', async () => {
  const { link, bell, pull, sky } = await start()
  link.set(false)
  bell.ring()
  await vi.advanceTimersByTimeAsync(0)
  expect(pull).toHaveBeenCalledTimes(1)
  link.set(true)
  bell.ring()
  await vi.advanceTimersByTimeAsync(50)
  sky.flights = 4
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pull).toHaveBeenCalledTimes(1)
  sky.flights = 0
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
})

test('a pull that was lost on a line that carries the next one is repeated at once', async () => {
  const { pull, errors, contact } = await start(() => Promise.reject(new OfflineError()))
  expect(errors).toEqual([new OfflineError()])
  expect(contact).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(pull).toHaveBeenCalledTimes(2)
  expect(contact).toHaveBeenCalledTimes(1)
})

test('a pull that fails again and again is tried ever more seldom, and at least every 10 s', async () => {
  const { pull } = await start(() => Promise.reject(new Error('broken')))
  pull.mockImplementation(() => Promise.reject(new Error('broken')))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull.mock.calls.length).toBeLessThan(15)
  pull.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pull).toHaveBeenCalledTimes(6)
})

test('a server that asks for a pause is left it', async () => {
  const busy = { code: 'unavailable', message: 'busy', retry_after: 5 } as const
  const { pull } = await start(() => Promise.reject(new ApiError(503, busy)))
  await vi.advanceTimersByTimeAsync(4_900)
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(pull).toHaveBeenCalledTimes(2)
})
