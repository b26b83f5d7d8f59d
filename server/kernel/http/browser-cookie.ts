import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from './security-headers.ts'

export interface BrowserCookie {
  name: string
  value: string
  /** Sent to addresses below it only. */
  path: string
}

/**
 * Gives the browser a cookie that no script reads and that no other site makes it send. No end is named: the browser
 * drops it when it is closed.
 */
export function giveCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path }: BrowserCookie,
): void {
  reply.header('set-cookie', `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure(request)}`)
}

/** Takes a cookie back from the browser. */
export function takeCookieBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path }: Pick<BrowserCookie, 'name' | 'path'>,
): void {
  reply.header('set-cookie', `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict${secure(request)}`)
}

// Where the server speaks plain http to this machine alone, a browser may refuse to keep a cookie that is marked so.
const secure = (request: FastifyRequest) =>
  request.protocol === 'https' && !isLoopback(request) ? '; Secure' : ''
