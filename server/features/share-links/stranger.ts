import type { FastifyReply, FastifyRequest } from 'fastify'
import { giveCookie } from '#server/kernel/http/browser-cookie.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'

/** A person with a link but without an account. */
export interface Stranger {
  kernel: Kernel
  address: string
  /** The browser's User-Agent. */
  userAgent: string
  /** The tokens of this browser's link sessions, by door. */
  tokens: ReadonlyMap<string, string>
  /** Sets the cookie with the token of a door, until the browser is closed. */
  keepToken: (door: string, token: string) => void
}

/** The cookie is sent to public calls only; their prefix is in contract/kernel/bases.ts. */
const PATH = '/api/public'
const COOKIE = /^link_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})=([\w-]{43})$/
/** The most tokens that are read from one browser; further ones are ignored. */
const TOKENS_MAX = 20

/** Returns the stranger of a request to a public page. */
export function strangerOf(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Stranger {
  const tokens = tokensIn(request.headers.cookie ?? '')
  return {
    kernel,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    tokens,
    keepToken: (door, token) => {
      tokens.set(door, token)
      giveCookie(request, reply, { name: `link_${door}`, value: token, path: PATH })
    },
  }
}

function tokensIn(cookies: string): Map<string, string> {
  const found = cookies.split(/;\s*/).flatMap((cookie) => {
    const [, door, token] = COOKIE.exec(cookie) ?? []
    return door !== undefined && token !== undefined ? [[door, token] as const] : []
  })
  return new Map(found.slice(0, TOKENS_MAX))
}
