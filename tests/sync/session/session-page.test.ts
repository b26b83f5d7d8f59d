// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { askWorker, tellWorker } from '#src/sync/session/ask-worker.ts'
import { IDLE_MINUTES } from '#src/sync/session/lock/idle.ts'
import { idleMinutes$, useIdleMinutes } from '#src/sync/session/lock/idle-minutes.ts'
import { lockState, onceLocked, setLock, useLock } from '#src/sync/session/lock/lock-state.ts'
import { renewSession } from '#src/sync/session/renew-session.ts'
import {
  leaveVault,
  lockNow,
  refreshModules,
  refreshSession,
  signInOffline,
  signOut,
  startSession,
  unlock,
  useSession,
  useSessionReady,
} from '#src/sync/session/session.ts'
import { currentSession, renewRights, sessionWasEnded, setSession } from '#src/sync/session/session-state.ts'
import { findPatientId, findUserId } from '#src/sync/session/session-storage.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { FakeLocks } from '../support/fake-locks.ts'
import { turns } from '../support/held-calls.ts'
import { newUser, openBare } from '../support/test-page.ts'

let script: Parameters<typeof scriptServer>[0] = {}
let asked: ReturnType<typeof scriptServer>['asked'] = []
const server = (more: typeof script = {}) => {
  script = { ...VAULT_SCRIPT, ...more }
  ;({ asked } = scriptServer(script))
}
beforeEach(() => {
  server()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new FakeLocks() })
})
afterEach(async () => {
  cleanup()
  await closeVault()
  setDevice(undefined)
  setSession(undefined)
  setLock({ kind: 'none' })
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
const result = (body: unknown) => () => ({ body: { result: body } })
const fieldsOf = (change: object = {}) => sessionFields({ user_id: newUser(), ...change })

test('a page knows who is signed in once it has looked, and follows sign-ins and ends', async () => {
  const ready = renderHook(() => useSessionReady())
  const { result: shown, unmount } = renderHook(() => useSession())
  await waitFor(() => expect(ready.result.current).toBe(true))
  expect(shown.current).toBeUndefined()
  const fields = fieldsOf()
  await act(() => startSession(fields, SECRET))
  expect(shown.current).toEqual(fields)
  expect(findUserId()).toBe(fields.user_id)
  // The server ends it: the device locks nothing away for itself, and nobody is signed in.
  await act(async () => {
    sessionWasEnded(fields, { code: 'signed_out', message: 'Over.' })
    await turns(40)
  })
  expect(shown.current).toBeUndefined()
  expect(findUserId()).toBeUndefined()
  unmount()
})

test('a session of staff needs a secret; a patient’s is in memory only', async () => {
  await expect(startSession(fieldsOf(), undefined)).rejects.toThrow('password')
  const patient = fieldsOf({ is_patient: 1, user_type: 'PATIENT' })
  await startSession(patient, undefined)
  expect([currentSession(), findPatientId(), findUserId()]).toEqual([patient, patient.user_id, undefined])
  expect(currentDatabases()).toBeUndefined()
  server({ 'auth/logout': () => ({ body: { message: 'ok' } }) })
  await signOut()
  expect([currentSession(), findPatientId()]).toEqual([undefined, undefined])
})

test('rights are renewed and kept, and nothing is drawn again if nothing changed', async () => {
  const fields = fieldsOf()
  await startSession(fields, SECRET)
  renderHook(() => useSession())
  server({ loggedUserDtl: result({ name: fields.name }) })
  const before = currentSession()
  await refreshSession()
  expect(currentSession()).toBe(before)
  server({ loggedUserDtl: result({ name: 'Dr. New', token: 'never' }) })
  await renewRights()
  expect(currentSession()).toMatchObject({ name: 'Dr. New', token: fields.token })
  server({ getModules: result({ modules: ['verify_report'] }) })
  await refreshModules()
  expect(currentSession()?.modules).toEqual(['verify_report'])
  setSession(undefined)
  await refreshModules()
  server({ loggedUserDtl: result({ name: 'Nobody' }) })
  await refreshSession()
  expect(currentSession()).toBeUndefined()
})

test('an answer about rights that comes after a sign-out signs nobody in', async () => {
  const fields = fieldsOf({ is_patient: 1, user_type: 'PATIENT' })
  const leave = (body: unknown) => () => {
    setSession(undefined)
    return { body: { result: body } }
  }
  setSession(fields)
  server({ loggedUserDtl: leave({ name: 'Late' }) })
  await refreshSession()
  setSession(fields)
  server({ getModules: leave({ modules: [] }) })
  await refreshModules()
  expect(currentSession()).toBeUndefined()
})

test('a locked page is left as it is, and its owner signs in again without the network', async () => {
  const own = { ...SECRET, username: 'dr.own' }
  const fields = fieldsOf()
  await startSession(fields, own)
  await lockNow()
  expect(lockState()).toMatchObject({ kind: 'locked', why: 'asked' })
  await leaveVault()
  expect([currentSession(), findUserId(), lockState().kind]).toEqual([undefined, undefined, 'none'])
  scriptServer({})
  expect(await signInOffline({ username: 'nobody', password: SECRET.password })).toBe(false)
  expect(await signInOffline({ ...own, password: 'wrong' })).toBe(false)
  expect(findUserId()).toBeUndefined()
  expect(await signInOffline(own)).toBe(true)
  expect([findUserId(), currentSession()?.user_id]).toEqual([fields.user_id, fields.user_id])
})

test('a session that the server ended meanwhile is begun again by the password of the unlock', async () => {
  const fields = fieldsOf()
  await startSession(fields, SECRET)
  await lockNow()
  const begun = { ...fields, token: 'new token' }
  server({
    getModules: () => ({ status: 403, body: { code: 'signed_out', message: 'Over.' } }),
    'auth/login': result(begun),
  })
  await unlock(SECRET.password)
  await vi.waitFor(() => expect(currentSession()?.token).toBe('new token'), { timeout: 5_000 })
  expect(asked.find(({ path }) => path.endsWith('auth/login'))?.input).toMatchObject({
    username: SECRET.username,
    password: SECRET.password,
  })
})

test('a session that goes on, and one without a name, are not begun again', async () => {
  const fields = fieldsOf()
  server({ getModules: result({}) })
  expect(await renewSession({ ...fields, username: SECRET.username }, 'x')).toBeUndefined()
  server({ getModules: () => ({ status: 422, body: { code: 'module_off', message: 'no' } }) })
  expect(await renewSession({ ...fields, username: SECRET.username }, 'x')).toBeUndefined()
  scriptServer({})
  expect(await renewSession({ ...fields, username: SECRET.username }, 'x')).toBeUndefined()
  server()
  expect(await renewSession({ ...fields, username: undefined }, 'x')).toBeUndefined()
  expect(asked).toEqual([])
})

test('the idle time is a choice of this device', async () => {
  const databases = await openBare()
  setDevice({ databases } as Device)
  const heard: number[] = []
  const watching = idleMinutes$(databases.work).subscribe((minutes) => heard.push(minutes))
  const { result: shown } = renderHook(() => useIdleMinutes())
  expect(shown.current[0]).toBe(IDLE_MINUTES)
  await waitFor(() => expect(heard).toEqual([IDLE_MINUTES]))
  await act(() => shown.current[1](7))
  await waitFor(() => expect(shown.current[0]).toBe(7))
  await waitFor(() => expect(heard).toEqual([IDLE_MINUTES, 7]))
  watching.unsubscribe()
})

test('a screen follows the lock, and what is held in memory goes with the open vault', async () => {
  let forgotten = 0
  const stop = onceLocked(() => (forgotten += 1))
  const { result: shown } = renderHook(() => useLock())
  act(() => setLock({ kind: 'open' }))
  expect([shown.current.kind, forgotten]).toEqual(['open', 0])
  act(() => setLock({ kind: 'locked', why: 'idle', isOverdue: false }))
  expect([shown.current.kind, forgotten]).toEqual(['locked', 1])
  stop()
  act(() => setLock({ kind: 'none' }))
  expect(forgotten).toBe(1)
})

test('a worker is asked where there is one; one that does not answer in time is none', async () => {
  const posted: unknown[] = []
  const onNavigator = (value: unknown) =>
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
  onNavigator(undefined)
  expect(await askWorker({ type: 'x' })).toBeUndefined()
  tellWorker({ type: 'x' })
  let reply: unknown = { key: 1 }
  onNavigator({
    controller: {
      postMessage: (message: unknown, ports?: MessagePort[]) => {
        posted.push(message)
        if (reply !== undefined) ports?.[0]?.postMessage(reply)
      },
    },
  })
  expect(await askWorker({ type: 'a' })).toEqual({ key: 1 })
  reply = null
  expect(await askWorker({ type: 'b' })).toBeUndefined()
  reply = undefined
  const began = performance.now()
  expect(await askWorker({ type: 'c' })).toBeUndefined()
  expect(performance.now() - began).toBeGreaterThan(900)
  tellWorker({ type: 'd' })
  expect(posted).toEqual([{ type: 'a' }, { type: 'b' }, { type: 'c' }, { type: 'd' }])
})
