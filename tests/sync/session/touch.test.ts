// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toBase64 } from '#contract/kernel/base64.ts'
import { currentDevice, getDevice } from '#src/sync/current-device.ts'
import { keepDraft } from '#src/sync/reports/drafts.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { lockState } from '#src/sync/session/lock/lock-state.ts'
import { lockNow, obeyRevocation, signOut, startSession, unlock } from '#src/sync/session/session.ts'
import { currentSession, setSession } from '#src/sync/session/session-state.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { prepareNextPassword } from '#src/sync/session/vault/next-password.ts'
import { findTouches, notePasskeys } from '#src/sync/session/vault/touch-keys.ts'
import { resumeVault } from '#src/sync/session/vault/vault.ts'
import { LeaseOverError, WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { turnOffTouch, turnOnTouch } from '#src/sync/touch/touch-here.ts'
import { unlockByTouch } from '#src/sync/touch/unlock-by-touch.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, SERVER_KEY, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { makePagePasskey, type PagePasskey, withPasskeys } from '#tests/helpers/page/page-passkeys.ts'
import { aDraft, aStudy } from '../support/rows.ts'
import { newUser } from '../support/test-page.ts'

withPageGlobals()
const DAY_MS = 86_400_000
let asked: ReturnType<typeof scriptServer>['asked'] = []
const server = (script: Script = {}) => {
  ;({ asked } = scriptServer({ ...VAULT_SCRIPT, ...script }))
}

beforeEach(() => server())
afterEach(async () => {
  vi.useRealTimers()
  await closeVault()
  setSession(undefined)
})

const listed = (passkeys: readonly PagePasskey[]) => ({
  rpId: undefined,
  known: passkeys.map(({ credentialId }, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    credentialId,
    name: `Passkey ${at}`,
    transports: ['internal'],
  })),
  at: 1,
})

/** Signs in a person with these passkeys, the first of which opens the vault. */
async function atWork(passkeys: readonly PagePasskey[]) {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  const { work } = currentDatabases()!
  await notePasskeys(work, listed(passkeys))
  const page = withPasskeys(passkeys)
  await turnOnTouch(SECRET.password)
  return { fields, work, page }
}

const noNetwork = () => scriptServer({})
const problemOf = (tried: Promise<unknown>) =>
  tried.then(
    () => 'opened',
    (error: unknown) => (error instanceof TouchError ? error.problem : error),
  )

test('a passkey unlocks offline after a password lock, and the password still works', async () => {
  const { fields, page } = await atWork([makePagePasskey()])
  await keepDraft(aDraft('typed'))
  await lockNow()
  noNetwork()
  await unlockByTouch()
  expect(lockState()).toEqual({ kind: 'open' })
  expect(currentSession()).toMatchObject(fields)
  const { work, drafts } = getDevice().databases
  const [draft] = await drafts.openAll(await work.drafts.toArray())
  expect(draft?.body.report_data).toBe('<p>typed</p>')
  expect(page.asked.at(-1)).toMatchObject({ userVerification: 'required' })
  await lockNow()
  await unlock(SECRET.password)
  expect(lockState()).toEqual({ kind: 'open' })
})

test('a newly opened page without a key handover unlocks with a passkey', async () => {
  const { fields } = await atWork([makePagePasskey()])
  await keepDraft(aDraft('before the restart'))
  await closeVault()
  setSession(undefined)
  noNetwork()
  expect(await resumeVault(fields.user_id)).toBeUndefined()
  await unlockByTouch()
  const { work, drafts } = getDevice().databases
  const [draft] = await drafts.openAll(await work.drafts.toArray())
  expect(draft?.body.report_data).toBe('<p>before the restart</p>')
})

test('changes made after a passkey unlock are signed by the device, as after the password', async () => {
  await atWork([makePagePasskey()])
  await lockNow()
  await unlockByTouch()
  await currentDevice()?.pause()
  await saveReport(aDraft('signed'), 'Draft', undefined, { study: aStudy(), reports: [] })
  const [row] = await getDevice().databases.work.outbox.toArray()
  expect(row?.signature).toBeTruthy()
})

test('nothing stored on the disk contains the key or the passkey’s secret', async () => {
  const passkey = makePagePasskey()
  const { work } = await atWork([passkey])
  const rows = await work.keys.toArray()
  const row = rows.find(({ id }) => id === `touch:${passkey.credentialId}`)
  expect(Object.keys(row ?? {}).sort()).toEqual(['credentialId', 'id', 'iv', 'keyId', 'salt', 'wrapped'])
  const secret = passkey.secretOf((row as unknown as { salt: Uint8Array }).salt)
  const onDisk = JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? toBase64(value) : value,
  )
  expect(onDisk).not.toContain(toBase64(secret))
})

test('several passkeys open one vault; each can be disabled alone', async () => {
  const [first, second] = [makePagePasskey(), makePagePasskey()]
  const { work } = await atWork([first, second])
  withPasskeys([second])
  await turnOnTouch(SECRET.password)
  expect((await findTouches(work)).toSorted()).toEqual([first.credentialId, second.credentialId].toSorted())
  await turnOffTouch(first.credentialId)
  await lockNow()
  withPasskeys([first])
  expect(await problemOf(unlockByTouch())).toBe('cancelled')
  withPasskeys([second])
  await unlockByTouch()
  expect(lockState()).toEqual({ kind: 'open' })
})

test('a passkey removed elsewhere opens nothing once the server has confirmed it', async () => {
  const [lost, kept] = [makePagePasskey(), makePagePasskey()]
  const { work } = await atWork([lost, kept])
  expect(await notePasskeys(work, listed([kept]))).toBe(true)
  expect(await notePasskeys(work, listed([kept]))).toBe(false)
  await lockNow()
  expect(await problemOf(unlockByTouch())).toBe('none')
  expect(lockState().kind).toBe('locked')
  await unlock(SECRET.password)
})

test('another authenticator that claims to be the passkey opens nothing', async () => {
  const own = makePagePasskey()
  await atWork([own])
  await lockNow()
  withPasskeys([makePagePasskey(own.credentialId)])
  expect(await problemOf(unlockByTouch())).toBe('wrong')
  expect(lockState()).toEqual({ kind: 'locked', why: 'asked', isOverdue: false })
})

test.each([
  ['cancelled', new DOMException('no', 'NotAllowedError')],
  ['cancelled', new DOMException('gone', 'AbortError')],
  ['unsupported', new DOMException('not here', 'SecurityError')],
])('a prompt that ends with %s leaves the vault locked and shows why', async (problem, error) => {
  const { page } = await atWork([makePagePasskey()])
  await lockNow()
  page.refuseWith(error)
  expect(await problemOf(unlockByTouch())).toBe(problem)
  expect(lockState().kind).toBe('locked')
})

test('a passkey without PRF, a wrong password and a person without passkeys enable nothing', async () => {
  const passkey = makePagePasskey()
  const { work } = await atWork([passkey])
  await turnOffTouch(passkey.credentialId)
  withPasskeys([passkey], { hasPrf: false })
  expect(await problemOf(turnOnTouch(SECRET.password))).toBe('no_prf')
  expect(await problemOf(turnOnTouch('another'))).toBeInstanceOf(WrongPasswordError)
  await notePasskeys(work, listed([]))
  expect(await problemOf(turnOnTouch(SECRET.password))).toBe('none')
  expect(await findTouches(work)).toEqual([])
})

test('the days without the server apply to a passkey as to the password', async () => {
  await atWork([makePagePasskey()])
  await lockNow()
  vi.useFakeTimers({ now: Date.now() + 15 * DAY_MS, toFake: ['Date'] })
  await expect(unlockByTouch()).rejects.toBeInstanceOf(LeaseOverError)
})

test('a password change on this device keeps the passkey unlock; a change elsewhere ends it', async () => {
  const { fields, work } = await atWork([makePagePasskey()])
  const next = { ...SECRET, password: 'Another#2026' }
  await prepareNextPassword(SECRET.password, next.password)
  await lockNow()
  await unlock(next.password)
  expect(await findTouches(work)).toHaveLength(1)

  const raw = await rawKeyOf()
  await closeVault()
  setSession(undefined)
  server({ 'device/release': () => ({ body: { result: { key: raw } } }) })
  await startSession(fields, { ...SECRET, password: 'Third#2026' })
  expect(await findTouches(currentDatabases()!.work)).toEqual([])
})

test('a device disabled for its person cannot be unlocked by passkey', async () => {
  const { fields } = await atWork([makePagePasskey()])
  await obeyRevocation(SECRET)
  await resumeVault(fields.user_id)
  expect(await findTouches(currentDatabases()!.work)).toEqual([])
})

test('after a sign-out a passkey opens nothing', async () => {
  const { fields } = await atWork([makePagePasskey()])
  await signOut({ giveUp: true })
  await resumeVault(fields.user_id)
  await unlockByTouch()
  expect(currentSession()).toBeUndefined()
  expect(lockState()).toEqual({ kind: 'none' })
})

/** Returns the bytes of the data key as in the server's escrow. */
async function rawKeyOf(): Promise<string> {
  const { openSealed } = await import('#contract/kernel/sealed-envelope.ts')
  const { fromBase64 } = await import('#contract/kernel/base64.ts')
  const { input } = asked.find(({ path }) => path.endsWith('device/register'))!
  const sealed = fromBase64(String(input.escrow))
  const raw = await openSealed(
    SERVER_KEY.pair.privateKey,
    sealed,
    `readroom data key ${String(input.key_id)}`,
  )
  return toBase64(raw)
}
