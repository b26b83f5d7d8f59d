import { expect, test } from 'vitest'
import { lockState, onceLocked, setLock } from '#src/sync/session/lock/lock-state.ts'

test('data in memory is dropped whenever the page is locked or left, and kept on unlock', () => {
  let forgotten = 0
  const stop = onceLocked(() => {
    forgotten += 1
  })
  setLock({ kind: 'open' })
  expect([lockState(), forgotten]).toEqual([{ kind: 'open' }, 0])
  setLock({ kind: 'locked', why: 'idle', isOverdue: false })
  setLock({ kind: 'none' })
  expect(forgotten).toBe(2)
  stop()
  setLock({ kind: 'locked', why: 'asked', isOverdue: true })
  expect([lockState().kind, forgotten]).toEqual(['locked', 2])
})
