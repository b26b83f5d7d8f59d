import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BASES } from '#contract/kernel/bases.ts'

/** What a token looks like. */
export const TOKEN = /^[\w-]{43}$/

/** A new session token: 32 random bytes as base64url. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored and looked up of a token: its SHA-256. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}

/**
 * The token of a request by either base's header, or undefined where there is none that could be one
 * (docs/decisions/001). A token never travels in a URL.
 */
export function findToken(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(headers[BASES.api.headers.token] ?? '')?.[1]
  const token = bearer ?? headers[BASES.php.headers.token]
  return typeof token === 'string' && TOKEN.test(token) ? token : undefined
}
