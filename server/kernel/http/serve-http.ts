import { createServer } from 'node:https'
import fastify, {
  type FastifyInstance,
  type FastifyServerFactory,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { answerErrors, answerUnroutable } from './answer-errors.ts'
import { compressAnswers } from './compress-answers.ts'
import { countBodies } from './count-body.ts'
import { logCalls } from './log.ts'
import { setSecurityHeaders } from './security-headers.ts'

/** Certificate and key (PEM); if given, the server speaks HTTPS. */
export interface TlsCredentials {
  cert: string | Buffer
  key: string | Buffer
}

export interface HttpOptions {
  config: Pick<Config, 'trustProxy'>
  /** Fastify's logger; absent means no log. */
  logger?: FastifyServerOptions['logger']
  tls?: TlsCredentials | undefined
}

/** Maximum time for a request to arrive: five megabytes over a poor mobile link. */
const REQUEST_TIMEOUT_MS = 300_000
/** Clients with hundreds of branches have long cursors, which travel in the URL. */
const MAX_HEADER_BYTES = 32 * 1024

/** Creates a Fastify server with our error handling, log and limits; no call is mounted yet. */
export function serveHttp({ config, logger = false, tls }: HttpOptions): FastifyInstance {
  const common = {
    logger,
    // Fastify's lines contain URLs, and some URLs contain secrets; logCalls writes one line per call instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === 'number' ? hopsOf(config.trustProxy) : config.trustProxy,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: answerUnroutable,
    genReqId: () => uuidv7(),
    // A malformed id of any length gets a 400 that names it, instead of a 404 for a missing route.
    routerOptions: { maxParamLength: 1000 },
  }
  const app: FastifyInstance = fastify({
    ...common,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    ...(tls ? { serverFactory: secureServer(tls) } : {}),
  })
  app.decorateRequest('caller', null)
  countBodies(app)
  acceptJson(app)
  setSecurityHeaders(app)
  answerErrors(app)
  logCalls(app)
  compressAnswers(app)
  return app
}

const secureServer =
  (tls: TlsCredentials): FastifyServerFactory =>
  (handler) =>
    createServer({ ...tls, maxHeaderSize: MAX_HEADER_BYTES }, handler)

// Trusts the proxies nearest to us, counted from the socket.
const hopsOf = (proxies: number) => (_address: string, hop: number) => hop < proxies

// An empty body is an empty input; Fastify's own parser would refuse it.
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
