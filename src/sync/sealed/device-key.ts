import { toBase64 } from '#contract/kernel/base64.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The key of a device for one user: it signs what is sent without a session. */
export interface DeviceKey {
  /** Never leaves the browser, not even to our own code; IndexedDB keeps it as it is. */
  signing: CryptoKey
  /** Raw public key (65 bytes) in base64, for the server. */
  publicKey: string
}

/** Makes the key that this device signs with: ECDSA on P-256. */
export async function makeDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const raw = await crypto.subtle.exportKey('raw', publicKey)
  return { signing: privateKey, publicKey: toBase64(new Uint8Array(raw)) }
}

/** Signs text in the name of the device; base64 of the raw signature (64 bytes). */
export async function signText(signing: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(SIGNATURE, signing, new TextEncoder().encode(text))
  return toBase64(new Uint8Array(signature))
}
