import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TouchProof } from '#contract/calls/signatures.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { makeSoftwarePasskey, type SoftwarePasskey } from '#tests/helpers/device/software-passkey.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { AT_DOMAIN, registerPasskey } from '../passkeys/passkey-fixture.ts'
import { personId, putStudy, save } from '../reports/report-fixture.ts'
import { hashOfText, signWith, touchOfText } from './touch-fixture.ts'

let server: DemoServer
let iyer: ApiUser
let passkey: SoftwarePasskey
let passkeyId: string

beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
  iyer = await server.signIn('dr.iyer')
  ;({ passkey, id: passkeyId } = await registerPasskey(iyer, makeSoftwarePasskey(), 'YubiKey'))
})
afterAll(() => server.close())

const publicCheck = async (text: string) => {
  const payload = { hash: hashOfText(text) }
  return (await server.send({ method: 'POST', url: '/api/public/verifySignature', payload })).body
}

async function sign(text: string): Promise<string> {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  const touch = touchOfText(server, passkey, { study, text })
  expect((await signWith(iyer, study, text, touch)).status).toBe(200)
  return study
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

test('anybody can check a passkey signature with the public page’s data, and it names only the signer', async () => {
  const study = await sign('<p>To be checked.</p>')
  const body = await publicCheck('<p>To be checked.</p>')
  const [proof] = body.result.signatures[0].touches as TouchProof[]
  expect(proof).toMatchObject({
    act: 'sign',
    signed_by: 'Dr. Karthik Iyer',
    made: NOW.toISOString(),
    passkey: { name: 'YubiKey', registered: NOW.toISOString(), removed: null, algorithm: 'ES256' },
  })
  expect(proof!.signed_text.split('\n')).toEqual([
    'readroom-touch-1',
    'act sign',
    `author ${personId('dr.iyer')}`,
    `at ${NOW.toISOString()}`,
    `report ${reportIdOf(study, 1)} 0 ${hashOfText('<p>To be checked.</p>')}`,
  ])
  const { challenge } = JSON.parse(bytes(proof!.client_data).toString('utf8')) as { challenge: string }
  expect(challenge).toBe(sha256(proof!.signed_text).toString('base64url'))
  const signed = Buffer.concat([bytes(proof!.authenticator_data), sha256(bytes(proof!.client_data))])
  const key = createPublicKey(proof!.passkey.public_key_pem)
  expect(verify('sha256', signed, key, bytes(proof!.signature))).toBe(true)
  const spki = key.export({ type: 'spki', format: 'der' })
  expect(proof!.passkey.fingerprint.replaceAll(' ', '').toLowerCase()).toBe(
    sha256(spki).toString('hex').slice(0, 16),
  )
  for (const secret of [study, 'Test Patient', 'SAN-1', 'To be checked'])
    expect(JSON.stringify(body)).not.toContain(secret)
})

test('openssl alone gives the same result', async () => {
  await sign('<p>By openssl.</p>')
  const [proof] = (await publicCheck('<p>By openssl.</p>')).result.signatures[0].touches as TouchProof[]
  const folder = mkdtempSync(join(tmpdir(), 'touch-'))
  const at = (name: string) => join(folder, name)
  writeFileSync(at('key.pem'), proof!.passkey.public_key_pem)
  writeFileSync(at('signature.der'), bytes(proof!.signature))
  const client = sha256(bytes(proof!.client_data))
  writeFileSync(at('signed.bin'), Buffer.concat([bytes(proof!.authenticator_data), client]))
  const said = execFileSync('openssl', [
    'dgst',
    '-sha256',
    '-verify',
    at('key.pem'),
    '-signature',
    at('signature.der'),
    at('signed.bin'),
  ])
  rmSync(folder, { recursive: true })
  expect(said.toString()).toBe('Verified OK\n')
})

test('the key’s history is shown: a removed passkey keeps its signatures, with the day', async () => {
  await sign('<p>Before the loss.</p>')
  server.clock.now = new Date(NOW.getTime() + 3 * 86_400_000)
  const anew = await server.signIn('dr.iyer')
  await anew.post('passkey/remove', { id: passkeyId, password: 'Readroom#2026' })
  const [proof] = (await publicCheck('<p>Before the loss.</p>')).result.signatures[0].touches as TouchProof[]
  expect(proof!.passkey.removed).toBe(server.clock.now.toISOString())
  const { body } = await anew.post('report/verifySignature', { hash: hashOfText('<p>Before the loss.</p>') })
  expect(body.result.signatures[0].touches).toHaveLength(1)
  server.clock.now = NOW
})

test('a signature without a passkey shows none', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer', signer: 'dr.iyer' })
  await save(iyer, study, { status: 'Signed', text: '<p>By password.</p>' })
  const { result } = await publicCheck('<p>By password.</p>')
  expect(Object.keys(result.signatures[0])).not.toContain('touches')
})
