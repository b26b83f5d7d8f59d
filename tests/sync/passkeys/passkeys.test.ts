// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { askPasskey, makePasskey } from '#src/sync/passkeys/authenticator.ts'
import { provePasskey, registerPasskey } from '#src/sync/passkeys/own-passkeys.ts'
import { PasskeyCancelledError, PasskeyKnownError } from '#src/sync/passkeys/passkey-errors.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'

afterEach(() => vi.unstubAllGlobals())

const bytes = (...values: number[]) => new Uint8Array(values).buffer

/** A browser whose authenticator answers, or fails, as the test says. */
function withAuthenticator(
  change: { prf?: boolean; transports?: string[]; userHandle?: ArrayBuffer; error?: Error } = {},
) {
  const asked: { publicKey: { allowCredentials?: { transports?: string[] }[] } }[] = []
  const credential = {
    id: 'AQI',
    rawId: bytes(1, 2),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => (change.prf === undefined ? {} : { prf: { enabled: change.prf } }),
    response: {
      clientDataJSON: bytes(3),
      attestationObject: bytes(4),
      authenticatorData: bytes(5),
      signature: bytes(6),
      userHandle: change.userHandle,
      ...(change.transports && { getTransports: () => change.transports }),
    },
  }
  const answer = async (options: never) => {
    asked.push(options)
    if (change.error) throw change.error
    return credential
  }
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: answer, get: answer },
  })
  return asked
}
const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Readroom' },
  user: { id: 'AAAA', name: 'asha', displayName: 'Asha' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
} as never
const REQUEST = {
  challenge: 'AAAA',
  rpId: 'localhost',
  allowCredentials: [{ id: 'AQI', type: 'public-key', transports: ['internal'] }],
} as never

test('a new passkey is told with its ways, and whether it computes secrets', async () => {
  withAuthenticator({ prf: true, transports: ['internal'] })
  expect(await makePasskey(CREATION)).toEqual({
    id: 'AQI',
    rawId: 'AQI',
    type: 'public-key',
    response: { clientDataJSON: 'Aw', attestationObject: 'BA', transports: ['internal'] },
    clientExtensionResults: { prf: { enabled: true } },
  })
  withAuthenticator()
  const plain = await makePasskey(CREATION)
  expect(plain.clientExtensionResults).toEqual({})
  expect(plain.response).not.toHaveProperty('transports')
})

test('a passkey answers a challenge, and names its person if it knows one', async () => {
  const asked = withAuthenticator({ userHandle: bytes(7) })
  expect(await askPasskey(REQUEST)).toEqual({
    id: 'AQI',
    rawId: 'AQI',
    type: 'public-key',
    response: { clientDataJSON: 'Aw', authenticatorData: 'BQ', signature: 'Bg', userHandle: 'Bw' },
  })
  expect(asked[0]?.publicKey.allowCredentials?.[0]?.transports).toEqual(['internal'])
  withAuthenticator()
  expect((await askPasskey(REQUEST)).response).not.toHaveProperty('userHandle')
})

test.each([
  ['NotAllowedError', PasskeyCancelledError, 'PasskeyCancelledError'],
  ['AbortError', PasskeyCancelledError, 'PasskeyCancelledError'],
  ['InvalidStateError', PasskeyKnownError, 'PasskeyKnownError'],
])('a dialog that ends with %s says what to do', async (name, kind, own) => {
  withAuthenticator({ error: new DOMException('no', name) })
  const failed = await makePasskey(CREATION).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(kind)
  expect((failed as Error).name).toBe(own)
  expect((failed as Error).message).not.toBe('')
})

test('another failure stays what it is', async () => {
  const error = new TypeError('broken')
  withAuthenticator({ error })
  const failed = await askPasskey(REQUEST).catch((problem: unknown) => problem)
  expect(failed).not.toBeInstanceOf(PasskeyCancelledError)
  expect(failed).toBeInstanceOf(Error)
})

test('a passkey is registered under its name after a proof, and proves its person', async () => {
  withAuthenticator()
  const { asked } = scriptServer({
    'passkey/registerOptions': () => ({ body: { result: CREATION } }),
    'passkey/register': () => ({ body: { result: { id: 'p', name: 'Key' } } }),
    'passkey/askOptions': () => ({ body: { result: REQUEST } }),
  })
  expect(await registerPasskey('Key', { password: 'x' })).toEqual({ id: 'p', name: 'Key' })
  expect(asked.map(({ input }) => input)).toMatchObject([
    { password: 'x' },
    { name: 'Key', credential: { id: 'AQI' } },
  ])
  expect(await provePasskey()).toMatchObject({ assertion: { id: 'AQI', response: { signature: 'Bg' } } })
})
