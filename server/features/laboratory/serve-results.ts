import type { FastifyInstance } from 'fastify'
import { LAB_INBOUND_PATH, LAB_REPORT_MAX } from '#contract/calls/laboratory.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { flatInput } from '#server/kernel/http/read-input.ts'
import { clientOfRequest } from '../inbound/basic-auth.ts'
import { takeLabBody } from './public/take-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client of the visit, set on the route of laboratories only. */
    labClientId?: string
  }
}

/** Allows for the field names around the longest result. */
const BODY_MAX = LAB_REPORT_MAX + 10_000

/** Mounts the route for laboratory results, protected by the client's basic auth (docs/visits.md#laboratory). */
export function serveLabResults(app: FastifyInstance): void {
  app.post(BASES.api.prefix + LAB_INBOUND_PATH, {
    config: { base: 'api', name: LAB_INBOUND_PATH },
    bodyLimit: BODY_MAX,
    // Runs before the body is read, so that unauthenticated callers cannot make the server receive megabytes.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.labClientId = await clientOfRequest(app.kernel, request).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'sign_in_failed')
          reply.header('www-authenticate', 'Basic realm="Laboratory results", charset="UTF-8"')
        throw error
      })
    },
    handler: async ({ labClientId, body }) => {
      if (labClientId === undefined) throw new Refusal('sign_in_failed')
      await takeLabBody(app.kernel, labClientId, flatInput({ params: {}, query: {}, body }))
      return { message: 'Saved successfully' }
    },
  })
}
