// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BANNER_CHECK_MS, QUEUE_DISPLAY_MS } from '#domain/time/intervals.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { lastListOf } from '#src/sync/que-display/last-list.ts'
import { listenToScreen } from '#src/sync/que-display/listen-to-screen.ts'
import { useBanner } from '#src/sync/que-display/use-banner.ts'
import { useQueueDisplay } from '#src/sync/que-display/use-queue-display.ts'
import { type HeldCall, holdCalls, holdIntervals, pass, settled } from '../support/held-calls.ts'

/** The stream of a display: tells what it is told, and may be closed by the browser. */
class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeStream[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeStream.all.push(this)
  }
  close() {
    this.readyState = FakeStream.CLOSED
  }
}

let calls: HeldCall[]
let kept: Map<string, Response>
beforeAll(() => loadTransport())
beforeEach(() => {
  FakeStream.all = []
  calls = holdCalls()
  kept = new Map()
  vi.stubGlobal('EventSource', FakeStream)
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string) => kept.delete(key),
  }
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: async (key: string) => kept.get(key)?.clone(),
  })
  holdIntervals()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const LIST = { at: '2026-11-20T09:00:00.000Z', tokens: ['A1'] }

test('the last list of a display is kept by its own name, until it is taken away', async () => {
  const [one, two] = [lastListOf('a/b'), lastListOf('c')]
  expect(await one.read()).toBeUndefined()
  await one.write({ list: LIST, heardAt: 5 } as never)
  expect(await one.read()).toEqual({ list: LIST, heardAt: 5 })
  expect([...kept.keys()]).toEqual(['/que/a%2Fb/kept'])
  expect(await two.read()).toBeUndefined()
  await one.write(undefined)
  expect(await one.read()).toBeUndefined()
})

test('a display hears each sign of its stream, and opens another one when the browser has closed it', () => {
  let pokes = 0
  const stop = listenToScreen('a/b', () => (pokes += 1))
  const [first] = FakeStream.all
  expect(first!.url).toMatch(/que\/stream\/a%2Fb$/)
  for (const kind of ['open', 'message', 'error']) first!.dispatchEvent(new Event(kind))
  expect(pokes).toBe(3)
  vi.advanceTimersByTime(QUEUE_DISPLAY_MS)
  expect(FakeStream.all).toHaveLength(1)
  first!.readyState = FakeStream.CLOSED
  vi.advanceTimersByTime(QUEUE_DISPLAY_MS)
  expect(FakeStream.all).toHaveLength(2)
  stop()
  expect(FakeStream.all[1]!.readyState).toBe(FakeStream.CLOSED)
  vi.advanceTimersByTime(QUEUE_DISPLAY_MS * 3)
  expect(FakeStream.all).toHaveLength(2)
})

test('a public display asks at once, at each sign of its stream and every few seconds, until it closes', async () => {
  const { result, unmount } = renderHook(() => useQueueDisplay('one'))
  expect(result.current).toEqual({ skewMs: 0, isUnknown: false })
  await settled()
  expect(calls).toHaveLength(1)
  await calls[0]!.answer({ result: LIST })
  expect(result.current).toMatchObject({ list: LIST, isUnknown: false })
  expect(Math.abs(result.current.heardAt! - Date.now())).toBeLessThan(10_000)
  expect(kept.size).toBe(1)
  await pass(QUEUE_DISPLAY_MS)
  expect(calls).toHaveLength(2)
  await calls[1]!.fail()
  expect(result.current.downSince).toBeDefined()
  FakeStream.all[0]!.dispatchEvent(new Event('message'))
  await settled()
  expect(calls).toHaveLength(3)
  await calls[2]!.answer({ message: 'No such display.', code: 'not_found' }, 404)
  expect(result.current).toMatchObject({ isUnknown: true })
  unmount()
  expect(FakeStream.all[0]!.readyState).toBe(FakeStream.CLOSED)
  await pass(QUEUE_DISPLAY_MS)
  expect(calls).toHaveLength(3)
})

test('a banner is fetched once and plays on from the device; another one takes its place, and none removes it', async () => {
  const made: string[] = []
  const revoked: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made.push(`blob:${made.length + 1}`)
    return made.at(-1)!
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
  const { result, unmount } = renderHook(() => useBanner('one'))
  expect(result.current).toBeUndefined()
  await settled()
  const tell = async (file_url: string, type: string) => {
    await calls.at(-1)!.answer({ result: { file_url, type } })
    await settled()
  }
  await tell('/file/1?signed=1', 'image')
  expect(calls.at(-1)!.path).toBe('/file/1')
  await calls.at(-1)!.answer('bytes')
  expect(result.current).toEqual({ url: 'blob:1', type: 'image' })
  // The same file under another signed link.
  await pass(BANNER_CHECK_MS)
  await tell('/file/1?signed=2', 'image')
  expect(calls).toHaveLength(3)
  await pass(BANNER_CHECK_MS)
  await tell('/file/2', 'video')
  await calls.at(-1)!.answer('no', 404)
  expect(result.current).toEqual({ url: 'blob:1', type: 'image' })
  await pass(BANNER_CHECK_MS)
  await tell('/file/2', 'video')
  await calls.at(-1)!.answer('bytes')
  expect(result.current).toEqual({ url: 'blob:2', type: 'video' })
  expect(revoked).toEqual(['blob:1'])
  await pass(BANNER_CHECK_MS)
  await calls.at(-1)!.fail()
  expect(result.current?.url).toBe('blob:2')
  await pass(BANNER_CHECK_MS)
  await tell('', '')
  expect([result.current, revoked]).toEqual([undefined, ['blob:1', 'blob:2']])
  await pass(BANNER_CHECK_MS)
  await tell('/file/3', 'image')
  await calls.at(-1)!.answer('bytes')
  await pass(BANNER_CHECK_MS)
  unmount()
  expect(revoked).toEqual(['blob:1', 'blob:2', 'blob:3'])
  expect(calls.at(-1)!.signal?.aborted).toBe(true)
  const before = calls.length
  await pass(BANNER_CHECK_MS)
  expect(calls).toHaveLength(before)
})
