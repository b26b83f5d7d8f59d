import type { Codec, RowAddress } from '../codec.ts'
import { pack, unpack } from './pack.ts'

/**
 * A key for one task that continues while the vault is locked (docs/sync.md#consent-without-a-staff-session). It is in
 * memory only, and every row that it seals contains it, wrapped with the vault's own key: the vault opens those rows
 * like any other.
 */
export interface KioskKey {
  key: CryptoKey
  wrapped: Uint8Array<ArrayBuffer>
}

/** The first byte of a row sealed with a kiosk key. */
export const KIOSK_ROW_VERSION = 2
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES
const HEAD_BYTES = 1 + WRAPPED_BYTES + IV_BYTES
// Part of the stored rows: must never change.
const WRAP_NAME = new TextEncoder().encode('readroom lent key')

/** Creates a key and wraps it; its bytes cannot be read after that. */
export async function mintKioskKey(vaultKey: CryptoKey): Promise<KioskKey> {
  const raw = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const cipher = await crypto.subtle.encrypt(wrapParams(iv), vaultKey, raw)
  const wrapped = new Uint8Array(WRAPPED_BYTES)
  wrapped.set(iv)
  wrapped.set(new Uint8Array(cipher), IV_BYTES)
  const key = await asKey(raw)
  raw.fill(0)
  return { key, wrapped }
}

/** Seals and opens rows with only a kiosk key; cannot open a row that the vault itself sealed. */
export function kioskCodec({ key, wrapped }: KioskKey): Codec {
  return {
    seal: async (place, value) => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const cipher = await crypto.subtle.encrypt(rowParams(place, iv), key, pack(value))
      const sealed = new Uint8Array(HEAD_BYTES + cipher.byteLength)
      sealed[0] = KIOSK_ROW_VERSION
      sealed.set(wrapped, 1)
      sealed.set(iv, 1 + WRAPPED_BYTES)
      sealed.set(new Uint8Array(cipher), HEAD_BYTES)
      return sealed
    },
    open: (place, sealed) => openWith(key, place, sealed as Uint8Array<ArrayBuffer>),
  }
}

/** Opens a row sealed with a kiosk key, using the vault's key. */
export async function openKioskRow(
  place: RowAddress,
  sealed: Uint8Array<ArrayBuffer>,
  vaultKey: CryptoKey,
): Promise<unknown> {
  const wrapped = sealed.subarray(1, 1 + WRAPPED_BYTES)
  const raw = await crypto.subtle.decrypt(
    wrapParams(wrapped.subarray(0, IV_BYTES)),
    vaultKey,
    wrapped.subarray(IV_BYTES),
  )
  return openWith(await asKey(new Uint8Array(raw)), place, sealed)
}

async function openWith(
  key: CryptoKey,
  place: RowAddress,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  if (sealed[0] !== KIOSK_ROW_VERSION) throw new Error('This row was not sealed by a kiosk key')
  const iv = sealed.subarray(1 + WRAPPED_BYTES, HEAD_BYTES)
  const packed = await crypto.subtle.decrypt(rowParams(place, iv), key, sealed.subarray(HEAD_BYTES))
  return unpack(new Uint8Array(packed))
}

const asKey = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

const wrapParams = (iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv, additionalData: WRAP_NAME })

const rowParams = ({ database, table, id }: RowAddress, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${database}/${table}/${id}`),
})
