import { v7 as mintId } from 'uuid'

const KEY_BYTES = 32

/**
 * The data key of a user on a device, in memory: its bytes cannot be read, and it is used only through HKDF. It may be
 * passed to another page or worker of this origin.
 */
export interface DataKey {
  /** Identifies the key in the server's escrow and in its wraps. */
  id: string
  root: CryptoKey
}

/** Creates a data key with its bytes, which only wraps and escrow ever see. */
export function mintDataKey(): { id: string; raw: Uint8Array<ArrayBuffer> } {
  return { id: mintId(), raw: crypto.getRandomValues(new Uint8Array(KEY_BYTES)) }
}

/** Imports the bytes of a data key; the caller must forget them. */
export async function importDataKey(id: string, raw: Uint8Array<ArrayBuffer>): Promise<DataKey> {
  return { id, root: await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey']) }
}

/** The key that rows are sealed with. */
export const rowKey = (dataKey: DataKey): Promise<CryptoKey> => derived(dataKey, 'readroom rows')

/** The key that seals the private half of the device's signing key. */
export const signerWrapKey = (dataKey: DataKey): Promise<CryptoKey> => derived(dataKey, 'readroom signer')

function derived({ root }: DataKey, purpose: string): Promise<CryptoKey> {
  const info = new TextEncoder().encode(purpose)
  const derive = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(derive, root, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}
