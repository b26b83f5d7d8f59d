import type { Codec, RowAddress } from '../codec.ts'
import { KIOSK_ROW_VERSION, openKioskRow } from './kiosk-key.ts'
import { pack, unpack } from './pack.ts'

const VERSION = 1
const IV_BYTES = 12
const HEAD_BYTES = 1 + IV_BYTES

/** A stored row cannot be opened: it was damaged, altered, or moved to another place. */
export class RowBrokenError extends Error {
  readonly place: RowAddress

  constructor(place: RowAddress, cause?: unknown) {
    super(`A row of ${place.table} cannot be opened`, { cause })
    this.name = 'RowBrokenError'
    this.place = place
  }
}

/**
 * Seals rows with AES-256-GCM: version (1), iv (12), ciphertext with tag. Database, table and id are authenticated, so
 * a row opens nowhere else. `key` returns the key; callers wait while the vault is locked.
 */
export function createRecordCodec(key: () => CryptoKey | Promise<CryptoKey>): Codec {
  return {
    seal: async (place, value) => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const cipher = await crypto.subtle.encrypt(paramsOf(place, iv), await key(), pack(value))
      const sealed = new Uint8Array(HEAD_BYTES + cipher.byteLength)
      sealed[0] = VERSION
      sealed.set(iv, 1)
      sealed.set(new Uint8Array(cipher), HEAD_BYTES)
      return sealed
    },
    open: async (place, sealed) => {
      if (!isSealed(sealed) || (sealed[0] !== VERSION && sealed[0] !== KIOSK_ROW_VERSION))
        throw new RowBrokenError(place)
      const opener = await key()
      try {
        // Written while the vault was locked, with a kiosk key.
        if (sealed[0] === KIOSK_ROW_VERSION) return await openKioskRow(place, sealed, opener)
        const params = paramsOf(place, sealed.subarray(1, HEAD_BYTES))
        return unpack(
          new Uint8Array(await crypto.subtle.decrypt(params, opener, sealed.subarray(HEAD_BYTES))),
        )
      } catch (error) {
        throw new RowBrokenError(place, error)
      }
    },
  }
}

/** True for values from a codec; the first builds stored rows unsealed. */
export function isSealed(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array
}

const paramsOf = ({ database, table, id }: RowAddress, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${database}/${table}/${id}`),
})
