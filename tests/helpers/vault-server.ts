import { toBase64 } from '#contract/kernel/base64.ts'
import type { Script } from './scripted-server.ts'

/** What people of the tests sign in with. */
export const SECRET = { username: 'dr.asha', password: 'Readroom#2026' }

/** The private half of the scripted server's key: what was escrowed there opens with it. */
export const SERVER_KEY = {
  id: 'one',
  pair: await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
}
const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', SERVER_KEY.pair.publicKey)))

/** The answers of a server that a vault needs to be made: its public key, and the escrow that takes the data key. */
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

/** As a script: what a page asks before and after it opens a vault. */
export const VAULT_SCRIPT: Script = Object.fromEntries(
  Object.entries(ANSWERS).map(([path, body]) => [path, () => ({ body })]),
)
