/** Bytes are converted in pieces of this size, because a call accepts a limited number of arguments. */
const PIECE = 8_192

/** Bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    letters += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(letters)
}

/** The bytes of base64 text; throws if it is invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** Bytes as base64url text without padding, as WebAuthn writes them. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** The bytes of base64url text; throws if it is invalid. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
