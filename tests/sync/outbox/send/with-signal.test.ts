import { expect, test } from 'vitest'
import { withSignal } from '#src/sync/outbox/send/with-signal.ts'

const never = () => new Promise<never>(() => undefined)

test('the result of the work is returned, and its error is thrown', async () => {
  const { signal } = new AbortController()
  expect(await withSignal(Promise.resolve(7), signal)).toBe(7)
  await expect(withSignal(Promise.reject(new Error('full')), signal)).rejects.toThrow('full')
})

test('an abort ends the wait at once with its reason, before or during the work', async () => {
  const stop = new AbortController()
  const waiting = withSignal(never(), stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  await expect(withSignal(Promise.resolve(7), stop.signal)).rejects.toThrow('stopped')
})

test('work that fails after the abort causes no unhandled error, and its signal has no listener left', async () => {
  const stop = new AbortController()
  const late = Promise.withResolvers<never>()
  let listeners = 0
  const { signal } = stop
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = ((...given: Parameters<typeof add>) => {
    listeners += 1
    add(...given)
  }) as typeof signal.addEventListener
  signal.removeEventListener = ((...given: Parameters<typeof remove>) => {
    listeners -= 1
    remove(...given)
  }) as typeof signal.removeEventListener
  const waiting = withSignal(late.promise, signal)
  expect(listeners).toBe(1)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  expect(listeners).toBe(0)
  late.reject(new Error('too late'))
  await new Promise(setImmediate)
})

test('work that fails after an already aborted wait causes no unhandled error', async () => {
  const unhandled: unknown[] = []
  const hear = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', hear)
  const late = Promise.withResolvers<never>()
  await expect(withSignal(late.promise, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  late.reject(new Error('too late'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', hear)
  expect(unhandled).toEqual([])
})
