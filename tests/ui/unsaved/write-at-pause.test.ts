import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeAtPause } from '#src/ui/unsaved/write-at-pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the text is read once, after the pause', () => {
  const write = vi.fn()
  const pause = writeAtPause(write)
  for (let key = 0; key < 3; key += 1) {
    pause.touch()
    vi.advanceTimersByTime(30)
  }
  expect(write).not.toHaveBeenCalled()
  expect(pause.isWaiting()).toBe(true)
  vi.advanceTimersByTime(300)
  expect(write).toHaveBeenCalledTimes(1)
  expect(pause.isWaiting()).toBe(false)
})

test('a key waits less than half a second, even without any pause', () => {
  let oldest: number | undefined
  let longest = 0
  const pause = writeAtPause(() => {
    longest = Math.max(longest, Date.now() - (oldest ?? Date.now()))
    oldest = undefined
  })
  for (let key = 0; key < 200; key += 1) {
    oldest ??= Date.now()
    pause.touch()
    vi.advanceTimersByTime(70)
  }
  vi.advanceTimersByTime(1_000)
  expect(oldest).toBeUndefined()
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(500)
})

test('flush reads waiting text at once, and nothing if nothing waits', () => {
  const write = vi.fn()
  const pause = writeAtPause(write)
  pause.flush()
  expect(write).not.toHaveBeenCalled()
  pause.touch()
  pause.flush()
  vi.advanceTimersByTime(5_000)
  expect(write).toHaveBeenCalledTimes(1)
})
