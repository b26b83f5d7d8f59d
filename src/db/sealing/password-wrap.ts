/** A data key wrapped with a password: anyone who has the disk may read all of this. */
export interface PasswordWrap {
  keyId: string
  salt: Uint8Array<ArrayBuffer>
  iterations: number
  iv: Uint8Array<ArrayBuffer>
  wrapped: Uint8Array<ArrayBuffer>
}

const ITERATIONS = 600_000
const SALT_BYTES = 16
const IV_BYTES = 12

/** Wraps the bytes of a data key with PBKDF2 of the password (docs/sync.md#encryption-and-unlock). */
export async function wrapByPassword(
  keyId: string,
  raw: Uint8Array<ArrayBuffer>,
  password: string,
): Promise<PasswordWrap> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await passwordKey(password, salt, ITERATIONS, 'encrypt')
  const cipher = await crypto.subtle.encrypt(sealParams(iv, keyId), key, raw)
  return { keyId, salt, iterations: ITERATIONS, iv, wrapped: new Uint8Array(cipher) }
}

/** Returns the bytes of the data key; undefined if the password is wrong. */
export async function unwrapByPassword(
  { keyId, salt, iterations, iv, wrapped }: PasswordWrap,
  password: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const key = await passwordKey(password, salt, iterations, 'decrypt')
  try {
    return new Uint8Array(await crypto.subtle.decrypt(sealParams(iv, keyId), key, wrapped))
  } catch {
    return undefined
  }
}

const sealParams = (iv: Uint8Array<ArrayBuffer>, keyId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`readroom wrap ${keyId}`),
})

async function passwordKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const derive = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(derive, base, { name: 'AES-GCM', length: 256 }, false, [usage])
}
