import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BASES } from '#contract/kernel/bases.ts'

/** The format of a token. */
export const TOKEN = /^[\w-]{43}$/

/** Returns a new session token: 32 random bytes as base64url. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored and looked-up form of a token: its SHA-256. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}

/**
 * Returns the token of a request from either base's header, or undefined if none is well-formed (docs/decisions/001). A
 * token never travels in a URL.
 */
export function findToken(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(headers[BASES.api.headers.token] ?? '')?.[1]
  const token = bearer ?? headers[BASES.php.headers.token]
  return typeof token === 'string' && TOKEN.test(token) ? token : undefined
}
