import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits as URL-safe text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored form of a secret, a code or a captcha answer: its SHA-256. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}
