/** A data key wrapped with the secret of a passkey: anyone who has the disk may read all of this. */
export interface TouchWrap {
  keyId: string
  /** The input for the passkey; another salt gives another secret. */
  salt: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  wrapped: Uint8Array<ArrayBuffer>
}

const SALT_BYTES = 32
const IV_BYTES = 12

/** Returns a new salt for a passkey. */
export const newTouchSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SALT_BYTES))

/**
 * Wraps the bytes of a data key with `secret`: the 32 bytes that a passkey computes from `salt` (WebAuthn PRF). They
 * are random, so one HKDF step derives the key, whereas a password needs PBKDF2.
 */
export async function wrapByTouch(
  keyId: string,
  raw: Uint8Array<ArrayBuffer>,
  { secret, salt }: { secret: Uint8Array<ArrayBuffer>; salt: Uint8Array<ArrayBuffer> },
): Promise<TouchWrap> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await touchKey(secret, salt, 'encrypt')
  const cipher = await crypto.subtle.encrypt(sealParams(iv, keyId), key, raw)
  return { keyId, salt, iv, wrapped: new Uint8Array(cipher) }
}

/** Returns the bytes of the data key; undefined if the secret is wrong. */
export async function unwrapByTouch(
  { keyId, salt, iv, wrapped }: TouchWrap,
  secret: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const key = await touchKey(secret, salt, 'decrypt')
  try {
    return new Uint8Array(await crypto.subtle.decrypt(sealParams(iv, keyId), key, wrapped))
  } catch {
    return undefined
  }
}

const sealParams = (iv: Uint8Array<ArrayBuffer>, keyId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`readroom touch wrap ${keyId}`),
})

async function touchKey(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const derive = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('readroom touch') }
  return crypto.subtle.deriveKey(derive, base, { name: 'AES-GCM', length: 256 }, false, [usage])
}
