import { BehaviorSubject, Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROBE_HIDDEN_MS, PROBE_VISIBLE_MS } from '#domain/time/intervals.ts'
import type { Reach } from '#src/sync/api/reach.ts'
import { createLink, type Link } from '#src/sync/link/link.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'

let link: Link | undefined
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  link?.stop()
  vi.useRealTimers()
})

function start(random = () => 1) {
  const signs = {
    visible$: new BehaviorSubject(true),
    network$: new Subject<boolean>(),
    reach$: new Subject<Reach>(),
  }
  const probes = { count: 0, answers: false, until: undefined as Promise<void> | undefined, failsOnce: false }
  const states: boolean[] = []
  link = createLink({
    ...signs,
    now: () => new Date(),
    random,
    probe: async () => {
      probes.count += 1
      await probes.until
      if (!probes.failsOnce) return probes.answers
      probes.failsOnce = false
      return false
    },
  })
  link.state$.subscribe(({ online }) => states.push(online))
  return { ...signs, probes, states, link }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('after one failed call a successful probe keeps the link online', async () => {
  const { reach$, probes, states } = start()
  probes.answers = true
  reach$.next({ answered: false })
  await pass(0)
  expect(probes.count).toBe(1)
  expect(states).toEqual([true])
})

test('while no probe gets a response the link probes twice a second, then every 2 s when visible and every 15 s when hidden', async () => {
  const { reach$, visible$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(0)
  expect(states).toEqual([true, false])
  await pass(500)
  expect(probes.count).toBe(2)
  await pass(500 * 15)
  expect(probes.count).toBe(17)
  await pass(1_000)
  expect(probes.count).toBe(18)
  await pass(PROBE_VISIBLE_MS * 5)
  expect(probes.count).toBe(23)
  visible$.next(false)
  await pass(60_000)
  const before = probes.count
  await pass(PROBE_HIDDEN_MS * 2)
  expect(probes.count - before).toBe(2)
})

test('after a momentary outage the device is online again a moment later', async () => {
  const { reach$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(300)
  probes.answers = true
  await pass(300)
  expect(states).toEqual([true, false, true])
})

test('devices that lost the server at the same instant return at different instants', async () => {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 0x7fffffff) / 0x7fffffff
  const devices = Array.from({ length: 500 }, () => start(random))
  const probed: number[] = []
  for (const { reach$ } of devices) reach$.next({ answered: false })
  await pass(20_000)
  for (const { probes } of devices) probes.count = 0
  for (let at = 0; at < PROBE_VISIBLE_MS; at += 100) {
    await pass(100)
    probed.push(devices.reduce((sum, { probes: { count } }) => sum + count, 0))
  }
  for (const { link } of devices) link.stop()
  const each = probed.map((sum, n) => sum - (probed[n - 1] ?? 0))
  // Every device sent a probe within 2 s, and no tenth of a second had more than a tenth of them.
  expect(probed.at(-1)).toBeGreaterThanOrEqual(500)
  expect(Math.max(...each)).toBeLessThan(50)
})

test('the first response makes it online, whichever request got it, and the probing ends', async () => {
  const { reach$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(PROBE_VISIBLE_MS)
  reach$.next({ answered: true, asked: new Date() })
  await pass(0)
  expect(states).toEqual([true, false, true])
  const { count } = probes
  await pass(60_000)
  expect(probes.count).toBe(count)
})

test('a restored network is noticed within one probe', async () => {
  const { reach$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(10_000)
  probes.answers = true
  await pass(PROBE_VISIBLE_MS)
  expect(states.at(-1)).toBe(true)
})

test('the machine’s online event triggers a probe at once, but is not trusted', async () => {
  const { reach$, network$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(100)
  const { count } = probes
  network$.next(true)
  await pass(0)
  expect(probes.count).toBe(count + 1)
  expect(states.at(-1)).toBe(false)
})

test('an answer to a request from before the outage causes a probe at once and does not make it online', async () => {
  const { reach$, probes, states } = start()
  const asked = new Date()
  await pass(100)
  reach$.next({ answered: false })
  await pass(10_000)
  const { count } = probes
  reach$.next({ answered: true, asked })
  await pass(0)
  expect(probes.count).toBe(count + 1)
  expect(states.at(-1)).toBe(false)
  probes.answers = true
  reach$.next({ answered: true, asked })
  await pass(0)
  expect(states.at(-1)).toBe(true)
})

test('a look while offline probes at once, also if a probe is under way that was sent too early', async () => {
  const { reach$, probes, link } = start()
  reach$.next({ answered: false })
  await pass(10_000)
  const { count } = probes
  link.look()
  await pass(0)
  expect(probes.count).toBe(count + 1)
  const slow = Promise.withResolvers<void>()
  probes.until = slow.promise
  link.look()
  await pass(0)
  link.look()
  probes.until = undefined
  slow.resolve()
  await pass(0)
  expect(probes.count).toBe(count + 3)
})

test('the machine’s online event makes sending worth a try until a probe fails', async () => {
  const { reach$, network$, probes, link } = start()
  const tries: boolean[] = []
  link.tries$.subscribe((isWorth) => tries.push(isWorth))
  expect(link.isWorthTrying()).toBe(true)
  reach$.next({ answered: false })
  await pass(10_000)
  expect(link.isWorthTrying()).toBe(false)
  const slow = Promise.withResolvers<void>()
  probes.until = slow.promise
  network$.next(true)
  await pass(0)
  expect([link.isWorthTrying(), link.state().online]).toEqual([true, false])
  slow.resolve()
  await pass(0)
  expect(link.isWorthTrying()).toBe(false)
  expect(tries).toEqual([true, false])
})

test('a probe that was sent before another call was answered does not make it offline again', async () => {
  const { reach$, network$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(10_000)
  const slow = Promise.withResolvers<void>()
  probes.until = slow.promise
  network$.next(true)
  await pass(0)
  reach$.next({ answered: true, asked: new Date() })
  probes.until = undefined
  slow.resolve()
  await pass(0)
  // The next probe finds no server: that is a new outage.
  expect(states).toEqual([true, false, true, false])
  probes.answers = true
  await pass(PROBE_VISIBLE_MS)
  expect(states.at(-1)).toBe(true)
})

test('the same probe leaves it online where the next one is answered', async () => {
  const { reach$, network$, probes, states } = start()
  reach$.next({ answered: false })
  await pass(10_000)
  const slow = Promise.withResolvers<void>()
  probes.until = slow.promise
  network$.next(true)
  await pass(0)
  reach$.next({ answered: true, asked: new Date() })
  probes.failsOnce = true
  probes.answers = true
  probes.until = undefined
  slow.resolve()
  await pass(PROBE_VISIBLE_MS)
  expect(states).toEqual([true, false, true])
})

test('after a reason to look, probes follow each other as soon as at first', async () => {
  const { reach$, network$, probes } = start()
  reach$.next({ answered: false })
  await pass(60_000)
  const { count } = probes
  network$.next(true)
  await pass(1_600)
  expect(probes.count - count).toBe(4)
})

test('the machine’s online event changes nothing while the server answers', async () => {
  const { network$, probes, link } = start()
  const tries: boolean[] = []
  link.tries$.subscribe((isWorth) => tries.push(isWorth))
  network$.next(true)
  await pass(1_000)
  expect([probes.count, tries.length, link.isWorthTrying()]).toEqual([0, 0, true])
})

test('the link reports the time of its last change', async () => {
  vi.setSystemTime(new Date('2026-11-21T10:42:00Z'))
  const { reach$, link } = start()
  await pass(1_000)
  reach$.next({ answered: false })
  await pass(5_000)
  expect(link.state()).toEqual({ online: false, since: new Date('2026-11-21T10:42:01Z') })
})

test('polling runs only while the page is visible', async () => {
  const visible$ = new BehaviorSubject(true)
  let ticks = 0
  const ticking = pollEvery(100, true, { visible$ }).subscribe(() => (ticks += 1))
  await pass(250)
  expect(ticks).toBe(2)
  visible$.next(false)
  await pass(1_000)
  expect(ticks).toBe(2)
  visible$.next(true)
  await pass(100)
  expect(ticks).toBe(3)
  ticking.unsubscribe()
})
