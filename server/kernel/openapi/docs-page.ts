import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { openApiDocument } from './document.ts'

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g

const policyOf = (html: string) => {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Only this page runs an inline script (the library's own); its hash is allowed here and nowhere else. */
async function allowOwnScripts(_request: unknown, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html'))
    reply.header('content-security-policy', policyOf(payload))
  return payload
}

/**
 * Serves the OpenAPI document and a page to read it at `/api/docs`, generated from the schemas that check the calls.
 * `demand` throws if the caller may not read them.
 */
export async function serveDocs(
  app: FastifyInstance,
  calls: Iterable<AnyCall>,
  version: string,
  demand: (request: FastifyRequest) => Promise<unknown> = async () => {},
): Promise<void> {
  // Generated at the first request: it takes a third of a second, which every start would wait for.
  let made: ReturnType<typeof openApiDocument> | undefined
  const content = () => {
    made ??= openApiDocument(calls, version)
    return made
  }
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      await demand(request)
    })
    scope.addHook('onSend', allowOwnScripts)
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        content,
        agent: { disabled: true },
        mcp: { disabled: true },
        darkMode: true,
        hideClientButton: true,
        withDefaultFonts: false,
        telemetry: false,
      },
    })
  })
}
