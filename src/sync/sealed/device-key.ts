import { toBase64 } from '#contract/kernel/base64.ts'
import { type DataKey, signerWrapKey } from '#src/db/sealing/data-key.ts'
import type { SignerRow } from '#src/db/work-database.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
const IV_BYTES = 12

/**
 * Creates the signing key of this device (ECDSA P-256). Its private half leaves this function only sealed with the data
 * key: nothing on the disk can sign (docs/decisions/249).
 */
export async function makeDeviceKey(dataKey: DataKey): Promise<SignerRow> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const raw = toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const cipher = await crypto.subtle.encrypt(wrapParams(iv, raw), await signerWrapKey(dataKey), pkcs8)
  pkcs8.fill(0)
  const wrapped = new Uint8Array(IV_BYTES + cipher.byteLength)
  wrapped.set(iv)
  wrapped.set(new Uint8Array(cipher), IV_BYTES)
  return { id: 'signer', publicKey: raw, wrapped, isRegistered: false }
}

/** Opens the private half into memory, where nothing reads its bytes. Throws if the data key does not match. */
export async function openDeviceKey(dataKey: DataKey, { publicKey, wrapped }: SignerRow): Promise<CryptoKey> {
  const params = wrapParams(wrapped.slice(0, IV_BYTES), publicKey)
  const pkcs8 = new Uint8Array(
    await crypto.subtle.decrypt(params, await signerWrapKey(dataKey), wrapped.subarray(IV_BYTES)),
  )
  const signing = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign'])
  pkcs8.fill(0)
  return signing
}

/** A key pair for one page's memory; its private half cannot be read. */
export async function makePassingKey(): Promise<{ signing: CryptoKey; publicKey: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const raw = await crypto.subtle.exportKey('raw', publicKey)
  return { signing: privateKey, publicKey: toBase64(new Uint8Array(raw)) }
}

/** Signs text as this device; returns base64 of the raw signature (64 bytes). */
export async function signText(signing: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(SIGNATURE, signing, new TextEncoder().encode(text))
  return toBase64(new Uint8Array(signature))
}

const wrapParams = (iv: Uint8Array<ArrayBuffer>, publicKey: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`readroom signer ${publicKey}`),
})
