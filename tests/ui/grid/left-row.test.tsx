import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveRow, useLeftRow } from '#src/ui/grid/left-row.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const open = () => {
  const list = renderHook(() => useLeftRow())
  list.rerender()
  const { current } = list.result
  cleanup()
  return current
}

test('a record that was left for its list is returned once', () => {
  leaveRow('one')
  expect(open()).toBe('one')
  expect(open()).toBeUndefined()
})

test('a record left some time ago, or for another list, is not searched', () => {
  vi.useFakeTimers()
  leaveRow('one')
  vi.advanceTimersByTime(61_000)
  expect(open()).toBeUndefined()
  leaveRow('two')
  vi.advanceTimersByTime(20_000)
  expect(open()).toBe('two')
})
