import type { TouchProof } from '#contract/calls/signatures.ts'
import { fromBase64, fromBase64Url, toBase64Url } from '#contract/kernel/base64.ts'

/** User present and user verified (by finger, face or PIN). */
const PRESENT_AND_VERIFIED = 0x05
const FLAGS_AT = 32
const COORDINATE_BYTES = 32

/**
 * Returns whether a touch is valid, calculated in this browser: its text names the signed hash, and the
 * passkey signed exactly that text with its holder verified. Rejects if this browser cannot check such keys.
 */
export async function doesTouchHold(proof: TouchProof, hash: string): Promise<boolean> {
  const lines = proof.signed_text.split('\n')
  if (lines[0] !== 'readroom-touch-1' || !lines.includes(`act ${proof.act}`)) return false
  if (!lines.some((line) => line.startsWith('report ') && line.endsWith(` ${hash}`))) return false
  const [authenticator, client] = [fromBase64Url(proof.authenticator_data), fromBase64Url(proof.client_data)]
  const { challenge, type } = JSON.parse(new TextDecoder().decode(client)) as Record<string, unknown>
  const asked = toBase64Url(await sha256(new TextEncoder().encode(proof.signed_text)))
  const flags = authenticator[FLAGS_AT] ?? 0
  if (type !== 'webauthn.get' || challenge !== asked) return false
  if ((flags & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED) return false
  const clientHash = await sha256(client)
  const signed = new Uint8Array(authenticator.length + clientHash.length)
  signed.set(authenticator)
  signed.set(clientHash, authenticator.length)
  return verify(proof, signed)
}

async function verify(
  { passkey: { algorithm, public_key_pem }, signature }: TouchProof,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const spki = fromBase64(public_key_pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  const given = fromBase64Url(signature)
  if (algorithm === 'RS256') {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('spki', spki, rsa, false, ['verify'])
    return crypto.subtle.verify(rsa, key, given, signed)
  }
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('spki', spki, curve, false, ['verify'])
  const raw = rawSignature(given)
  return raw !== undefined && crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, signed)
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Returns the two numbers of a DER signature concatenated, as browsers expect; undefined if it is not one. */
function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const [first, second, third] = integersOf(der)
  if (!first || !second || third) return undefined
  const raw = new Uint8Array(2 * COORDINATE_BYTES)
  raw.set(first, COORDINATE_BYTES - first.length)
  raw.set(second, 2 * COORDINATE_BYTES - second.length)
  return raw
}

/** Reads SEQUENCE { INTEGER r, INTEGER s } and returns each integer without leading zeros. */
function integersOf(der: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return found
  for (let at = 2; at + 2 <= der.length; ) {
    const length = der[at + 1] ?? 0
    const begins = der.subarray(at + 2, at + 2 + length).findIndex((byte) => byte !== 0)
    const number = der.subarray(at + 2 + Math.max(begins, 0), at + 2 + length)
    if (der[at] !== 0x02 || at + 2 + length > der.length || number.length > COORDINATE_BYTES) return []
    found.push(number)
    at += 2 + length
  }
  return found
}
