import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * What the pages may load: our own scripts (and wasm, which shapes the letters of paper); inline styles, because
 * Mantine writes them and an offline shell has no nonce (docs/screens.md#stack). Reports are shown as pictures and
 * `blob:` frames, viewers of AI companies in their own frames.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  // Banners of queue screens may be films.
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  'frame-src blob: https:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  // Link addresses contain secrets (docs/screens.md#the-shell): no other site may see the referring address.
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), payment=(), microphone=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const YEAR_SECONDS = 31_536_000

/** Sets the headers of every answer; a route that serves something else (files, the docs page) overrides them. */
export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...HEADERS, 'x-request-id': request.id })
    if (request.protocol === 'https' && !isLoopback(request))
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
  })
}

/** Returns true if browsers trust the origin without HTTPS: the same machine. */
export function isLoopback({ hostname }: Pick<FastifyRequest, 'hostname'>): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname) || hostname.endsWith('.localhost')
}
