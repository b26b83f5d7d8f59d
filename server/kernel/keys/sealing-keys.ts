import { join } from 'node:path'
import { toBase64 } from '#contract/kernel/base64.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { openSealed } from '#contract/kernel/sealed-envelope.ts'
import type { Config } from '../config.ts'
import { damaged, getKeys, type StoredKey } from './key-file.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The server's own keys: devices seal to the public one, only this server opens. */
export interface SealingKeys {
  /** As `sync/hello` answers it: raw (65 bytes) in base64. */
  publicKey: { id: string; key: string }
  /**
   * Opens what a device sealed to the key of that id, in its context. Refuses `unknown_key`; throws SealBrokenError
   * where the envelope is another's or was altered.
   */
  open: (keyId: string, sealed: Bytes, context: string) => Promise<Bytes>
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Where the keys are kept: outside of the database, so that a copy of the database opens nothing. */
export const keysFileOf = ({ keysFile, dataDir }: Pick<Config, 'keysFile' | 'dataDir'>): string =>
  keysFile ?? join(dataDir, 'keys', 'sealing.json')

/** The keys of a file, made at the first start; the newest seals, older ones keep opening. */
export async function openSealingKeys(file: string): Promise<SealingKeys> {
  const stored = await getKeys(file)
  const newest = stored.at(-1)
  if (!newest) throw damaged(file)
  try {
    const byId = new Map(
      await Promise.all(stored.map(async (key) => [key.id, await privateKeyOf(key)] as const)),
    )
    return {
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

const privateKeyOf = ({ jwk }: StoredKey) => crypto.subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits'])

async function publicBytesOf({ jwk: { kty, crv, x, y } }: StoredKey): Promise<Bytes> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, true, [])
  return new Uint8Array(await crypto.subtle.exportKey('raw', key))
}
