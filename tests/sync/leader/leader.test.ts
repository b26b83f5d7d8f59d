import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEADER_SILENCE_MS } from '#domain/time/intervals.ts'
import type { TabChannel } from '#src/sync/leader/channel.ts'
import { takeTurnsLeading } from '#src/sync/leader/leader.ts'
import { FakeHub } from '../support/fake-channel.ts'
import { FakeLocks } from '../support/fake-locks.ts'
import { throttleTimers } from '../support/throttled-timers.ts'

const stop = new AbortController()
let stopping = stop
beforeEach(() => {
  vi.useFakeTimers()
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  await vi.advanceTimersByTimeAsync(10)
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Opens a tab that leads until it is deposed; a frozen one sends no heartbeat and does not notice. */
function openTab(name: string, locks: FakeLocks, hub: FakeHub, leading: Set<string>) {
  const line = hub.open()
  const tab = {
    locks,
    hub,
    isFrozen: false,
    isVisible: true,
    terms: 0,
    isOver: false,
    said: new Set<string>(),
    own: new AbortController(),
    errors: [] as unknown[],
  }
  const post: TabChannel['post'] = (message) => {
    if (tab.isFrozen) return
    tab.said.add(message.kind)
    line.post(message)
  }
  const channel: TabChannel = { ...line, post }
  const end = AbortSignal.any([tab.own.signal, stopping.signal])
  void takeTurnsLeading(
    {
      name: 'sender',
      locks,
      channel,
      isVisible: () => tab.isVisible,
      onError: (error) => tab.errors.push(error),
      lead: (signal) =>
        new Promise((resolve) => {
          tab.terms += 1
          leading.add(name)
          signal.addEventListener('abort', () => {
            leading.delete(name)
            resolve()
          })
        }),
    },
    end,
  ).then(() => (tab.isOver = true))
  return tab
}

test('one of three tabs leads, and when it closes another one does', async () => {
  const [locks, hub, leading] = [new FakeLocks(), new FakeHub(), new Set<string>()]
  const first = openTab('first', locks, hub, leading)
  openTab('second', locks, hub, leading)
  openTab('third', locks, hub, leading)
  await pass(60_000)
  expect([...leading]).toEqual(['first'])
  first.own.abort()
  await pass(10)
  expect([...leading]).toEqual(['second'])
})

test('a tab that closes while it waits stops waiting at once, and does not lead later', async () => {
  const [locks, hub, leading] = [new FakeLocks(), new FakeHub(), new Set<string>()]
  const first = openTab('first', locks, hub, leading)
  const second = openTab('second', locks, hub, leading)
  await pass(1_000)
  second.own.abort()
  await pass(10)
  expect(second.isOver).toBe(true)
  first.own.abort()
  await pass(LEADER_SILENCE_MS)
  expect(first.isOver).toBe(true)
  expect(second.terms).toBe(0)
})

test('a leader without a heartbeat for 15 s is replaced, and is notified', async () => {
  const [locks, hub, leading] = [new FakeLocks(), new FakeHub(), new Set<string>()]
  const first = openTab('first', locks, hub, leading)
  openTab('second', locks, hub, leading)
  await pass(30_000)
  expect([...leading]).toEqual(['first'])
  first.isFrozen = true
  await pass(LEADER_SILENCE_MS - 4_000)
  expect([...leading]).toEqual(['first'])
  await pass(8_000)
  expect([...leading]).toEqual(['second'])
})

test('a term that fails starts again after a pause', async () => {
  const [locks, hub] = [new FakeLocks(), new FakeHub()]
  let terms = 0
  const errors: unknown[] = []
  void takeTurnsLeading(
    {
      name: 'sender',
      locks,
      channel: hub.open(),
      isVisible: () => true,
      onError: (error) => errors.push(error),
      lead: async () => {
        terms += 1
        throw new Error('broken')
      },
    },
    stopping.signal,
  )
  await pass(5_000)
  expect(terms).toBeGreaterThan(2)
  expect(terms).toBeLessThan(10)
  expect(errors).toHaveLength(terms)
})

/** Opens several hidden tabs: the browser runs their timers once a minute, and their messages take a moment. */
function openHidden(count: number) {
  const [locks, hub, leading] = [new FakeLocks(), new FakeHub(5), new Set<string>()]
  const unthrottle = throttleTimers()
  const tabs = Array.from({ length: count }, (_, n) => openTab(`tab ${n + 1}`, locks, hub, leading))
  for (const tab of tabs) tab.isVisible = false
  return { tabs, leading, unthrottle }
}

test('hidden tabs whose timers run once a minute do not change the leader', async () => {
  const { tabs, leading } = openHidden(3)
  await pass(30 * 60_000)
  expect([...leading]).toEqual(['tab 1'])
  expect(tabs.map(({ terms }) => terms)).toEqual([1, 0, 0])
  expect([...tabs[0]!.said].sort(), 'who leads asks nobody').toEqual(['beat', 'here'])
})

test('a newly hidden tab does not take the lead from a hidden tab that responds', async () => {
  const { tabs, leading, unthrottle } = openHidden(1)
  await pass(60_000)
  unthrottle()
  const { locks, hub } = tabs[0]!
  const second = openTab('tab 2', locks, hub, leading)
  second.isVisible = false
  await pass(10 * 60_000)
  expect([...leading]).toEqual(['tab 1'])
  expect(second.terms).toBe(0)
})

test('a frozen tab loses the lead even among hidden tabs', async () => {
  const { tabs, leading } = openHidden(2)
  await pass(10 * 60_000)
  tabs[0]!.isFrozen = true
  await pass(3 * 60_000)
  expect([...leading]).toEqual(['tab 2'])
})

test('a visible tab takes the lead from a hidden tab with slow timers, once', async () => {
  const { tabs, leading, unthrottle } = openHidden(2)
  await pass(10 * 60_000)
  unthrottle()
  tabs[1]!.isVisible = true
  // The first tab keeps its slow timers; those of the second one are fast from its next wait.
  await pass(2 * 60_000)
  expect([...leading]).toEqual(['tab 2'])
  await pass(10 * 60_000)
  expect(tabs.map(({ terms }) => terms)).toEqual([1, 1])
})
