// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { signedContent } from '#domain/report/signed-content.ts'
import { touchContent } from '#domain/report/touch-content.ts'
import { currentDevice, getDevice } from '#src/sync/current-device.ts'
import { saveReport, touchToSign, touchToVerify, verifyReport } from '#src/sync/reports/save-report.ts'
import { startSession } from '#src/sync/session/session.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { closeVault, currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { findKnownPasskeys, notePasskeys } from '#src/sync/session/vault/touch-keys.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { SECRET, VAULT_SCRIPT } from '#tests/helpers/device/vault-server.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'
import { makePagePasskey, withPasskeys } from '#tests/helpers/page/page-passkeys.ts'
import { aDraft, aReport, aStudy } from '../support/rows.ts'
import { newUser } from '../support/test-page.ts'

withPageGlobals()
afterEach(async () => {
  await closeVault()
  setSession(undefined)
})

const passkey = makePagePasskey()
const ROW = { id: '018f0000-0000-7000-8000-00000000000a', credential_id: passkey.credentialId, name: 'Phone' }

/** Signs in a person whose passkey the device knows; after that the network is off. */
async function atWork() {
  scriptServer(VAULT_SCRIPT)
  const fields = sessionFields({ user_id: newUser(), touch_signing: 'Offered' })
  await startSession(fields, SECRET)
  setSession(fields)
  const { work } = currentDatabases()!
  const known = [{ id: ROW.id, credentialId: ROW.credential_id, name: ROW.name, transports: [] }]
  await notePasskeys(work, { rpId: 'localhost', known, at: 1 })
  await currentDevice()?.pause()
  scriptServer({})
  return { fields, work, page: withPasskeys([passkey]) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const challengeOf = (clientData: string) =>
  (JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge: string }).challenge
const hashOf = (text: Parameters<typeof signedContent>[0]) => sha256(signedContent(text)).toString('hex')

test('offline, a passkey signs exactly the saved text, and the signature is sent inside its command', async () => {
  const { fields, work, page } = await atWork()
  const draft = { ...aDraft('to be signed'), base_rev: 3 }
  const touch = await touchToSign(draft)
  const text = touchContent({
    act: 'sign',
    author: fields.user_id,
    at: touch.at,
    reports: [{ report_id: draft.report_id, rev: 3, hash: hashOf(draft) }],
  })
  expect(challengeOf(touch.assertion.response.clientDataJSON)).toBe(sha256(text).toString('base64url'))
  expect(page.asked.at(-1)).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
  await saveReport(draft, 'Signed', [], { study: aStudy(), reports: [] }, touch)
  const [row] = await work.outbox.toArray()
  const command = await getDevice().databases.outbox.open(row!)
  expect(command.body.input).toMatchObject({ status: 'Signed', touch })
  expect(row?.signature).toBeTruthy()
})

test('a verification covers every signed report and every addendum that was shown', async () => {
  const { fields } = await atWork()
  const signed = aReport({ status: 'Signed', rev: 2, signed_hash: 'ab'.repeat(32) })
  const detail = {
    study: aStudy({ status: 'Signed' }),
    reports: [signed],
    can_write_report: 1,
    can_sign: 1,
    can_verify: 1,
  } as const
  const addenda = [{ id: '018f0000-0000-7000-8000-0000000000ad' }]
  const touch = await touchToVerify({ ...detail, reports: [signed] }, addenda)
  const text = touchContent({
    act: 'verify',
    author: fields.user_id,
    at: touch.at,
    reports: [{ report_id: signed.id, rev: 2, hash: signed.signed_hash }],
    addenda: addenda.map(({ id }) => id),
  })
  expect(challengeOf(touch.assertion.response.clientDataJSON)).toBe(sha256(text).toString('base64url'))
  await verifyReport({ ...detail, reports: [signed] }, addenda, touch)
  const { work, outbox } = getDevice().databases
  const command = await outbox.open((await work.outbox.toArray())[0]!)
  expect(command.body.input).toMatchObject({ touch, seen_addenda: [addenda[0]!.id] })
})

test('a person without a passkey is told so, and a newly registered one is found', async () => {
  const { work } = await atWork()
  await notePasskeys(work, { rpId: 'localhost', known: [], at: 2 })
  await expect(touchToSign(aDraft('text'))).rejects.toMatchObject({ problem: 'none' })
  const item = { ...ROW, rp_id: 'localhost', transports: ['internal'], made: '', last_used: null }
  const other = {
    ...item,
    id: ROW.id.replace('a', 'b'),
    credential_id: 'elsewhere',
    rp_id: 'ris.example.org',
  }
  const passkeys = [item, other].map((one) => ({ ...one, has_prf: true, is_backed_up: false }))
  scriptServer({ 'passkey/list': () => ({ body: { result: { passkeys, rp_id: 'localhost' } } }) })
  const touch = await touchToSign(aDraft('text'))
  expect(touch.assertion.id).toBe(passkey.credentialId)
  expect((await findKnownPasskeys(work))?.known.map(({ name }) => name)).toEqual(['Phone'])
})
