import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEADER_SILENCE_MS } from '#domain/time/intervals.ts'
import type { TabChannel } from '#src/sync/leader/channel.ts'
import { takeTurnsLeading } from '#src/sync/leader/leader.ts'
import { FakeHub } from '../support/fake-channel.ts'
import { FakeLocks } from '../support/fake-locks.ts'

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

/** A page that leads until it is deposed; a frozen one gives no sign of life and does not notice. */
function openTab(name: string, locks: FakeLocks, hub: FakeHub, leading: Set<string>) {
  const line = hub.open()
  const tab = { isFrozen: false, own: new AbortController(), errors: [] as unknown[] }
  const channel: TabChannel = { ...line, post: (message) => !tab.isFrozen && line.post(message) }
  const end = AbortSignal.any([tab.own.signal, stopping.signal])
  void takeTurnsLeading(
    {
      name: 'sender',
      locks,
      channel,
      onError: (error) => tab.errors.push(error),
      lead: (signal) =>
        new Promise((resolve) => {
          leading.add(name)
          signal.addEventListener('abort', () => {
            leading.delete(name)
            resolve()
          })
        }),
    },
    end,
  )
  return tab
}

test('of three tabs one leads, and when it closes another one does', async () => {
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

test('a leader that gives no sign of life for 15 s is replaced, and learns it', async () => {
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

test('a term that breaks is begun again after a pause', async () => {
  const [locks, hub] = [new FakeLocks(), new FakeHub()]
  let terms = 0
  const errors: unknown[] = []
  void takeTurnsLeading(
    {
      name: 'sender',
      locks,
      channel: hub.open(),
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
