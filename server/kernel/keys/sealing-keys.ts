import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { toBase64 } from '#contract/kernel/base64.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { openSealed } from '#contract/kernel/sealed-envelope.ts'
import type { Config } from '../config.ts'
import { damaged, getKeys, type StoredKey } from './key-file.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The server's own keys: devices seal to the public one, only this server can open. */
export interface SealingKeys {
  /** As returned by `sync/hello`: raw (65 bytes) in base64. */
  publicKey: { id: string; key: string }
  /**
   * Opens what a device sealed to the key with that id, in its context. Throws Refusal `unknown_key`, or
   * SealBrokenError if the envelope is another's or was altered.
   */
  open: (keyId: string, sealed: Bytes, context: string) => Promise<Bytes>
  /** Signs a text that only this server verifies (HMAC-SHA256, base64), with the newest key. */
  sign: (text: string) => { keyId: string; signature: string }
  /** Whether this server signed exactly this text, with any of its keys. */
  isSigned: (text: string, by: { keyId: string; signature: string }) => boolean
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Returns where the keys are stored: outside the database, so that a copy of the database cannot open anything. */
export const keysFileOf = ({ keysFile, dataDir }: Pick<Config, 'keysFile' | 'dataDir'>): string =>
  keysFile ?? join(dataDir, 'keys', 'sealing.json')

/** Returns the keys of a file, created at the first start; the newest one seals, older ones can still open. */
export async function openSealingKeys(file: string): Promise<SealingKeys> {
  const stored = await getKeys(file)
  const newest = stored.at(-1)
  if (!newest) throw damaged(file)
  try {
    const byId = new Map(
      await Promise.all(stored.map(async (key) => [key.id, await privateKeyOf(key)] as const)),
    )
    const signing = new Map(stored.map((key) => [key.id, signingKeyOf(key)] as const))
    const signatureOf = (keyId: string, text: string) => {
      const key = signing.get(keyId)
      return key && createHmac('sha256', key).update(text).digest()
    }
    return {
      sign: (text) => ({ keyId: newest.id, signature: signatureOf(newest.id, text)!.toString('base64') }),
      isSigned: (text, { keyId, signature }) => {
        const expected = signatureOf(keyId, text)
        const given = Buffer.from(signature, 'base64')
        return expected?.length === given.length && timingSafeEqual(expected, given)
      },
      publicKey: { id: newest.id, key: toBase64(await publicBytesOf(newest)) },
      open: async (keyId, sealed, context) => {
        const key = byId.get(keyId)
        if (!key) throw new Refusal('unknown_key')
        return openSealed(key, sealed, context)
      },
    }
  } catch {
    throw damaged(file)
  }
}

// Returns a separate key for signing, so that sealed data reveals nothing about signatures.
const signingKeyOf = ({ jwk }: StoredKey): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', jwk.d ?? '', '', 'readroom signed receipts 1', 32))

const privateKeyOf = ({ jwk }: StoredKey) => crypto.subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits'])

async function publicBytesOf({ jwk: { kty, crv, x, y } }: StoredKey): Promise<Bytes> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, true, [])
  return new Uint8Array(await crypto.subtle.exportKey('raw', key))
}
