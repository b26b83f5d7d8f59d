// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DEVICE_LIST_REFRESH_MS, IMAGE_SERVER_CHECK_MS } from '#domain/time/intervals.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { keepTerms } from '#src/sync/device-facts/keep-terms.ts'
import { reportContact } from '#src/sync/device-facts/report-contact.ts'
import { readStorageFacts } from '#src/sync/device-facts/storage-facts.ts'
import { renameDevice, useDeviceFacts, useDeviceName } from '#src/sync/device-facts/use-device-facts.ts'
import { useDeviceList } from '#src/sync/devices/use-device-list.ts'
import { useRestores } from '#src/sync/devices/use-restores.ts'
import { useImageServers } from '#src/sync/directory/use-image-servers.ts'
import { type HeldCall, holdCalls, holdIntervals, pass, settled, showPage } from '../support/held-calls.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { CLIENT, DOCTOR } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

let calls: HeldCall[]
beforeAll(() => loadTransport())
beforeEach(() => {
  calls = holdCalls()
  holdIntervals()
})
afterEach(() => {
  cleanup()
  setDevice(undefined)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const online = (isOnline: boolean) => ({ initialProps: { isOnline } })

test('the devices of the client are asked for online, each minute while the page is visible, and at once on request', async () => {
  const { result, rerender, unmount } = renderHook(({ isOnline }) => useDeviceList(isOnline), online(false))
  await pass(DEVICE_LIST_REFRESH_MS)
  expect(calls).toHaveLength(0)
  rerender({ isOnline: true })
  await settled()
  await calls[0]!.answer({ result: [{ id: 'one' }] })
  expect(result.current).toMatchObject({ devices: [{ id: 'one' }], error: undefined })
  expect(Math.abs(result.current.asOf!.getTime() - Date.now())).toBeLessThan(10_000)
  await pass(DEVICE_LIST_REFRESH_MS)
  expect(calls).toHaveLength(2)
  await calls[1]!.answer({ message: 'No.', code: 'not_permitted' }, 422)
  expect(result.current).toMatchObject({ devices: [{ id: 'one' }], error: { message: 'No.' } })
  act(() => result.current.refresh())
  await settled()
  expect(calls).toHaveLength(3)
  await calls[2]!.fail()
  expect(result.current.error?.message).toBe('No.')
  await showPage('hidden')
  await pass(DEVICE_LIST_REFRESH_MS * 3)
  expect(calls).toHaveLength(3)
  await showPage('visible')
  await pass(DEVICE_LIST_REFRESH_MS)
  expect(calls).toHaveLength(4)
  await calls[3]!.answer({ result: [] })
  expect(result.current).toMatchObject({ devices: [], error: undefined })
  act(() => result.current.refresh())
  await settled()
  unmount()
  expect(calls[4]!.signal?.aborted).toBe(true)
  await pass(DEVICE_LIST_REFRESH_MS * 3)
  expect(calls).toHaveLength(5)
})

test('restores are asked for once, online, and none are shown without an answer', async () => {
  const { result, rerender, unmount } = renderHook(({ isOnline }) => useRestores(isOnline), online(false))
  await settled()
  expect([calls.length, result.current]).toEqual([0, []])
  rerender({ isOnline: true })
  await settled()
  await calls[0]!.answer({ result: [{ id: 'r' }] })
  expect(result.current).toEqual([{ id: 'r' }])
  rerender({ isOnline: false })
  rerender({ isOnline: true })
  await settled()
  await calls[1]!.fail()
  expect(result.current).toEqual([{ id: 'r' }])
  rerender({ isOnline: false })
  rerender({ isOnline: true })
  await settled()
  unmount()
  expect(calls[2]!.signal?.aborted).toBe(true)
})

test('image servers are those of the last answer, of one client if it is named, and none offline', async () => {
  const { result, rerender, unmount } = renderHook<
    ReturnType<typeof useImageServers>,
    { isOnline: boolean; client?: string }
  >(({ isOnline, client }) => useImageServers(isOnline, client), {
    initialProps: { isOnline: true },
  })
  await settled()
  expect(calls[0]!.input).toEqual({})
  await calls[0]!.answer({ result: [{ id: 'p' }] })
  expect(result.current).toEqual([{ id: 'p' }])
  await pass(IMAGE_SERVER_CHECK_MS)
  await calls[1]!.fail()
  expect(result.current).toEqual([])
  rerender({ isOnline: true, client: CLIENT })
  await settled()
  expect(calls[2]!.input).toEqual({ client_id: CLIENT })
  await calls[2]!.answer({ result: [{ id: 'q' }] })
  expect(result.current).toEqual([{ id: 'q' }])
  rerender({ isOnline: false, client: CLIENT })
  expect(result.current).toEqual([])
  await pass(IMAGE_SERVER_CHECK_MS)
  expect(calls).toHaveLength(3)
  rerender({ isOnline: true, client: CLIENT })
  await settled()
  unmount()
  expect(calls[3]!.signal?.aborted).toBe(true)
})

const TERMS = {
  id: 'terms',
  clientId: CLIENT,
  userId: 'u',
  deviceId: DOCTOR,
  deviceName: 'Desk 1',
  vaultDays: 14,
} as const

test('this device shows its name, its last contact and what it keeps; a rename reaches the server first', async () => {
  const { work, ...databases } = await openBare()
  setDevice({ databases: { work, ...databases }, deviceId: DOCTOR } as unknown as Device)
  const { result } = renderHook(() => useDeviceFacts())
  const name = renderHook(() => useDeviceName())
  await vi.waitFor(() => expect(result.current.journal.days).toBeGreaterThan(0))
  expect(result.current.name).toBe('')
  expect(result.current).not.toHaveProperty('lastContact')
  expect(result.current.journal).toMatchObject({ count: 0, bytes: 0 })
  await keepTerms(work, { deviceName: 'Nobody' })
  expect(await work.keys.get('terms')).toBeUndefined()
  await act(async () => {
    await work.keys.put(TERMS)
    await work.meta.put({ id: 'lastContact', value: 5_000 })
  })
  await settled(60)
  expect(result.current).toMatchObject({ name: 'Desk 1', lastContact: new Date(5_000) })
  expect(name.result.current).toBe('Desk 1')
  const renamed = renameDevice('Desk 2')
  await settled()
  expect(calls[0]!.input).toEqual({ device_id: DOCTOR, name: 'Desk 2' })
  await calls[0]!.answer({ result: { device_name: 'Desk 2 (new)' } })
  await renamed
  await settled(60)
  expect(name.result.current).toBe('Desk 2 (new)')
  expect((await work.keys.get('terms')) as object).toMatchObject({
    vaultDays: 14,
    deviceName: 'Desk 2 (new)',
  })
})

test('the storage of the browser is looked at again each minute, and a browser without figures has none', async () => {
  let used = 10
  const storage = { estimate: async () => ({ usage: used, quota: 100 }), persisted: async () => true }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  expect(await readStorageFacts()).toEqual({ used: 10, granted: 100, isPersistent: true })
  const { result, unmount } = renderHook(() => useDeviceFacts())
  expect(result.current).toMatchObject({ storageUsed: 0, isPersistent: false })
  await settled()
  expect(result.current).toMatchObject({ storageUsed: 10, storageGranted: 100, isPersistent: true })
  used = 20
  await pass(59_999)
  expect(result.current.storageUsed).toBe(10)
  await pass(1)
  expect(result.current.storageUsed).toBe(20)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
  Object.defineProperty(navigator, 'storage', { configurable: true, value: undefined })
  expect(await readStorageFacts()).toEqual({ used: 0, granted: 0, isPersistent: false })
  Object.defineProperty(navigator, 'storage', { configurable: true, value: {} })
  expect(await readStorageFacts()).toEqual({ used: 0, granted: 0, isPersistent: false })
})

test('a contact tells what waits, what needs a person and what was repaired since the last one', async () => {
  const { work } = await openBare()
  await work.keys.put(TERMS)
  await work.meta.put({ id: 'repaired', value: 5 })
  await work.outbox.bulkPut([
    outboxRow(1, { at: 3_000 }),
    outboxRow(2, { at: 2_000, state: 'parked' }),
    outboxRow(3, { at: 1_000, state: 'acked' }),
  ])
  const told: unknown[] = []
  const call = async (_: unknown, facts: unknown) => {
    told.push(facts)
    // Two more were repaired meanwhile.
    await work.meta.put({ id: 'repaired', value: 7 })
    return { result: { device_name: 'Desk 9', vault_days: 3, journal_days: 5 } }
  }
  const storage = async () => ({ used: 1.6, granted: 2.4, isPersistent: false })
  await reportContact(work, call as never, storage)
  expect(told[0]).toMatchObject({
    waiting: 1,
    needs_person: 1,
    oldest_unsent: '1970-01-01T00:00:02.000Z',
    storage_used: 2,
    storage_granted: 2,
    repaired: 5,
  })
  expect(await work.keys.get('terms')).toMatchObject({ deviceName: 'Desk 9', vaultDays: 3 })
  expect((await work.meta.get('repaired'))?.value).toBe(2)
  await work.outbox.clear()
  await work.meta.delete('repaired')
  await reportContact(work, call as never, storage)
  expect(told[1]).toMatchObject({ waiting: 0, needs_person: 0, oldest_unsent: null, repaired: 0 })
  expect((await work.meta.get('repaired'))?.value).toBe(7)
})
