import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('a pull that failed is told and tried again', async () => {
  const { pull, errors, contact } = await start(() => Promise.reject(new Error('broken')))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(errors).toEqual([new Error('broken')])
  expect(contact).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pull).toHaveBeenCalledTimes(2)
  expect(contact).toHaveBeenCalledTimes(1)
})
