import { createHash, createPublicKey } from 'node:crypto'
import {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TouchProof } from '#contract/calls/signatures.ts'
import { touchContent } from '#domain/report/touch-content.ts'
import { doesTouchHold } from '#src/features/verify-signature/check-touch.ts'
import { touchFile } from '#src/features/verify-signature/touch-file.ts'
import VerifySignature from '#src/features/verify-signature/VerifySignature.tsx'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { type Asked, makeSoftwarePasskey } from '#tests/helpers/device/software-passkey.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ result: {} as Record<string, unknown> }))
vi.mock('#src/sync/api/call-bare.ts', () => ({ callBare: async () => ({ result: world.result }) }))
vi.mock(import('#src/ui/files/download-blob.ts'), () => ({ downloadBlob: vi.fn() }))

const HASH = 'ab'.repeat(32)
const SITE = { rpId: 'ris.example.org', origin: 'https://ris.example.org' }
const REPORT = '018f0000-0000-7000-8000-000000000001'

/** Makes the proof of a touch as the server would return it. */
function makeProof(asked: Partial<Asked> = {}): TouchProof {
  const passkey = makeSoftwarePasskey()
  const created = passkey.create({ challenge: 'AAAA', ...SITE }) as {
    response: { attestationObject: string }
  }
  const object = Uint8Array.from(Buffer.from(created.response.attestationObject, 'base64url'))
  const { credentialPublicKey } = parseAuthenticatorData(decodeAttestationObject(object).get('authData'))
  const cose = decodeCredentialPublicKey(credentialPublicKey!) as unknown as Map<number, Uint8Array>
  const [x, y] = [-2, -3].map((label) => Buffer.from(cose.get(label)!).toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const text = touchContent({
    act: 'sign',
    author: REPORT,
    at: '2026-11-23T10:00:00.000Z',
    reports: [{ report_id: REPORT, rev: 1, hash: HASH }],
  })
  const challenge = createHash('sha256').update(text).digest('base64url')
  const { response } = passkey.get({ challenge, ...SITE, ...asked }) as unknown as {
    response: { authenticatorData: string; clientDataJSON: string; signature: string }
  }
  return {
    act: 'sign',
    signed_by: 'Dr. Meera Nair',
    made: '2026-11-23T10:00:00.000Z',
    received: '2026-11-23T10:00:01.000Z',
    passkey: {
      name: 'YubiKey',
      registered: '2026-10-03T10:00:00.000Z',
      removed: null,
      fingerprint: '1A2B 3C4D 5E6F 7081',
      public_key_pem: key.export({ type: 'spki', format: 'pem' }).toString(),
      algorithm: 'ES256',
    },
    signed_text: text,
    authenticator_data: response.authenticatorData,
    client_data: response.clientDataJSON,
    signature: response.signature,
  }
}

const SIGNATURE = {
  kind: 'report',
  centre: 'Sanjeevani',
  status: 'Signed',
  signed_on: '2026-11-23T10:00:01Z',
  signed_by: 'Dr. Meera Nair',
  is_current: 1,
  superseded_on: null,
}
const open = (touches: readonly TouchProof[]) => {
  world.result = { verdict: 'current', signatures: [{ ...SIGNATURE, touches }] }
  renderInApp(<VerifySignature />, `/verify-signature?h=${HASH}`)
}

beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

test('a touch is shown with its key’s history, and the browser verifies it itself', async () => {
  open([makeProof()])
  expect(await screen.findByText(/Signed by touch: Dr. Meera Nair/)).toBeTruthy()
  expect(
    screen.getByText(
      'With the passkey “YubiKey”, registered 03 Oct 2026, still valid. Key 1A2B 3C4D 5E6F 7081, as on the paper.',
    ),
  ).toBeTruthy()
  expect(await screen.findByText(/This browser checked it: the key signed exactly this text/)).toBeTruthy()
})

test('a removed key shows the time of its removal, and the touch stays valid', async () => {
  const proof = makeProof()
  open([{ ...proof, passkey: { ...proof.passkey, removed: '2026-11-05T10:00:00.000Z' } }])
  expect(await screen.findByText(/removed 05 Nov 2026\./)).toBeTruthy()
  expect(await screen.findByText(/This browser checked it: the key signed/)).toBeTruthy()
})

test('an invalid touch is reported in red, whatever the server says', async () => {
  const [one, other] = [makeProof(), makeProof()]
  open([{ ...one, signature: other.signature }])
  expect((await screen.findByText(/it does not hold/)).getAttribute('role')).toBe('alert')
})

test('the proof can be downloaded with its steps', async () => {
  const proof = makeProof()
  open([proof])
  await userEvent.click(await screen.findByRole('button', { name: /Download the proof of Dr. Meera Nair/ }))
  expect(downloadBlob).toHaveBeenCalledWith(expect.any(Blob), 'signature-by-touch-abababab.json')
  const file = JSON.parse(await touchFile(proof, HASH).text()) as Record<string, unknown>
  expect(file).toMatchObject({
    text_sha256: HASH,
    signed_text: proof.signed_text,
    signature: proof.signature,
  })
  expect(JSON.stringify(file.how_to_check)).toContain('openssl dgst -sha256 -verify key.pem')
})

test.each<[string, (proof: TouchProof) => TouchProof]>([
  ['another text', (proof) => ({ ...proof, signed_text: proof.signed_text.replace(' 1 ab', ' 2 ab') })],
  ['another act', (proof) => ({ ...proof, act: 'verify' })],
  ['another form', (proof) => ({ ...proof, signed_text: `x${proof.signed_text}` })],
  ['another key', (proof) => ({ ...proof, passkey: makeProof().passkey })],
  ['no signature', (proof) => ({ ...proof, signature: 'AAAA' })],
])('%s is not valid', async (_, change) => {
  const proof = makeProof()
  expect(await doesTouchHold(proof, HASH)).toBe(true)
  expect(await doesTouchHold(change(proof), HASH)).toBe(false)
})

test('the hash of another text, a holder who was not verified, and a registration are not valid', async () => {
  expect(await doesTouchHold(makeProof(), 'cd'.repeat(32))).toBe(false)
  expect(await doesTouchHold(makeProof({ isVerified: false }), HASH)).toBe(false)
  expect(await doesTouchHold(makeProof({ type: 'webauthn.create' }), HASH)).toBe(false)
})

test('no bit of the signed data may change', async () => {
  const proof = makeProof()
  const parts = ['authenticator_data', 'client_data', 'signature'] as const
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...parts), fc.nat(), fc.nat(7), async (part, at, bit) => {
      const bytes = Buffer.from(proof[part], 'base64url')
      const place = at % bytes.length
      bytes[place] = bytes[place]! ^ (1 << bit)
      const changed = { ...proof, [part]: bytes.toString('base64url') }
      const holds = await doesTouchHold(changed, HASH).catch(() => false)
      expect(holds).toBe(false)
    }),
    { numRuns: 600 },
  )
})
