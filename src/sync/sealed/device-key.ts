import { toBase64 } from '#contract/kernel/base64.ts'

/** The key pair of one user on one device: what it signs was kept here, whoever carries it to the server. */
export interface DeviceKey {
  /** Nothing reads its bytes out of it; it lies in the clear part of `work`, so that it signs while the vault is locked. */
  signing: CryptoKey
  /** Raw (65 bytes) in base64, as device/register wants it. */
  publicKey: string
}

/** A new device key (ECDSA P-256). */
export async function makeDeviceKey(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { signing: pair.privateKey, publicKey: toBase64(publicKey) }
}
