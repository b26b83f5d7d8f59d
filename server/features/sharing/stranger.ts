import type { FastifyReply, FastifyRequest } from 'fastify'
import { giveCookie } from '#server/kernel/http/browser-cookie.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'

/** Somebody with a link and nothing else. */
export interface Stranger {
  kernel: Kernel
  address: string
  /** How the browser names itself. */
  userAgent: string
  /** Tokens of this browser's link sessions, by door. */
  tokens: ReadonlyMap<string, string>
  /** Gives the browser the token of a door until it is closed. */
  keepToken: (door: string, token: string) => void
}

/** Sent to public calls only; their prefix stands in contract/kernel/bases.ts. */
const PATH = '/api/public'
const COOKIE = /^link_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})=([\w-]{43})$/
/** A browser that brings more is asked for none of the rest. */
const TOKENS_MAX = 20

/** Who asks, from a request of a public page. */
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
