import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLongPress } from '#src/parts/calendar/use-long-press.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function press() {
  const onHeld = vi.fn()
  const { result, unmount } = renderHook(() => useLongPress())
  result.current({ x: 100, y: 100 }, onHeld)
  return { onHeld, unmount }
}

const finger = (type: string, clientX = 100, clientY = 100) =>
  window.dispatchEvent(Object.assign(new Event(type), { clientX, clientY }))

test('a resting finger lifts the event under it, once, even if it trembles', () => {
  const { onHeld } = press()
  finger('pointermove', 103, 98)
  vi.advanceTimersByTime(440)
  expect(onHeld).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  finger('pointerup')
  vi.advanceTimersByTime(2_000)
  expect(onHeld).toHaveBeenCalledTimes(1)
})

test.each([
  ['moves away', () => finger('pointermove', 100, 120)],
  ['leaves', () => finger('pointerup')],
  ['is taken over by the browser, which scrolls', () => finger('pointercancel')],
])('a finger that %s lifts nothing', (_what, act) => {
  const { onHeld } = press()
  vi.advanceTimersByTime(200)
  act()
  vi.advanceTimersByTime(2_000)
  expect(onHeld).not.toHaveBeenCalled()
})

test('an unmounted calendar lifts nothing', () => {
  const { onHeld, unmount } = press()
  unmount()
  vi.advanceTimersByTime(2_000)
  expect(onHeld).not.toHaveBeenCalled()
})
