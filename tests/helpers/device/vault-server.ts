import { toBase64 } from '#contract/kernel/base64.ts'
import type { Script } from './scripted-server.ts'

/** The sign-in of the tests' people. */
export const SECRET = { username: 'dr.asha', password: 'Readroom#2026' }

/** The private half of the scripted server's key: it opens the escrow made there. */
export const SERVER_KEY = {
  id: 'one',
  pair: await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
}
const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', SERVER_KEY.pair.publicKey)))

/** The responses that creating a vault needs: the server's public key, and the escrow that accepts the data key. */
const ANSWERS = {
  'sync/hello': {
    server_time: '2026-11-20T09:00:00.000Z',
    min_client: '0.1.0',
    epoch: 'first',
    features: [],
    public_key: { id: SERVER_KEY.id, key: publicKey },
  },
  'device/register': { result: { device_name: 'Desk 1', vault_days: 14, journal_days: 7 } },
} as const

/** As a script: the calls of a page before and after it opens a vault. */
export const VAULT_SCRIPT: Script = Object.fromEntries(
  Object.entries(ANSWERS).map(([path, body]) => [path, () => ({ body })]),
)
