import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TatCell } from '#src/features/worklist/rows/TatCell.tsx'

const RECEIVED = '2026-11-21T08:00:00Z'
/** Advances the clock by minutes, with its ticks. */
const pass = (minutes: number) =>
  act(() => {
    vi.advanceTimersByTime(minutes * 60_000)
  })
const at = (minutes: number) => new Date(new Date(RECEIVED).getTime() + minutes * 60_000)
const SIGNED = { received_datetime: RECEIVED, signed_on: at(125).toISOString(), tat: 240 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('time left ticks down and turns into time over', () => {
  vi.setSystemTime(at(238))
  render(<TatCell row={{ status: 'Draft', received_datetime: RECEIVED, signed_on: null, tat: 240 }} />)
  expect(screen.getByText('2 m left')).toBeDefined()
  pass(1)
  expect(screen.getByText('1 m left')).toBeDefined()
  pass(2)
  expect(screen.getByText('1 m over').parentElement?.hasAttribute('data-over')).toBe(true)
})

test('a signed study stops its clock and has no timer', () => {
  vi.setSystemTime(at(999))
  render(<TatCell row={{ ...SIGNED, status: 'Signed' }} />)
  expect(screen.getByText('2 h 5 m')).toBeDefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('a study that is no longer signed ticks on, whatever its former signature says', () => {
  vi.setSystemTime(at(238))
  render(<TatCell row={{ ...SIGNED, status: 'Pending' }} />)
  expect(screen.getByText('2 m left')).toBeDefined()
  pass(3)
  expect(screen.getByText('1 m over')).toBeDefined()
})

test('all cells share one timer, which ends with the last of them', () => {
  vi.setSystemTime(at(1))
  const row = { status: 'Pending', received_datetime: RECEIVED, signed_on: null, tat: 240 } as const
  const { unmount } = render([1, 2, 3].map((key) => <TatCell key={key} row={row} />))
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
