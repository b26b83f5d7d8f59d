import { toBase64 } from './base64.ts'

/**
 * What a device seals for the server (docs/sync.md#outbox): ECDH on P-256 between a fresh key and the server's public
 * key, HKDF-SHA-256, AES-256-GCM. Only the server can open it; a separate signature proves the sender. The bytes are:
 * version (1), ephemeral public key (65, raw), salt (16), iv (12), ciphertext with tag.
 */
const VERSION = 1
const PUBLIC_BYTES = 65
const SALT_BYTES = 16
const IV_BYTES = 12
const HEAD_BYTES = 1 + PUBLIC_BYTES + SALT_BYTES + IV_BYTES

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

type Bytes = Uint8Array<ArrayBuffer>

/** The envelope was made for another key or context, or it was altered. */
export class SealBrokenError extends Error {
  constructor(cause?: unknown) {
    super('The sealed content cannot be opened', { cause })
    this.name = 'SealBrokenError'
  }
}

/** Seals for one server key; the context names where the content belongs, and it cannot be opened in any other. */
export type Sealer = (content: Bytes, context: string) => Promise<Bytes>

/**
 * A sealer to the server's public key (raw, 65 bytes): one ephemeral key, salt and content key for its
 * lifetime, a fresh random nonce for each content (AES-GCM: safe for far more contents than a page ever seals).
 */
export async function createSealer(serverKey: Bytes): Promise<Sealer> {
  const theirs = await crypto.subtle.importKey('raw', serverKey, CURVE, false, [])
  const ours = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', ours.publicKey))
  const shared = await sharedSecret(ours.privateKey, theirs)
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const key = await contentKey(shared, salt, publicKey, 'encrypt')
  return async (content, context) => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const additionalData = new TextEncoder().encode(context)
    const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, content)
    const sealed = new Uint8Array(HEAD_BYTES + cipher.byteLength)
    sealed[0] = VERSION
    sealed.set(publicKey, 1)
    sealed.set(salt, 1 + PUBLIC_BYTES)
    sealed.set(iv, 1 + PUBLIC_BYTES + SALT_BYTES)
    sealed.set(new Uint8Array(cipher), HEAD_BYTES)
    return sealed
  }
}

/** The signed value for sealed bytes: their SHA-256, in base64. */
export async function hashOfSealed(sealed: Bytes): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', sealed)))
}

/** Opens an envelope with the server's private key (ECDH P-256, usage deriveBits). Throws SealBrokenError. */
export async function openSealed(privateKey: CryptoKey, sealed: Bytes, context: string): Promise<Bytes> {
  if (sealed.length <= HEAD_BYTES || sealed[0] !== VERSION) throw new SealBrokenError()
  const publicKey = sealed.slice(1, 1 + PUBLIC_BYTES)
  const salt = sealed.slice(1 + PUBLIC_BYTES, 1 + PUBLIC_BYTES + SALT_BYTES)
  const iv = sealed.slice(1 + PUBLIC_BYTES + SALT_BYTES, HEAD_BYTES)
  try {
    const theirs = await crypto.subtle.importKey('raw', publicKey, CURVE, false, [])
    const key = await contentKey(await sharedSecret(privateKey, theirs), salt, publicKey, 'decrypt')
    const additionalData = new TextEncoder().encode(context)
    const content = { name: 'AES-GCM', iv, additionalData }
    return new Uint8Array(await crypto.subtle.decrypt(content, key, sealed.slice(HEAD_BYTES)))
  } catch (error) {
    throw new SealBrokenError(error)
  }
}

async function sharedSecret(privateKey: CryptoKey, publicKey: CryptoKey): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  return crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
}

function contentKey(shared: CryptoKey, salt: Bytes, info: Bytes, usage: 'encrypt' | 'decrypt') {
  const derive = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return crypto.subtle.deriveKey(derive, shared, { name: 'AES-GCM', length: 256 }, false, [usage])
}
