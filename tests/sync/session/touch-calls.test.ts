// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromBase64Url, toBase64Url } from '#contract/kernel/base64.ts'
import { touchContent } from '#domain/report/touch-content.ts'
import { currentDevice, setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { SKEW_ID } from '#src/sync/link/server-hello.ts'
import { lockState } from '#src/sync/session/lock/lock-state.ts'
import { lockNow, startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { findKnownPasskeys, findTouches, notePasskeys } from '#src/sync/session/vault/touch-keys.ts'
import { askAssertion, askSecret, knowsPasskeys } from '#src/sync/touch/ask-passkey.ts'
import { makeTouch } from '#src/sync/touch/make-touch.ts'
import { needsPasskeys, refreshPasskeys } from '#src/sync/touch/refresh-passkeys.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import { turnOffTouch, turnOnTouch } from '#src/sync/touch/touch-here.ts'
import { unlockByTouch } from '#src/sync/touch/unlock-by-touch.ts'
import { useTouches } from '#src/sync/touch/use-touches.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { makePagePasskey, type PagePasskey, withPasskeys } from '#tests/helpers/page/page-passkeys.ts'
import { turns } from '../support/held-calls.ts'
import { anAuthor, newUser, openBare } from '../support/test-page.ts'

const AT = Date.parse('2026-11-21T10:00:00.000Z')
const REPORT = { report_id: '01994000-0000-7000-8000-000000000001', rev: 3, hash: 'a'.repeat(64) }
let script: Parameters<typeof scriptServer>[0] = {}
let asked: ReturnType<typeof scriptServer>['asked'] = []
const server = (more: typeof script = {}) => {
  script = { ...VAULT_SCRIPT, ...more }
  ;({ asked } = scriptServer(script))
}
beforeEach(() => server())
afterEach(async () => {
  cleanup()
  await closeVault()
  setDevice(undefined)
  setSession(undefined)
  vi.unstubAllGlobals()
})

const rowOf = ({ credentialId }: PagePasskey, n = 0) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  credentialId,
  name: `Passkey ${n}`,
  transports: ['internal'],
})
/** The server's list of a person's passkeys. */
const listOf = (passkeys: readonly PagePasskey[], rpId = 'localhost') => ({
  'passkey/list': () => ({
    body: {
      result: {
        rp_id: rpId,
        passkeys: passkeys.map((one, n) => {
          const { id, credentialId, name, transports } = rowOf(one, n)
          return { id, credential_id: credentialId, name, transports, rp_id: rpId }
        }),
      },
    },
  }),
})
const problemOf = (tried: Promise<unknown>) =>
  tried.then(
    () => 'done',
    (error: unknown) => (error instanceof TouchError ? error.problem : error),
  )

/** A signed-in person whose device needs no vault. */
async function atDesk(touch_signing: 'Off' | 'Required' = 'Off') {
  const databases = await openBare()
  setSession(sessionFields({ user_id: databases.userId, touch_signing }))
  setDevice({ databases, author: { ...anAuthor(databases.userId), now: () => AT } } as unknown as Device)
  return databases
}

test('a failed touch says in words what happened', () => {
  const error = new TouchError('none')
  expect(error).toMatchObject({ name: 'TouchError', problem: 'none' })
  expect(error.message).toBe('There is no passkey to ask.')
})

test('a passkey is asked by its id and ways, for a minute and a half, and must see its person', async () => {
  const passkey = makePagePasskey()
  const page = withPasskeys([passkey])
  const challenge = new Uint8Array([1, 2, 3])
  const answer = await askAssertion(
    { passkeys: [{ credentialId: passkey.credentialId, transports: ['usb'] }], rpId: 'localhost' },
    challenge,
  )
  expect(answer).toMatchObject({ id: passkey.credentialId, rawId: passkey.credentialId, type: 'public-key' })
  const said = JSON.parse(new TextDecoder().decode(fromBase64Url(answer.response.clientDataJSON)))
  expect(said.challenge).toBe(toBase64Url(challenge))
  expect(page.asked[0]).toMatchObject({ rpId: 'localhost', timeout: 90_000, userVerification: 'required' })
  expect(page.asked[0]?.allowCredentials?.[0]?.transports).toEqual(['usb'])
  await askAssertion({ passkeys: [{ credentialId: passkey.credentialId }] }, challenge)
  expect(page.asked[1]).not.toHaveProperty('rpId')
  expect(page.asked[1]?.allowCredentials?.[0]).not.toHaveProperty('transports')
})

test('a browser without passkeys, and a person without one, are asked nothing', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(knowsPasskeys()).toBe(false)
  const challenge = new Uint8Array(1)
  expect(await problemOf(askAssertion({ passkeys: [{ credentialId: 'AAAA' }] }, challenge))).toBe(
    'unsupported',
  )
  const page = withPasskeys([])
  expect(knowsPasskeys()).toBe(true)
  expect(await problemOf(askAssertion({ passkeys: [] }, challenge))).toBe('none')
  expect(page.asked).toEqual([])
})

test.each([
  ['unsupported', new DOMException('here', 'SecurityError')],
  ['unsupported', new DOMException('so', 'NotSupportedError')],
  ['cancelled', new DOMException('no', 'NotAllowedError')],
  ['cancelled', Object.assign(new Error('odd'), { name: 'SecurityError' })],
])('a request that ends is %s', async (problem, error) => {
  const passkey = makePagePasskey()
  withPasskeys([passkey]).refuseWith(error)
  expect(await problemOf(askAssertion({ passkeys: [rowOf(passkey)] }, new Uint8Array(1)))).toBe(problem)
})

test('what is no passkey answers nothing', async () => {
  withPasskeys([])
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: async () => null } })
  expect(await problemOf(askAssertion({ passkeys: [{ credentialId: 'AAAA' }] }, new Uint8Array(1)))).toBe(
    'cancelled',
  )
})

test('a secret comes whole, also as a part of a larger buffer, and without the server', async () => {
  const passkey = makePagePasskey()
  const page = withPasskeys([passkey])
  const salts = new Map([[passkey.credentialId, new Uint8Array(32).fill(7)]])
  const question = { passkeys: [rowOf(passkey)] }
  const { credentialId, secret } = await askSecret(question, salts)
  expect(credentialId).toBe(passkey.credentialId)
  expect([...secret]).toEqual([...passkey.secretOf(new Uint8Array(32).fill(7))])
  expect((page.asked[0]!.challenge as Uint8Array).byteLength).toBe(32)

  const larger = new Uint8Array([9, 9, 1, 2, 3, 9])
  const real = navigator.credentials.get.bind(navigator.credentials)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: async (options: CredentialRequestOptions) =>
        Object.assign((await real(options)) as object, {
          getClientExtensionResults: () => ({ prf: { results: { first: larger.subarray(2, 5) } } }),
        }),
    },
  })
  expect([...(await askSecret(question, salts)).secret]).toEqual([1, 2, 3])
})

test('a touch signs exactly these texts, at the time of the server', async () => {
  const passkey = makePagePasskey()
  withPasskeys([passkey])
  const { work, userId } = await atDesk()
  await notePasskeys(work, { rpId: 'localhost', known: [rowOf(passkey)], at: 1 })
  const first = await makeTouch({ act: 'verify', reports: [REPORT] })
  expect(first.at).toBe(new Date(AT).toISOString())
  await work.meta.put({ id: SKEW_ID, value: 5_000 })
  const touch = await makeTouch({ act: 'verify', reports: [REPORT] })
  const at = new Date(AT + 5_000).toISOString()
  expect(touch).toMatchObject({ at, reports: [{ report_id: REPORT.report_id, rev: 3 }] })
  expect(touch.reports[0]).not.toHaveProperty('hash')
  const text = touchContent({ act: 'verify', author: userId, at, reports: [REPORT], addenda: [] })
  const said = JSON.parse(new TextDecoder().decode(fromBase64Url(touch.assertion.response.clientDataJSON)))
  expect(said.challenge).toBe(createHash('sha256').update(text).digest('base64url'))
  // The list of this device was enough.
  expect(asked.some(({ path }) => path.endsWith('passkey/list'))).toBe(false)
})

test('a passkey that was registered since is asked of the server; without one a touch ends', async () => {
  const passkey = makePagePasskey()
  withPasskeys([passkey])
  await atDesk()
  expect(await problemOf(makeTouch({ act: 'verify', reports: [REPORT] }))).toBe('none')
  server(listOf([passkey]))
  const { assertion } = await makeTouch({ act: 'verify', reports: [REPORT] })
  expect(assertion.id).toBe(passkey.credentialId)
  server(listOf([]))
  const { work } = currentDevice()!.databases
  await notePasskeys(work, { rpId: undefined, known: [], at: 1 })
  expect(await problemOf(makeTouch({ act: 'verify', reports: [REPORT] }))).toBe('none')
})

test('the list of the server is kept: the passkeys of this site only', async () => {
  const [here, elsewhere] = [makePagePasskey(), makePagePasskey()]
  const { work } = await atDesk()
  server({
    'passkey/list': () => ({
      body: {
        result: {
          rp_id: 'localhost',
          passkeys: [
            { id: 'a', credential_id: here.credentialId, name: 'Here', transports: [], rp_id: 'localhost' },
            {
              id: 'b',
              credential_id: elsewhere.credentialId,
              name: 'Old',
              transports: [],
              rp_id: 'old.example',
            },
          ],
        },
      },
    }),
  })
  expect(await refreshPasskeys(work)).toBe(false)
  const row = await findKnownPasskeys(work)
  expect(row).toMatchObject({
    rpId: 'localhost',
    known: [{ id: 'a', credentialId: here.credentialId, name: 'Here', transports: [] }],
  })
  expect(row?.known).toHaveLength(1)
  server(listOf([], ''))
  await refreshPasskeys(work)
  expect((await findKnownPasskeys(work))?.rpId).toBeUndefined()
})

test('the list of one person is not kept for the next, nor for nobody', async () => {
  const passkey = makePagePasskey()
  const { work } = await atDesk()
  const { 'passkey/list': answer } = listOf([passkey])
  server({
    'passkey/list': () => {
      setSession(sessionFields({ user_id: newUser() }))
      return answer()
    },
  })
  expect(await refreshPasskeys(work)).toBe(false)
  setSession(undefined)
  server(listOf([passkey]))
  expect(await refreshPasskeys(work)).toBe(false)
  expect(await findKnownPasskeys(work)).toBeUndefined()
})

test('a device follows the passkeys where its person signs by touch, or one opens the vault', async () => {
  const { work } = await atDesk()
  expect(await needsPasskeys(work)).toBe(false)
  await work.keys.put({ id: 'touch:x', credentialId: 'x' } as never)
  expect(await needsPasskeys(work)).toBe(true)
  await work.keys.delete('touch:x')
  await atDesk('Required')
  expect(await needsPasskeys(work)).toBe(true)
  setSession(undefined)
  expect(await needsPasskeys(work)).toBe(false)
})

/** Signs in a person with a vault that the first of these passkeys opens. */
async function withVault(passkeys: readonly PagePasskey[]) {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  const { work } = currentDatabases()!
  await notePasskeys(work, { rpId: undefined, known: passkeys.map(rowOf), at: 1 })
  withPasskeys(passkeys)
  const answered = await turnOnTouch(SECRET.password)
  expect(answered.credentialId).toBe(passkeys[0]!.credentialId)
  return { fields, work }
}

test('without a vault, or a list, no passkey is asked to open one', async () => {
  expect(await problemOf(turnOnTouch(SECRET.password))).toBe('none')
  await turnOffTouch('none')
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  expect(await problemOf(turnOnTouch(SECRET.password))).toBe('none')
})

test('a passkey that its owner removed elsewhere opens the vault once, and the page locks when it knows', async () => {
  const passkey = makePagePasskey()
  const { work } = await withVault([passkey])
  await lockNow()
  server(listOf([]))
  await unlockByTouch()
  await vi.waitFor(() => expect(lockState()).toMatchObject({ kind: 'locked', why: 'asked' }))
  expect(await findTouches(work)).toEqual([])
})

test('a passkey that its owner still has leaves the vault open', async () => {
  const passkey = makePagePasskey()
  await withVault([passkey])
  await lockNow()
  server(listOf([passkey]))
  await unlockByTouch()
  await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith('passkey/list'))).toBe(true))
  await new Promise((done) => setTimeout(done, 50))
  expect(lockState()).toEqual({ kind: 'open' })
})

test('a screen shows which passkeys open the vault, follows changes, and asks the server for them', async () => {
  const [passkey, other] = [makePagePasskey(), makePagePasskey()]
  const { work } = await withVault([passkey])
  server(listOf([passkey, other]))
  const { result, unmount } = renderHook(() => useTouches())
  expect(result.current).toEqual({ touches: [], known: undefined })
  await waitFor(() => expect(result.current.touches).toEqual([passkey.credentialId]))
  await waitFor(() => expect(result.current.known).toHaveLength(2))
  await act(() => turnOffTouch(passkey.credentialId))
  await waitFor(() => expect(result.current.touches).toEqual([]))
  unmount()
  const before = result.current
  await notePasskeys(work, { rpId: undefined, known: [], at: 2 })
  await new Promise((done) => setTimeout(done, 50))
  expect(result.current).toBe(before)
})

const hasAsked = () => asked.some(({ path }) => path.endsWith('passkey/list'))
const settled = () => act(() => turns(150))

test('a screen asks for passkeys that open nothing yet only if it is told to', async () => {
  await startSession(sessionFields({ user_id: newUser() }), SECRET)
  withPasskeys([])
  server(listOf([makePagePasskey()]))
  const quiet = renderHook(() => useTouches())
  await settled()
  expect([hasAsked(), quiet.result.current.known]).toEqual([false, undefined])
  quiet.unmount()
  const asking = renderHook(() => useTouches({ isAsking: true }))
  await waitFor(() => expect(asking.result.current.known).toHaveLength(1))
})

test('without a session the server is asked nothing, and a browser without passkeys shows none', async () => {
  const passkey = makePagePasskey()
  await withVault([passkey])
  setSession(undefined)
  server(listOf([passkey]))
  const { result, unmount } = renderHook(() => useTouches({ isAsking: true }))
  await waitFor(() => expect(result.current.touches).toHaveLength(1))
  await settled()
  expect(hasAsked()).toBe(false)
  unmount()
  vi.stubGlobal('PublicKeyCredential', undefined)
  const none = renderHook(() => useTouches({ isAsking: true }))
  await settled()
  expect(none.result.current).toEqual({ touches: [], known: undefined })
})

test('a screen that closed before its vault was read follows nothing', async () => {
  await withVault([makePagePasskey()])
  server(listOf([]))
  const { unmount } = renderHook(() => useTouches({ isAsking: true }))
  unmount()
  await settled()
  expect(hasAsked()).toBe(false)
})
