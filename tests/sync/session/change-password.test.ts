// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDevice } from '#src/sync/current-device.ts'
import { changePassword } from '#src/sync/session/change-password.ts'
import { currentSession, refreshSession, startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault } from '#src/sync/session/vault/current-vault.ts'
import { findSession } from '#src/sync/session/vault/kept-session.ts'
import { WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { openByPassword } from '#src/sync/session/vault/vault-keys.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { newUser } from '../support/test-page.ts'

/** The blanks are part of the password. */
const NEXT = ' Next #2026x '
const CHANGE = '/phpapi/index.php/changePassword'

let answers: Record<string, [status: number, body: unknown] | undefined> = {}
let asked: { path: string; body: unknown }[] = []

beforeEach(() => {
  answers = {}
  asked = []
  const none = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', none)
  vi.stubGlobal('sessionStorage', none)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = new URL(url, 'http://localhost').pathname
    if (path === CHANGE) asked.push({ path, body: JSON.parse(init?.body as string) })
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

const typed = { current_password: SECRET.password, new_password: NEXT, confirm_password: NEXT }
const opens = async (password: string) =>
  (await openByPassword(getDevice().databases.work, password)) !== undefined

test('after the change the vault opens with the new password', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  answers[CHANGE] = [200, { message: 'Password changed.' }]
  expect(await changePassword(typed)).toBe('Password changed.')
  expect(asked).toEqual([
    {
      path: CHANGE,
      body: { current_password: SECRET.password, new_password: NEXT, confirm_password: NEXT },
    },
  ])
  expect(await opens(NEXT)).toBe(true)
  expect(await opens(NEXT.replaceAll(' ', ''))).toBe(false)
  expect(await opens(SECRET.password)).toBe(false)
})

test('a current password with an extra space is wrong', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  await expect(changePassword({ ...typed, current_password: ` ${SECRET.password}` })).rejects.toThrow(
    WrongPasswordError,
  )
  expect(asked).toEqual([])
})

test('a wrong current password is refused here without a request to the server', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  await expect(changePassword({ ...typed, current_password: 'Wrong#2026' })).rejects.toThrow(
    WrongPasswordError,
  )
  expect(asked).toEqual([])
})

test('after a refusal by the server the new password opens nothing', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  answers[CHANGE] = [400, { message: 'no', code: 'invalid', fields: { new_password: 'is weak' } }]
  await expect(changePassword(typed)).rejects.toMatchObject({ fields: { new_password: 'is weak' } })
  expect(await opens(NEXT)).toBe(false)
  expect(await opens(SECRET.password)).toBe(true)
})

test('after a lost response either password may be valid, and both open', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  await expect(changePassword(typed)).rejects.toThrow()
  expect(await opens(SECRET.password)).toBe(true)
  expect(await opens(NEXT)).toBe(true)
})

test('a renewed session is stored with its earlier token', async () => {
  const fields = sessionFields({ user_id: newUser(), modules: ['view_archives'] })
  await startSession(fields, SECRET)
  const { token, ...detail } = fields
  const renewed = { ...detail, name: 'New Name', modules: ['sales_report'] }
  answers['/api/auth/loggedUserDtl'] = [200, { result: renewed }]
  await refreshSession()
  expect(currentSession()).toMatchObject({ name: 'New Name', modules: ['sales_report'], token })
  expect((await findSession())?.modules).toEqual(['sales_report'])
})
