import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serialiseAtPause } from '#src/ui/rich-text/serialise-at-pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the text is read once, after the pause', () => {
  const write = vi.fn()
  const pause = serialiseAtPause(write, 400)
  for (let key = 0; key < 5; key += 1) {
    pause.touch()
    vi.advanceTimersByTime(100)
  }
  expect(write).not.toHaveBeenCalled()
  expect(pause.isWaiting()).toBe(true)
  vi.advanceTimersByTime(300)
  expect(write).toHaveBeenCalledTimes(1)
  expect(pause.isWaiting()).toBe(false)
})

test('who never pauses is written down every two seconds', () => {
  const write = vi.fn()
  const pause = serialiseAtPause(write, 400)
  for (let key = 0; key < 50; key += 1) {
    pause.touch()
    vi.advanceTimersByTime(100)
  }
  expect(write).toHaveBeenCalledTimes(2)
})

test('flush reads at once what waits, and nothing where nothing waits', () => {
  const write = vi.fn()
  const pause = serialiseAtPause(write, 400)
  pause.flush()
  expect(write).not.toHaveBeenCalled()
  pause.touch()
  pause.flush()
  vi.advanceTimersByTime(5_000)
  expect(write).toHaveBeenCalledTimes(1)
})
