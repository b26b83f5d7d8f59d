import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from './security-headers.ts'

export interface BrowserCookie {
  name: string
  value: string
  /** Sent only to addresses below it. */
  path: string
}

/**
 * Sets a cookie that no script can read and no other site can make the browser send. It has no expiry: the browser
 * drops it when it closes.
 */
export function giveCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path }: BrowserCookie,
): void {
  reply.header('set-cookie', `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure(request)}`)
}

/** Deletes a cookie from the browser. */
export function takeCookieBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path }: Pick<BrowserCookie, 'name' | 'path'>,
): void {
  reply.header('set-cookie', `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict${secure(request)}`)
}

// Over plain http on this machine, a browser may refuse a cookie that is marked Secure.
const secure = (request: FastifyRequest) =>
  request.protocol === 'https' && !isLoopback(request) ? '; Secure' : ''
