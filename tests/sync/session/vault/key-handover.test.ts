import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { importDataKey, mintDataKey } from '#src/db/sealing/data-key.ts'
import { answerKeyMessage, HeldKeys } from '#src/sw/held-key.ts'
import { watchIdle } from '#src/sync/session/lock/idle.ts'
import { findKeyHeld, handToWorker } from '#src/sync/session/vault/key-handover.ts'
import { openVault, type Vault } from '#src/sync/session/vault/open-vault.ts'
import { newUser } from '#tests/sync/support/test-page.ts'

const opened: Vault[] = []
afterEach(() => {
  for (const vault of opened.splice(0)) vault.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const newKey = () => {
  const { id, raw } = mintDataKey()
  return importDataKey(id, raw)
}
async function openPage(userId: string): Promise<Vault> {
  const vault = await openVault(userId, () => undefined)
  opened.push(vault)
  return vault
}

test('a new page gets the key from another page of the same user while that one is unlocked', async () => {
  const userId = newUser()
  const [first, second] = [await openPage(userId), await openPage(userId)]
  await first.open(await newKey())
  const held = await findKeyHeld(userId, second.line)
  expect(held?.id).toBe(first.slot.dataKey()?.id)
  await second.open(held!)
  const sealed = await first.databases.drafts.seal({ id: 'a', rev: 0, body: { report_no: 1 } } as never)
  expect((await second.databases.drafts.open(sealed)).body).toEqual({ report_no: 1 })
  first.lock()
  second.lock()
  const third = await openPage(userId)
  expect(await findKeyHeld(userId, third.line)).toBeUndefined()
})

test('no page gets the key of another user', async () => {
  const [one, other] = [await openPage(newUser()), await openPage(newUser())]
  await one.open(await newKey())
  expect(await findKeyHeld(other.databases.userId, other.line)).toBeUndefined()
})

/** Starts a service worker that answers as ours does. */
function aWorker() {
  const held = new HeldKeys()
  const postMessage = (message: object, transfer?: MessagePort[]) =>
    void answerKeyMessage(held, message, transfer?.[0])
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: { controller: { postMessage } } })
  return held
}

test('the page that replaces a closed one gets the key from the service worker, once', async () => {
  aWorker()
  const userId = newUser()
  const page = await openPage(userId)
  const key = await newKey()
  handToWorker(userId, key)
  expect((await findKeyHeld(userId, page.line))?.id).toBe(key.id)
  expect(await findKeyHeld(userId, page.line)).toBeUndefined()
})

const KEY = {}

test('the service worker holds a key for a minute, and drops it when the vault is locked', () => {
  vi.useFakeTimers()
  const held = new HeldKeys()
  held.hold('u', KEY)
  vi.advanceTimersByTime(59_000)
  expect(held.take('u')).toBe(KEY)
  held.hold('u', KEY)
  vi.advanceTimersByTime(61_000)
  expect(held.take('u')).toBeUndefined()
  held.hold('u', KEY)
  expect(answerKeyMessage(held, { type: 'DROP_KEY', userId: 'u' }, undefined)).toBe(true)
  expect(held.take('u')).toBeUndefined()
  expect(answerKeyMessage(held, { type: 'SKIP_WAITING' }, undefined)).toBe(false)
})

/** Starts a watch over a page whose clock is set by the test. */
function anIdlePage(minutes = 15) {
  vi.useFakeTimers()
  const target = new EventTarget()
  const heard = { idle: 0, active: 0 }
  const watch = watchIdle({
    target,
    now: () => Date.now(),
    minutes: () => minutes,
    onActive: () => void (heard.active += 1),
    onIdle: () => void (heard.idle += 1),
  })
  return { target, heard, watch, touch: () => target.dispatchEvent(new Event('keydown')) }
}
const MINUTE_MS = 60_000

test('the vault locks after the idle minutes of all pages together', () => {
  const { heard, watch, touch } = anIdlePage()
  vi.advanceTimersByTime(14 * MINUTE_MS)
  touch()
  vi.advanceTimersByTime(14 * MINUTE_MS)
  watch.note()
  vi.advanceTimersByTime(14 * MINUTE_MS)
  expect(heard.idle).toBe(0)
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(heard.idle).toBeGreaterThan(0)
  watch.stop()
})

test('a machine that slept past the idle minutes is locked by its first check or touch, whichever is first', () => {
  const { heard, watch, touch } = anIdlePage()
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS)
  touch()
  expect(heard.idle).toBe(1)
  watch.stop()
})

test('a clock set back two hours neither locks at once nor keeps the vault open for two more hours', () => {
  const { heard, watch } = anIdlePage()
  vi.advanceTimersByTime(MINUTE_MS)
  vi.setSystemTime(Date.now() - 120 * MINUTE_MS)
  vi.advanceTimersByTime(14 * MINUTE_MS)
  expect(heard.idle).toBe(0)
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(heard.idle).toBeGreaterThan(0)
  watch.stop()
})

test('pointer moves notify the other pages once a second and not at each step', () => {
  const { heard, target, watch } = anIdlePage()
  for (let i = 0; i < 50; i += 1) target.dispatchEvent(new Event('pointermove'))
  expect(heard.active).toBe(1)
  watch.stop()
})
