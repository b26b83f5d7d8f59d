import { v7 as mintId } from 'uuid'

const KEY_BYTES = 32

/**
 * The data key of a user on a device as it lives in memory: nothing reads its bytes out of it, and it is used through
 * HKDF only. It may be handed to another page or worker of this origin.
 */
export interface DataKey {
  /** Names the key at the server's escrow and in its wraps. */
  id: string
  root: CryptoKey
}

/** A new data key with its bytes, which only wraps and escrow ever see. */
export function mintDataKey(): { id: string; raw: Uint8Array<ArrayBuffer> } {
  return { id: mintId(), raw: crypto.getRandomValues(new Uint8Array(KEY_BYTES)) }
}

/** Takes the bytes of a data key into memory; the caller forgets them. */
export async function importDataKey(id: string, raw: Uint8Array<ArrayBuffer>): Promise<DataKey> {
  return { id, root: await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey']) }
}

/** The key that rows are sealed with. */
export const rowKey = (dataKey: DataKey): Promise<CryptoKey> => derived(dataKey, 'readroom rows')

/** The key that the private half of the device's signing key is sealed with. */
export const signerWrapKey = (dataKey: DataKey): Promise<CryptoKey> => derived(dataKey, 'readroom signer')

function derived({ root }: DataKey, purpose: string): Promise<CryptoKey> {
  const info = new TextEncoder().encode(purpose)
  const derive = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(derive, root, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}
