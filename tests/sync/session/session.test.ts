// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { currentDevice, getDevice } from '#src/sync/current-device.ts'
import { dropDraft, keepDraft } from '#src/sync/reports/drafts.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import {
  currentSession,
  deviceId,
  refreshModules,
  signOut,
  startSession,
  UnsentWorkError,
  unlock,
} from '#src/sync/session/session.ts'
import { sessionWasEnded, setSession, whenSessionEnds } from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault/current-vault.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { aDraft } from '../support/rows.ts'
import { newUser, until } from '../support/test-page.ts'

/** Returns a storage of the browser. */
function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

let local = storage()
let session = storage()
let answers: Record<string, [status: number, body: unknown]> = {}

beforeEach(() => {
  local = storage()
  session = storage()
  answers = {}
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url, 'http://localhost').pathname
    const vault = VAULT_SCRIPT[path.replace('/api/', '')]
    const [status, body] = answers[path] ?? [200, vault?.({}).body]
    if (body === undefined) throw new TypeError('fetch failed')
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(async () => {
  await closeVault()
  setSession(undefined)
  vi.unstubAllGlobals()
})

const OVER = { message: 'over', code: 'signed_out' } as const

const staff = (change: Partial<SessionFields> = {}) => sessionFields({ user_id: newUser(), ...change })

test('a staff session stores an opaque user id in local storage and nothing else', async () => {
  const fields = staff({ name: 'Dr Secret' })
  await startSession(fields, SECRET)
  expect(Object.fromEntries(local.kept)).toEqual({ 'readroom.user': fields.user_id })
  expect(session.kept.size).toBe(0)
  expect(currentSession()).toEqual(fields)
  expect((await getDevice().databases.session.find('session'))?.body).toEqual({
    ...fields,
    username: SECRET.username,
  })
})

test('a patient’s session stores an opaque user id in the tab and nothing else, and opens no database', async () => {
  const fields = staff({ user_type: 'PATIENT', is_patient: 1, token: 'of a patient' })
  await startSession(fields, undefined)
  expect(local.kept.size).toBe(0)
  expect(Object.fromEntries(session.kept)).toEqual({ 'readroom.patient': fields.user_id })
  expect(currentDevice()).toBeUndefined()
  expect(currentSession()?.token).toBe('of a patient')
})

test('signing out is refused while unsent work waits, and the session continues', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await saveReport(aDraft('unsent'), 'Draft')
  await expect(signOut()).rejects.toThrow(UnsentWorkError)
  expect(currentSession()).toEqual(fields)
  expect(await getDevice().databases.work.outbox.count()).toBe(1)
})

test('signing out leaves no session and no readable copies', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await keepDraft(aDraft('typed on'))
  const { databases } = getDevice()
  const sealed = await databases.work.drafts.toArray()
  await expect(signOut(), 'a text that no change carries is unsent').rejects.toThrow(UnsentWorkError)
  await dropDraft(aDraft('').report_id)
  await signOut()
  expect(currentSession()).toBeUndefined()
  expect(local.kept.size).toBe(0)
  expect(sealed[0]?.e).toBeInstanceOf(Uint8Array)
  await expect(unlock(SECRET.password)).resolves.toBeUndefined()
  expect(currentSession()).toBeUndefined()
})

test('a session ended by the server keeps everything, and the person’s next sign-in continues with it', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  const id = await saveReport(aDraft('unsent'), 'Draft')
  await keepDraft(aDraft('typed on'))
  whenSessionEnds(() => undefined)
  sessionWasEnded({ token: fields.token, session_id: fields.session_id }, OVER)
  await closeVault({ endSession: true })
  setSession(undefined)
  expect(currentDevice()).toBeUndefined()

  await startSession({ ...fields, token: 'a new one' }, SECRET)
  const { work, drafts } = getDevice().databases
  expect((await work.outbox.get(id))?.state).not.toBe('parked')
  const [draft] = await drafts.openAll(await work.drafts.toArray())
  expect(draft?.body.report_data).toBe('<p>typed on</p>')
})

test('another person at the same desk sees nothing of the first one', async () => {
  const first = staff()
  await startSession(first, SECRET)
  await saveReport(aDraft('of the first'), 'Draft')
  const second = staff()
  await startSession(second, SECRET)
  expect(getDevice().databases.userId).toBe(second.user_id)
  expect(await getDevice().databases.work.outbox.count()).toBe(0)
})

test('a response to an earlier session’s call ends nothing', async () => {
  let ended = 0
  whenSessionEnds(() => (ended += 1))
  await startSession(staff({ token: 'now' }), SECRET)
  sessionWasEnded({ token: 'before', session_id: 's' }, OVER)
  expect(ended).toBe(0)
  sessionWasEnded({ token: 'now', session_id: 's' }, OVER)
  expect(ended).toBe(1)
})

test('renewed rights are stored with the session', async () => {
  await startSession(staff({ modules: [] }), SECRET)
  answers['/api/auth/getModules'] = [200, { result: { modules: ['view_archives'], main_modules: [] } }]
  await refreshModules()
  expect(currentSession()?.modules).toEqual(['view_archives'])
  await until(async () => {
    const kept = await getDevice().databases.session.find('session')
    return kept?.body.modules.includes('view_archives') ?? false
  })
})

test('the device has one id, created once', async () => {
  const id = await deviceId()
  expect(await deviceId()).toBe(id)
})
