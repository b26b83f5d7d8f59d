// First of all: live queries look for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { currentDevice, getDevice } from '#src/sync/current-device.ts'
import { keepDraft } from '#src/sync/reports/drafts.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import {
  currentSession,
  deviceId,
  refreshModules,
  signOut,
  startSession,
  UnsentWorkError,
} from '#src/sync/session/session.ts'
import { sessionWasEnded, setSession, whenSessionEnds } from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault.ts'
import { sessionFields } from '#tests/helpers/session-fields.ts'
import { aDraft } from '../support/rows.ts'
import { newUser, until } from '../support/test-page.ts'

/** A storage of the browser. */
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
    const [status, body] = answers[url] ?? []
    if (status === undefined) throw new TypeError('fetch failed')
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(async () => {
  await closeVault({ withCopies: false, keepSession: true })
  setSession(undefined)
  vi.unstubAllGlobals()
})

const staff = (change: Partial<SessionFields> = {}) => sessionFields({ user_id: newUser(), ...change })

test('of a staff session local storage holds an opaque user id and nothing else', async () => {
  const fields = staff({ name: 'Dr Secret' })
  await startSession(fields)
  expect(Object.fromEntries(local.kept)).toEqual({ 'readroom.user': fields.user_id })
  expect(session.kept.size).toBe(0)
  expect(currentSession()).toEqual(fields)
  expect((await getDevice().databases.session.find('session'))?.body).toEqual(fields)
})

test('of a patient’s session only the token is kept, as long as the tab lives, and no database is opened', async () => {
  await startSession(staff({ user_type: 'PATIENT', is_patient: 1, token: 'of a patient' }))
  expect(local.kept.size).toBe(0)
  expect(Object.fromEntries(session.kept)).toEqual({ 'readroom.token': 'of a patient' })
  expect(currentDevice()).toBeUndefined()
  expect(currentSession()?.token).toBe('of a patient')
})

test('signing out is refused while something waits to be sent, and the session goes on', async () => {
  const fields = staff()
  await startSession(fields)
  await saveReport(aDraft('unsent'), 'Draft')
  await expect(signOut()).rejects.toThrow(UnsentWorkError)
  expect(currentSession()).toEqual(fields)
  expect(await getDevice().databases.work.outbox.count()).toBe(1)
})

test('who signs out leaves neither token nor copies behind', async () => {
  const fields = staff()
  await startSession(fields)
  await signOut()
  expect(currentSession()).toBeUndefined()
  expect(local.kept.size).toBe(0)
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names).not.toContain(`readroom-cache-${fields.user_id}`)
})

test('a session that the server ends keeps everything, and the next sign-in of the same person goes on with it', async () => {
  const fields = staff()
  await startSession(fields)
  const id = await saveReport(aDraft('unsent'), 'Draft')
  await keepDraft(aDraft('typed on'))
  whenSessionEnds(() => undefined)
  sessionWasEnded({ token: fields.token, session_id: fields.session_id })
  await closeVault({ withCopies: false })
  setSession(undefined)
  expect(currentDevice()).toBeUndefined()

  await startSession({ ...fields, token: 'a new one' })
  const { work, drafts } = getDevice().databases
  expect((await work.outbox.get(id))?.state).not.toBe('parked')
  const [draft] = await drafts.openAll(await work.drafts.toArray())
  expect(draft?.body.report_data).toBe('<p>typed on</p>')
})

test('another person at the same desk sees nothing of the first one', async () => {
  const first = staff()
  await startSession(first)
  await saveReport(aDraft('of the first'), 'Draft')
  const second = staff()
  await startSession(second)
  expect(getDevice().databases.userId).toBe(second.user_id)
  expect(await getDevice().databases.work.outbox.count()).toBe(0)
})

test('an answer to an earlier session’s call ends nothing', async () => {
  let ended = 0
  whenSessionEnds(() => (ended += 1))
  await startSession(staff({ token: 'now' }))
  sessionWasEnded({ token: 'before', session_id: 's' })
  expect(ended).toBe(0)
  sessionWasEnded({ token: 'now', session_id: 's' })
  expect(ended).toBe(1)
})

test('renewed rights are kept with the session', async () => {
  await startSession(staff({ modules: [] }))
  answers['/api/auth/getModules'] = [200, { result: { modules: ['view_archives'], main_modules: [] } }]
  await refreshModules()
  expect(currentSession()?.modules).toEqual(['view_archives'])
  await until(async () => {
    const kept = await getDevice().databases.session.find('session')
    return kept?.body.modules.includes('view_archives') ?? false
  })
})

test('the device has one id, minted once', async () => {
  const id = await deviceId()
  expect(await deviceId()).toBe(id)
})
