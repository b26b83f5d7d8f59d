import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveChecks, LOOK_AFTER_MS } from '#src/features/report/checks/live/live-checks.ts'

const FACTS = { sex: 'M', hasCriticalTag: false }
const EMPTY = { report_name: '', report_data: '', conclusion: '', recommendation: '' }

function desk() {
  let text = EMPTY
  const listeners = new Set<() => void>()
  const reads = vi.fn(() => ({ text }) as never)
  const checks = new LiveChecks({
    state: reads,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const type = (change: Partial<typeof EMPTY>) => {
    text = { ...text, ...change }
    for (const listener of listeners) listener()
  }
  const rules = () => checks.of('conclusion').warnings.map(({ rule }) => rule)
  return { checks, type, rules, listeners }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the text is checked after a pause in typing, and never before', () => {
  const { checks, type, rules } = desk()
  checks.start(FACTS)
  vi.advanceTimersByTime(1)
  type({ report_data: '<p>Clear</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS - 1)
  expect(rules()).toEqual([])
  type({ report_data: '<p>Clear.</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS - 1)
  expect(rules()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(rules()).toEqual(['empty_conclusion'])
  type({ conclusion: '<p>Normal.</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  expect(rules()).toEqual([])
})

test('a part with unchanged checks keeps its object, and listeners are not notified', () => {
  const { checks, type } = desk()
  checks.start(FACTS)
  type({ report_data: '<p>Clear.</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  const before = checks.of('conclusion')
  const told = vi.fn()
  checks.subscribe(told)
  type({ report_data: '<p>Clear lungs.</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  expect(checks.of('conclusion')).toBe(before)
  expect(told).not.toHaveBeenCalled()
})

test('new facts about the study keep the unchanged checks in place, so that a screen reader does not repeat them', () => {
  const { checks, type, rules } = desk()
  const stop = checks.start(FACTS)
  type({ report_data: '<p>Clear.</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  const before = checks.of('conclusion')
  const told = vi.fn()
  checks.subscribe(told)
  stop()
  checks.start({ ...FACTS, sex: 'F' })
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  expect(rules()).toEqual(['empty_conclusion'])
  expect(checks.of('conclusion')).toBe(before)
  expect(told).not.toHaveBeenCalled()
})

test('after a stop nothing is shown and nothing is checked', () => {
  const { checks, type, rules, listeners } = desk()
  const stop = checks.start(FACTS)
  type({ report_data: '<p>Clear.</p>' })
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  expect(rules()).toEqual(['empty_conclusion'])
  type({ report_data: '<p>Clear lungs.</p>' })
  stop()
  vi.advanceTimersByTime(LOOK_AFTER_MS)
  expect(rules()).toEqual([])
  expect(listeners.size).toBe(0)
})
