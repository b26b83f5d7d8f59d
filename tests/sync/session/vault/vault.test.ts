// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { authCalls } from '#contract/calls/auth.ts'
import { fromBase64 } from '#contract/kernel/base64.ts'
import { openSealed } from '#contract/kernel/sealed-envelope.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { cacheName } from '#src/db/cache-database.ts'
import { openDatabases } from '#src/db/open-databases.ts'
import { importDataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { createRecordCodec, isSealed } from '#src/db/sealing/record-codec.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice, getDevice } from '#src/sync/current-device.ts'
import { keepDraft } from '#src/sync/reports/drafts.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { onBeforeLock } from '#src/sync/session/lock/before-lock.ts'
import { lockState } from '#src/sync/session/lock/lock-state.ts'
import {
  leaveVault,
  lockNow,
  obeyRevocation,
  signInOffline,
  signOut,
  startSession,
  unlock,
} from '#src/sync/session/session.ts'
import {
  currentSession,
  sessionState,
  sessionWasEnded,
  setSession,
  whenSessionEnds,
} from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault/current-vault.ts'
import { resumeVault } from '#src/sync/session/vault/vault.ts'
import {
  EarlierPasswordError,
  LeaseOverError,
  WrongPasswordError,
} from '#src/sync/session/vault/vault-errors.ts'
import { keepNextWrap, openByPassword } from '#src/sync/session/vault/vault-keys.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, SERVER_KEY, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { aDraft, aStudy } from '#tests/sync/support/rows.ts'
import { newUser, until } from '#tests/sync/support/test-page.ts'

const page = withPageGlobals()
let asked: ReturnType<typeof scriptServer>['asked'] = []
const server = (script: Script = {}) => {
  ;({ asked } = scriptServer({ ...VAULT_SCRIPT, ...script }))
}
const DAY_MS = 86_400_000

beforeEach(() => server())
afterEach(async () => {
  vi.useRealTimers()
  await closeVault()
  setSession(undefined)
})

const staff = (change: Partial<SessionFields> = {}) => sessionFields({ user_id: newUser(), ...change })
const draftText = async () => {
  const { work, drafts } = getDevice().databases
  const [draft] = await drafts.openAll(await work.drafts.toArray())
  return draft?.body.report_data
}

/** Closes the page and opens it again, without a holder that hands over the key. */
async function openAnew(userId: string): Promise<SessionFields | undefined> {
  await closeVault()
  setSession(undefined)
  return resumeVault(userId)
}

test('the data key is in escrow before anything is written under it, and it opens the rows', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await keepDraft(aDraft('typed'))
  const { input } = asked.find(({ path }) => path.endsWith('device/register'))!
  const keyId = String(input.key_id)
  const raw = await openSealed(
    SERVER_KEY.pair.privateKey,
    fromBase64(String(input.escrow)),
    `readroom data key ${keyId}`,
  )
  const key = await rowKey(await importDataKey(keyId, raw))
  const { work } = getDevice().databases
  const [row] = await work.drafts.toArray()
  const place = { database: work.name, table: 'drafts', id: row!.id }
  expect(await createRecordCodec(() => key).open(place, row!.e)).toMatchObject({
    report_data: '<p>typed</p>',
  })
})

test('while the escrow is unreachable nothing is written under a new key', async () => {
  server({ 'device/register': () => ({ status: 503, body: { message: 'not now', code: 'unavailable' } }) })
  const fields = staff()
  await expect(startSession(fields, SECRET)).rejects.toThrow('not now')
  const { work, close } = await openDatabases(fields.user_id, { codec: plainCodec })
  expect(await work.keys.get('wrap')).toBeUndefined()
  expect(await work.session.count()).toBe(0)
  close()
})

test('locking keeps the text in the editors, drops the key, and leaves the session and its screens', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  const stop = onBeforeLock(() => keepDraft(aDraft('the last words')))
  await lockNow()
  stop()
  expect(lockState()).toEqual({ kind: 'locked', why: 'asked', isOverdue: false })
  expect(currentSession()).toEqual(fields)
  expect(currentDevice()).toBeDefined()
  let text: string | undefined
  const reading = draftText().then((found) => {
    text = found
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(text).toBeUndefined()
  await unlock(SECRET.password)
  await reading
  expect(text).toBe('<p>the last words</p>')
  expect(lockState()).toEqual({ kind: 'open' })
})

test('a wrong password opens nothing', async () => {
  await startSession(staff(), SECRET)
  await lockNow()
  await expect(unlock('Readroom#2027')).rejects.toThrow(WrongPasswordError)
  expect(lockState().kind).toBe('locked')
})

test('a page opened again offline asks for the password and continues the session', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await keepDraft(aDraft('typed'))
  scriptServer({})
  expect(await openAnew(fields.user_id)).toBeUndefined()
  expect(lockState()).toEqual({ kind: 'locked', why: 'cold', isOverdue: false })
  expect(currentDevice()).toBeUndefined()
  await unlock(SECRET.password)
  expect(currentSession()).toMatchObject(fields)
  expect(sessionState().isReady).toBe(true)
  expect(await draftText()).toBe('<p>typed</p>')
})

test('a vault opens for fourteen days after the last contact, and not after a clock was set back', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  scriptServer({})
  vi.useFakeTimers({ toFake: ['Date'] })
  const began = Date.now()
  vi.setSystemTime(began + 13.9 * DAY_MS)
  await openAnew(fields.user_id)
  await unlock(SECRET.password)
  vi.setSystemTime(began + 14.1 * DAY_MS)
  await openAnew(fields.user_id)
  expect(lockState()).toMatchObject({ kind: 'locked', isOverdue: true })
  await expect(unlock(SECRET.password)).rejects.toThrow(LeaseOverError)
})

test('setting the clock back does not extend the lease', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  const { work } = getDevice().databases
  await work.meta.bulkPut([
    { id: 'lastContact', value: Date.now() - 20 * DAY_MS },
    { id: 'clockSeen', value: Date.now() },
  ])
  scriptServer({})
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() - 18 * DAY_MS)
  await openAnew(fields.user_id)
  await expect(unlock(SECRET.password)).rejects.toThrow(LeaseOverError)
})

test('the client’s own number of days applies, and a response to the session restarts them', async () => {
  server({
    'device/register': () => ({ body: { result: { device_name: 'Desk', vault_days: 2, journal_days: 7 } } }),
    'client/mainModules': () => ({ body: { result: [] } }),
  })
  const fields = staff()
  await startSession(fields, SECRET)
  vi.useFakeTimers({ toFake: ['Date'] })
  const began = Date.now()
  vi.setSystemTime(began + 1.9 * DAY_MS)
  await callApi(authCalls.mainModules, {})
  scriptServer({})
  vi.setSystemTime(began + 3.8 * DAY_MS)
  await openAnew(fields.user_id)
  await unlock(SECRET.password)
  vi.setSystemTime(began + 4 * DAY_MS)
  await openAnew(fields.user_id)
  await expect(unlock(SECRET.password)).rejects.toThrow(LeaseOverError)
})

test('a password changed elsewhere opens through the escrow, and the old one no longer opens anything', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await keepDraft(aDraft('typed'))
  const { input } = asked.find(({ path }) => path.endsWith('device/register'))!
  const context = `readroom data key ${String(input.key_id)}`
  const raw = await openSealed(SERVER_KEY.pair.privateKey, fromBase64(String(input.escrow)), context)
  server({
    'device/release': (asks) => ({
      body: { result: { key: asks.key_id === input.key_id ? Buffer.from(raw).toString('base64') : '' } },
    }),
  })
  await leaveVault()
  await startSession(fields, { ...SECRET, password: 'Changed#2026' })
  expect(await draftText()).toBe('<p>typed</p>')
  await lockNow()
  await expect(unlock(SECRET.password)).rejects.toThrow(WrongPasswordError)
  await unlock('Changed#2026')
})

test('if the server lost the escrow, the earlier password is requested once', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await keepDraft(aDraft('typed'))
  await leaveVault()
  server({ 'device/release': () => ({ status: 404, body: { message: 'unknown', code: 'not_found' } }) })
  const next = { ...SECRET, password: 'Changed#2026' }
  await expect(startSession({ ...fields, token: 'new' }, next)).rejects.toThrow(EarlierPasswordError)
  expect(lockState().kind).toBe('locked')
  await unlock(SECRET.password)
  expect(currentSession()?.token).toBe('new')
  expect(await draftText()).toBe('<p>typed</p>')
  await lockNow()
  await unlock(next.password)
})

test('after a person changes their own password both open, until the new one is used', async () => {
  await startSession(staff(), SECRET)
  const { work } = getDevice().databases
  expect(await keepNextWrap(work, { ...SECRET, password: 'not it' }, 'Next#2026')).toBe(false)
  expect(await keepNextWrap(work, SECRET, 'Next#2026')).toBe(true)
  expect(await openByPassword(work, SECRET.password)).toBeDefined()
  expect(await openByPassword(work, 'Next#2026')).toBeDefined()
  expect(await openByPassword(work, SECRET.password)).toBeUndefined()
})

test('two people on one desktop have separate vaults, and each finds their own work again', async () => {
  const [one, other] = [staff(), staff()]
  await startSession(one, SECRET)
  const id = await saveReport(aDraft('of the first'), 'Draft')
  await leaveVault()
  expect(currentSession()).toBeUndefined()
  await startSession(other, { username: 'dr.other', password: 'Other#2026' })
  expect(await getDevice().databases.work.outbox.count()).toBe(0)
  await expect(unlock(SECRET.password)).rejects.toThrow(WrongPasswordError)
  await leaveVault()
  await startSession(one, SECRET)
  expect((await getDevice().databases.outbox.find(id))?.body.input).toMatchObject({
    report_data: '<p>of the first</p>',
  })
})

test('a disabled device loses its copies at the next contact, and keeps its unsent work sealed', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await saveReport(aDraft('unsent'), 'Draft')
  const over = { message: 'over', code: 'signed_out', device_revoked: 1 } as const
  whenSessionEnds((why) => void closeVault({ endSession: true, wipeCopies: why.device_revoked === 1 }))
  sessionWasEnded({ token: fields.token, session_id: fields.session_id }, over)
  const names = async () => (await indexedDB.databases()).map(({ name }) => name)
  await until(async () => !(await names()).includes(cacheName(fields.user_id)))
  const { work, close } = await openDatabases(fields.user_id, { codec: plainCodec })
  const [row] = await work.outbox.toArray()
  expect(isSealed(row?.e)).toBe(true)
  expect(await work.session.count()).toBe(0)
  close()
})

test('the session of a disabled device stays as long as its copies', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  const { work } = getDevice().databases
  const sessions: Promise<number>[] = []
  const remove = Dexie.delete.bind(Dexie)
  vi.spyOn(Dexie, 'delete').mockImplementation((name) => {
    sessions.push(work.session.count())
    return remove(name)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await closeVault({ endSession: true, wipeCopies: true })
  expect(await Promise.all(sessions)).toEqual([1])
  const left = await openDatabases(fields.user_id, { codec: plainCodec })
  expect(await left.work.session.count()).toBe(0)
  left.close()
})

test('work that the first builds stored unsealed is sealed at the first sign-in, and nothing of it is lost', async () => {
  const fields = staff()
  const before = await openDatabases(fields.user_id, { codec: plainCodec })
  const draft = {
    report_no: 1,
    report_name: 'CT',
    report_data: 'old words',
    conclusion: '',
    recommendation: '',
  }
  const clear = { id: 'r', rev: 0, study: 's', updated: 1, command: undefined, baseRev: 1, isSaved: false }
  await before.work.drafts.put(await before.drafts.seal({ ...clear, writer: 'w', body: draft }))
  const study = aStudy()
  const copy = {
    id: study.id,
    rev: 1,
    scope: 'client',
    received: 1,
    branch: '',
    status: study.status,
    modality: '',
  }
  await before.cache.studies.put(
    await before.studies.seal({ ...copy, assigned: '', signer: '', body: study }),
  )
  before.close()

  await startSession(fields, SECRET)
  const { work, cache, drafts } = getDevice().databases
  expect(isSealed((await work.drafts.get('r'))?.e)).toBe(true)
  expect((await drafts.find('r'))?.body).toEqual(draft)
  expect(await cache.studies.count()).toBe(0)
})

test('signing out requires waiting work to be delivered, exported, or discarded', async () => {
  await startSession(staff(), SECRET)
  const id = await saveReport(aDraft('unsent'), 'Draft')
  await expect(signOut()).rejects.toThrow('1 changes wait')
  await getDevice().databases.work.outbox.update(id, { exportedAt: 1 })
  await signOut()
  expect(currentSession()).toBeUndefined()

  const fields = staff()
  await startSession(fields, SECRET)
  await saveReport(aDraft('unsent'), 'Draft')
  await signOut({ giveUp: true })
  const { work, close } = await openDatabases(fields.user_id, { codec: plainCodec })
  expect([await work.outbox.count(), await work.drafts.count(), await work.overlay.count()]).toEqual([
    0, 0, 0,
  ])
  close()
})

test('a session that ended overnight is renewed with the unlock password', async () => {
  const fields = staff()
  await startSession(fields, SECRET)
  await openAnew(fields.user_id)
  const over = { status: 403, body: { message: 'over', code: 'signed_out' } }
  let logins = 0
  server({
    'auth/getModules': () => (logins === 0 ? over : { body: { result: { modules: [], main_modules: [] } } }),
    'auth/login': ({ username, password }) => {
      logins += 1
      expect([username, password]).toEqual([SECRET.username, SECRET.password])
      return { body: { otp_required: 'N', result: { ...fields, token: 'of the morning' } } }
    },
  })
  await unlock(SECRET.password)
  expect(currentSession()?.token).toBe(fields.token)
  await until(async () => currentSession()?.token === 'of the morning')
  expect(logins).toBe(1)
})

test('neither database contains anything readable of a report', async () => {
  const fields = staff({ name: 'Dr Secret Name' })
  await startSession(fields, SECRET)
  await saveReport(aDraft('a sentence that nobody else may read'), 'Draft')
  const { work, cache } = getDevice().databases
  const everything = await Promise.all([...work.tables, ...cache.tables].map((table) => table.toArray()))
  const bytes = JSON.stringify(everything, (_, part: unknown) =>
    part instanceof Uint8Array ? Buffer.from(part).toString('latin1') : part,
  )
  for (const secret of ['sentence that nobody', 'Dr Secret Name', SECRET.username, SECRET.password])
    expect(bytes).not.toContain(secret)
  expect([...page.local.kept.keys()]).toEqual(['readroom.user'])
})

test('offline, each of two people continues their own work, by name and password', async () => {
  const [one, other] = [staff(), staff()]
  const secret = { username: 'dr.alone', password: 'Alone#2026' }
  const otherSecret = { username: 'dr.other', password: 'Beside#2026' }
  await startSession(one, secret)
  await keepDraft(aDraft('of the first'))
  await leaveVault()
  await startSession(other, otherSecret)
  await keepDraft(aDraft('of the other'))
  await leaveVault()
  scriptServer({})
  expect(await signInOffline(secret)).toBe(true)
  expect(currentSession()?.user_id).toBe(one.user_id)
  expect(await draftText()).toBe('<p>of the first</p>')
  await leaveVault()
  expect(await signInOffline({ ...otherSecret, username: secret.username })).toBe(false)
  expect(await signInOffline({ ...secret, password: 'guess' })).toBe(false)
  expect(currentSession()).toBeUndefined()
  expect(lockState()).toEqual({ kind: 'none' })
  expect(await signInOffline({ ...otherSecret, username: ' DR.Other ' })).toBe(true)
  expect(await draftText()).toBe('<p>of the other</p>')
})

test('a signed-out person cannot sign in offline', async () => {
  const secret = { username: 'dr.gone', password: 'Gone#2026' }
  await startSession(staff(), secret)
  await signOut()
  scriptServer({})
  expect(await signInOffline(secret)).toBe(false)
})

test('a sign-in on a disabled device deletes the copies of that person only', async () => {
  const [gone, other] = [staff(), staff()]
  const secret = { username: 'dr.revoked', password: 'Revoked#2026' }
  await startSession(gone, secret)
  await saveReport(aDraft('unsent'), 'Draft')
  await leaveVault()
  await startSession(other, { username: 'dr.stays', password: 'Stays#2026' })
  await leaveVault()
  await obeyRevocation(secret)
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names).not.toContain(cacheName(gone.user_id))
  expect(names).toContain(cacheName(other.user_id))
  const { work, close } = await openDatabases(gone.user_id, { codec: plainCodec })
  expect(await work.outbox.count()).toBe(1)
  close()
})
