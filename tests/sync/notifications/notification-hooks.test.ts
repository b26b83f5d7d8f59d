// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import { NOTIFICATION_COUNT_MS } from '#domain/time/intervals.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { openNotifications } from '#src/sync/notifications/local-notifications.ts'
import {
  dropPush,
  findPushState,
  keepPush,
  turnPushOff,
  turnPushOn,
} from '#src/sync/notifications/push-subscription.ts'
import { useMuted } from '#src/sync/notifications/use-muted.ts'
import { useNotifications } from '#src/sync/notifications/use-notifications.ts'
import { useKeptPush, usePush } from '#src/sync/notifications/use-push.ts'
import { useUnread } from '#src/sync/notifications/use-unread.ts'
import { findPreference, keepPreference } from '#src/sync/preferences/preference.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { copyIn } from '../support/copy-in.ts'
import { holdCalls, holdIntervals, pass, settled } from '../support/held-calls.ts'
import { studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

let refreshed = 0
beforeAll(() => loadTransport())
beforeEach(() => {
  refreshed = 0
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function atDevice() {
  const databases = await openBare()
  setDevice({ databases, refresh: () => (refreshed += 1) } as unknown as Device)
  return databases
}
const row = (n: number, change: Partial<NotificationRow> = {}): NotificationRow => ({
  id: studyId(n),
  rev: 1,
  kind: 'study_assigned',
  subject_type: 'study',
  subject_id: studyId(1),
  noti_by: 'Meera Pillai',
  times: 1,
  created: '2026-11-20T09:00:00.000Z',
  read_on: null,
  ...change,
})
type Databases = Awaited<ReturnType<typeof openBare>>
async function keep({ notifications, cache }: Databases, ...rows: NotificationRow[]) {
  for (const one of rows)
    await cache.notifications.put(await notifications.seal(copyIn('notification', one, 'user:me')))
}

test('the number of unread notifications is checked with the server, and a difference asks the feed', async () => {
  const databases = await atDevice()
  await keep(databases, row(1), row(2), row(3, { read_on: '2026-11-20T10:00:00.000Z' }))
  const held = holdCalls()
  // A missed call makes the link ask, too.
  const counts = () => held.filter(({ path }) => path.endsWith('getCount'))
  holdIntervals()
  const { result, unmount } = renderHook(() => useUnread())
  expect(result.current).toBe(0)
  await settled(80)
  expect(result.current).toBe(2)
  expect(counts()).toHaveLength(0)
  await pass(NOTIFICATION_COUNT_MS)
  await counts()[0]!.answer({ result: { count: 2 } })
  expect(refreshed).toBe(0)
  await pass(NOTIFICATION_COUNT_MS)
  await counts()[1]!.answer({ result: { count: 3 } })
  expect(refreshed).toBe(1)
  await pass(NOTIFICATION_COUNT_MS)
  await counts()[2]!.fail()
  await pass(NOTIFICATION_COUNT_MS)
  unmount()
  expect(counts()[3]!.signal?.aborted).toBe(true)
  await pass(NOTIFICATION_COUNT_MS)
  expect(counts()).toHaveLength(4)
})

test('without a device nothing is counted and nothing is asked', async () => {
  const calls = holdCalls()
  holdIntervals()
  const { result } = renderHook(() => useUnread())
  await pass(NOTIFICATION_COUNT_MS)
  expect([result.current, calls.length]).toEqual([0, 0])
})

test('of equally new notifications the greater id comes first', async () => {
  const databases = await atDevice()
  await keep(databases, row(1), row(3), row(2, { created: '2026-11-20T09:00:01.000Z' }))
  const stored = { copies: await databases.cache.notifications.toArray(), waiting: [] }
  expect((await openNotifications(databases, stored)).map(({ id }) => id)).toEqual([2, 3, 1].map(studyId))
})

test('a notification is told with what this device knows of a request, or of a patient', async () => {
  const databases = await atDevice()
  const request = {
    id: studyId(11),
    rev: 1,
    pat_first_name: 'Asha',
    pat_last_name: '',
    study_desc: 'MR Knee',
  }
  const patient = { id: studyId(12), rev: 1, fname: 'Ravi', lname: 'Rao' }
  const { cache, bookingRequests, patients } = databases
  await cache.bookingRequests.put(
    await bookingRequests.seal(
      copyIn('booking_request', { ...request, created: row(1).created } as never, 'b'),
    ),
  )
  await cache.patients.put(
    await patients.seal(copyIn('patient', { ...patient, touched: row(1).created } as never, 'b')),
  )
  await keep(
    databases,
    row(1, { subject_type: 'booking_request', subject_id: studyId(11) } as never),
    row(2, { subject_type: 'patient', subject_id: studyId(12) } as never),
  )
  const { result } = renderHook(() => useNotifications())
  await vi.waitFor(() => expect(result.current?.length).toBe(2))
  expect(result.current?.map(({ known }) => known)).toEqual([
    { name: 'Ravi Rao', about: '' },
    { name: 'Asha', about: 'MR Knee' },
  ])
})

test('a kind is muted and unmuted at the server, beside those that are muted already', async () => {
  const calls = holdCalls()
  const { result, rerender } = renderHook(({ isOnline }) => useMuted(isOnline), {
    initialProps: { isOnline: false },
  })
  await settled()
  expect([calls.length, result.current.kinds, result.current.isBusy]).toEqual([0, undefined, false])
  rerender({ isOnline: true })
  await settled()
  await calls[0]!.answer({ result: { muted: ['a'] } })
  expect(result.current.kinds).toEqual(['a'])
  act(() => result.current.set('b' as never, true))
  expect(result.current.isBusy).toBe(true)
  await settled()
  expect(calls[1]!.input).toEqual({ muted: ['a', 'b'] })
  await calls[1]!.answer({ result: { muted: ['a', 'b'] } })
  expect(result.current).toMatchObject({ kinds: ['a', 'b'], isBusy: false })
  act(() => result.current.set('a' as never, false))
  await settled()
  expect(calls[2]!.input).toEqual({ muted: ['b'] })
  await calls[2]!.fail()
  expect(result.current).toMatchObject({ kinds: ['a', 'b'], isBusy: false, error: { name: 'OfflineError' } })
  act(() => result.current.set('b' as never, true))
  expect(result.current.error).toBeUndefined()
  await settled()
  expect(calls[3]!.input).toEqual({ muted: ['a', 'b'] })
})

/** A browser with push messages, as far as it is used. */
function withPush(change: { permission?: string; asked?: string; hasOld?: boolean } = {}) {
  const browser = {
    permission: change.permission ?? 'default',
    subscribed: change.hasOld ?? false,
    key: change.hasOld ? 'old' : '',
  }
  const subscription = {
    unsubscribe: async () => {
      browser.subscribed = false
      browser.key = ''
      return true
    },
    toJSON: () => ({ endpoint: 'https://push/1', keys: { p256dh: 'p', auth: 'a' } }),
  }
  const manager = {
    getSubscription: async () => (browser.subscribed ? subscription : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (browser.key !== '' && browser.key !== applicationServerKey)
        throw new DOMException('another key', 'InvalidStateError')
      browser.subscribed = true
      browser.key = applicationServerKey
      return subscription
    },
  }
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => (browser.permission = change.asked ?? 'granted'),
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager: manager }) },
  })
  return browser
}
const pushServer = (is_on = 0) =>
  scriptServer({
    'sync/hello': () => ({ body: {} }),
    'noti/pushKey': () => ({ body: { result: { key: 'new', is_on } } }),
    'noti/savePush': () => ({ body: { message: 'Saved.' } }),
    'noti/deletePush': () => ({ body: { message: 'Deleted.' } }),
  })

test('push is on once the browser allows it and the user wants it, and the server knows where to', async () => {
  await atDevice()
  const browser = withPush()
  const { asked } = pushServer()
  expect(await findPushState()).toBe('off')
  expect(await turnPushOn()).toBe('on')
  expect(await findPreference('push')).toBe(true)
  expect(browser).toMatchObject({ subscribed: true, key: 'new' })
  expect(asked.at(-1)?.input).toEqual({ endpoint: 'https://push/1', p256dh: 'p', auth: 'a' })
  browser.subscribed = false
  expect(await findPushState()).toBe('off')
  browser.subscribed = true
  expect(await turnPushOff()).toBe('off')
  expect([await findPreference('push'), browser.subscribed]).toEqual([false, false])
  expect(asked.at(-1)?.path).toContain('deletePush')
})

test('a subscription under an earlier key of the server is replaced', async () => {
  await atDevice()
  const browser = withPush({ hasOld: true })
  pushServer()
  expect(await turnPushOn()).toBe('on')
  expect(browser.key).toBe('new')
})

test('a browser that may not, or cannot, receive push says so, and is asked for nothing', async () => {
  await atDevice()
  const { asked } = pushServer()
  withPush({ asked: 'denied' })
  expect(await turnPushOn()).toBe('blocked')
  expect(await findPreference('push')).toBeUndefined()
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({}) },
  })
  expect(await findPushState()).toBe('unsupported')
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined },
  })
  expect(await findPushState()).toBe('unsupported')
  await keepPush()
  await dropPush()
  expect(asked).toEqual([])
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'Notification')
  withPush()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'Notification')
  expect(await findPushState()).toBe('unsupported')
})

test('a wanted subscription that the server forgot is made again; one that it knows is left', async () => {
  await atDevice()
  const browser = withPush({ permission: 'granted' })
  const forgotten = pushServer(0)
  await keepPush()
  expect(forgotten.asked).toEqual([])
  await keepPreference('push', true)
  await keepPush()
  expect(browser.subscribed).toBe(true)
  const known = pushServer(1)
  await keepPush()
  expect(known.asked).toHaveLength(1)
  browser.subscribed = false
  await keepPush()
  expect(browser.subscribed).toBe(true)
  browser.permission = 'denied'
  const denied = pushServer(0)
  await keepPush()
  expect(denied.asked).toEqual([])
})

test('the switch of push follows the browser, is busy while it turns, and says what failed', async () => {
  await atDevice()
  const browser = withPush({ permission: 'granted' })
  pushServer()
  const { result } = renderHook(() => usePush())
  expect(result.current).toMatchObject({ state: undefined, isBusy: false })
  await settled()
  expect(result.current.state).toBe('off')
  act(() => result.current.turn(true))
  expect(result.current.isBusy).toBe(true)
  await settled(80)
  expect(result.current).toMatchObject({ state: 'on', isBusy: false })
  // Only these calls fail: the link stays.
  scriptServer({ 'sync/hello': () => ({ body: {} }) })
  act(() => result.current.turn(false))
  await settled(80)
  expect(result.current).toMatchObject({ state: 'on', isBusy: false, error: { name: 'OfflineError' } })
  pushServer()
  act(() => result.current.turn(false))
  expect(result.current.error).toBeUndefined()
  await settled(80)
  expect([result.current.state, browser.subscribed]).toEqual(['off', false])
  vi.stubGlobal('Notification', {
    get permission(): string {
      throw new Error('not here')
    },
  })
  const broken = renderHook(() => usePush())
  await settled()
  expect(broken.result.current.state).toBe('unsupported')
})

test('a page subscribes again when it is online, and not before', async () => {
  await atDevice()
  const browser = withPush({ permission: 'granted' })
  await keepPreference('push', true)
  pushServer()
  const { rerender } = renderHook(({ isOnline }) => useKeptPush(isOnline), {
    initialProps: { isOnline: false },
  })
  await settled(60)
  expect(browser.subscribed).toBe(false)
  rerender({ isOnline: true })
  await settled(80)
  expect(browser.subscribed).toBe(true)
})
