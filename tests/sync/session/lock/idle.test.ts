import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from '#src/sync/session/lock/idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(minutes = 5) {
  const target = new EventTarget()
  const clock = { now: 1_000_000 }
  const heard = { active: 0, idle: 0 }
  const watch = watchIdle({
    target,
    now: () => clock.now,
    minutes: () => minutes,
    onActive: () => void (heard.active += 1),
    onIdle: () => void (heard.idle += 1),
  })
  const pass = (ms: number) => {
    clock.now += ms
    vi.advanceTimersByTime(ms)
  }
  return {
    target,
    clock,
    heard,
    watch,
    pass,
    touch: (sign = 'keydown') => target.dispatchEvent(new Event(sign)),
  }
}

test('the vault locks at the first check after its idle minutes', () => {
  const { heard, pass } = start()
  pass(295_000)
  expect(heard.idle).toBe(0)
  pass(5_000)
  expect(heard.idle).toBe(1)
})

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])(
  'a %s counts as activity',
  (sign) => {
    const { heard, pass, touch } = start()
    pass(295_000)
    touch(sign)
    pass(295_000)
    expect(heard).toEqual({ active: 1, idle: 0 })
    pass(5_000)
    expect(heard.idle).toBe(1)
  },
)

test('activity is announced at most once a second', () => {
  const { heard, pass, touch } = start()
  touch()
  touch()
  expect(heard.active).toBe(1)
  pass(1_000)
  touch()
  expect(heard.active).toBe(2)
})

test('activity in another page counts, and is not announced again', () => {
  const { heard, pass, watch } = start()
  pass(295_000)
  watch.note()
  pass(295_000)
  expect(heard).toEqual({ active: 0, idle: 0 })
})

test('a machine that slept locks at the first touch after it wakes', () => {
  const { clock, heard, touch } = start()
  clock.now += 300_000
  touch()
  expect(heard).toEqual({ active: 1, idle: 1 })
})

test('counting restarts if the clock is set back', () => {
  const { clock, heard, pass } = start()
  clock.now -= 3_600_000
  pass(5_000)
  pass(295_000)
  expect(heard.idle).toBe(0)
  pass(5_000)
  expect(heard.idle).toBe(1)
})

test('nothing is watched once it has stopped', () => {
  const { heard, pass, touch, watch } = start()
  watch.stop()
  touch()
  pass(600_000)
  expect(heard).toEqual({ active: 0, idle: 0 })
})
