// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedText } from '#contract/calls/delivery.ts'
import { fromBase64 } from '#contract/kernel/base64.ts'
import { hashOfSealed } from '#contract/kernel/sealed-envelope.ts'
import type { OutboxRow, VaultTerms } from '#src/db/work-database.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { makePassingKey } from '#src/sync/sealed/device-key.ts'
import { signedHeaderOf } from '#src/sync/sealed/sign-command.ts'
import { isSealed } from '#src/sync/sealed/travelling.ts'
import { changePassword } from '#src/sync/session/change-password.ts'
import { lockNow, startSession, unlock } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { resumeVault } from '#src/sync/session/vault/vault.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { aDraft } from '#tests/sync/support/rows.ts'
import { newUser } from '#tests/sync/support/test-page.ts'

withPageGlobals()
let asked: ReturnType<typeof scriptServer>['asked'] = []
const server = (script: Script = {}) => {
  ;({ asked } = scriptServer({ ...VAULT_SCRIPT, ...script }))
}
beforeEach(() => server())
afterEach(async () => {
  await closeVault()
  setSession(undefined)
})

const TERMS = { result: { device_name: 'Desk 1', vault_days: 14, journal_days: 7 } }
const registered = () =>
  asked.filter(({ path }) => path.endsWith('device/register')).map(({ input }) => String(input.device_key))

async function enter() {
  const fields = sessionFields({ user_id: newUser() })
  await startSession(fields, SECRET)
  await vi.waitFor(async () => expect(await getDevice().databases.work.keys.get('server')).toBeDefined())
  return fields
}

const rows = () => currentDatabases()!.work.outbox.toArray()
const signed = (text = 'typed') => saveReport(aDraft(text), 'Signed')

async function isSignedBy(publicKey: string, row: OutboxRow): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), algorithm, false, ['verify'])
  const terms = (await currentDatabases()!.work.keys.get('terms')) as VaultTerms
  const text = signedText(terms.deviceId, signedHeaderOf(row, terms), await hashOfSealed(row.sealed!))
  return crypto.subtle.verify(algorithm, key, fromBase64(row.signature ?? ''), new TextEncoder().encode(text))
}

test('a change is signed when it is made, with the key registered with the password', async () => {
  await enter()
  await signed()
  const register = asked.find(({ path }) => path.endsWith('device/register'))!
  expect(register.input).toMatchObject({ password: SECRET.password })
  const [row] = await rows()
  expect(await isSignedBy(registered()[0]!, row!)).toBe(true)
  expect(await isSignedBy(registered()[0]!, { ...row!, seq: row!.seq + 1 })).toBe(false)
})

test('while locked nothing on the disk can sign: no usable key is stored, and new changes stay unsigned', async () => {
  await enter()
  const { author } = getDevice()
  await lockNow()
  const { work, cache } = currentDatabases()!
  for (const table of [...work.tables, ...cache.tables])
    for (const row of await table.toArray())
      for (const value of Object.values(row)) expect(value).not.toBeInstanceOf(CryptoKey)
  const forged = {
    id: crypto.randomUUID(),
    call: 'saveReport' as const,
    version: 1,
    base: undefined,
    depends: [],
    supersedes: undefined,
    at: Date.now(),
    skewMs: undefined,
    seq: 1,
    sealed: new Uint8Array(1),
    sealedKeyId: 'one',
  }
  expect((await author.sign(forged)).signature).toBeUndefined()
})

test('unsigned waiting changes are signed before the key is dropped', async () => {
  await enter()
  await signed()
  const { work } = getDevice().databases
  const [row] = await rows()
  await work.outbox.update(row!.id, { signature: undefined })
  await lockNow()
  const [after] = await rows()
  expect([isSealed(after!), await isSignedBy(registered()[0]!, after!)]).toEqual([true, true])
})

test('sealed content of an altered disk is never signed: the input is opened and sealed again', async () => {
  await enter()
  await signed()
  const { work } = getDevice().databases
  const [row] = await rows()
  const foreign = new Uint8Array(row!.sealed!.length).fill(1)
  await work.outbox.update(row!.id, { sealed: foreign, signature: undefined })
  await lockNow()
  const [after] = await rows()
  expect(after!.sealed).not.toEqual(foreign)
})

test('the usable key of an earlier build is deleted at the next unlock, and another one is registered', async () => {
  const fields = await enter()
  const { work } = getDevice().databases
  await lockNow()
  const { signing, publicKey } = await makePassingKey()
  await work.keys.put({ id: 'device', signing, publicKey })
  await work.keys.delete('signer')
  await closeVault()
  setSession(undefined)
  await resumeVault(fields.user_id)
  await unlock(SECRET.password)
  const { keys } = currentDatabases()!.work
  await vi.waitFor(async () => expect(await keys.get('signer')).toMatchObject({ isRegistered: true }))
  expect(await keys.get('device')).toBeUndefined()
  expect(registered()).toHaveLength(2)
  expect(registered()).not.toContain(publicKey)
})

test('changes of a retired key wait for their person’s confirmation, and later ones are signed by another key', async () => {
  const fields = await enter()
  await signed()
  await lockNow()
  await closeVault()
  setSession(undefined)
  const old = registered()[0]
  server({
    'device/register': (input) =>
      input.device_key === old
        ? { body: { result: { ...TERMS.result, retired: 'password_changed' } } }
        : { body: TERMS },
  })
  await startSession(fields, SECRET)
  const [row] = await rows()
  expect(row).toMatchObject({ state: 'parked', lastError: { code: 'held', status: 423 } })
  expect(registered()).toEqual([old, expect.not.stringMatching(`^${old}$`)])
  const { makeTravel } = getDevice()
  await makeTravel()
  expect((await rows())[0]?.signedBy).toBe(old)
})

test('after a password change a new key signs everything that waits', async () => {
  server({ changePassword: () => ({ body: { message: 'Password changed.' } }) })
  await enter()
  await signed()
  const next = 'Another#2026x'
  await changePassword({
    current_password: SECRET.password,
    new_password: next,
    confirm_password: next,
  })
  const [before, after] = registered()
  expect(after).not.toBe(before)
  const [row] = await rows()
  expect([row?.signedBy, await isSignedBy(after!, row!)]).toEqual([after, true])
})
