import { expect, test } from 'vitest'
import { flushBeforeLock, onBeforeLock } from '#src/sync/session/lock/before-lock.ts'

test('every open editor stores its text before the lock, even if another one fails', async () => {
  const stored: string[] = []
  const leave = onBeforeLock(() => stored.push('left'))
  const stops = [
    onBeforeLock(() => {
      throw new Error('no space')
    }),
    onBeforeLock(async () => {
      await Promise.resolve()
      stored.push('late')
    }),
    onBeforeLock(() => stored.push('soon')),
  ]
  leave()
  await flushBeforeLock()
  for (const stop of stops) stop()
  expect(stored).toEqual(['soon', 'late'])
  await flushBeforeLock()
  expect(stored).toEqual(['soon', 'late'])
})

test('an editor that never finishes delays the lock by only two seconds', async () => {
  const stop = onBeforeLock(() => new Promise(() => undefined))
  const began = performance.now()
  await flushBeforeLock()
  stop()
  const waited = performance.now() - began
  expect(waited).toBeGreaterThan(1_900)
  expect(waited).toBeLessThan(15_000)
})
