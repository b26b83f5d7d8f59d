import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text that fits a URL. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret, a code or a captcha's answer: its SHA-256. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}
