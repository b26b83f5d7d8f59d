import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { answerErrors } from './answer-errors.ts'
import { logCalls } from './log.ts'

/** A Fastify server with the house's manners: errors, log, limits; no call is mounted yet. */
export function serveHttp(options: {
  config: Config
  logger: FastifyServerOptions['logger']
}): FastifyInstance {
  const app = fastify({
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    // Its lines name addresses, and some addresses carry secrets; logCalls writes one line a call instead.
    disableRequestLogging: true,
    trustProxy: options.config.trustProxy,
    exposeHeadRoutes: false,
    genReqId: () => uuidv7(),
    // A malformed id of any length is named as such (400) instead of missing its route (404).
    routerOptions: { maxParamLength: 1000 },
  })
  app.decorateRequest('caller', null)
  acceptJson(app)
  answerErrors(app)
  logCalls(app)
  return app
}

// An empty body is an empty input; Fastify's own parser refuses it.
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
