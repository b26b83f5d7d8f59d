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

/** Certificate and key (PEM): the server then speaks HTTPS. */
export interface TlsCredentials {
  cert: string | Buffer
  key: string | Buffer
}

export interface HttpOptions {
  config: Pick<Config, 'trustProxy'>
  /** Fastify's; absent means no log. */
  logger?: FastifyServerOptions['logger']
  tls?: TlsCredentials | undefined
}

/** A body may take this long to arrive: five megabytes over a poor mobile link, but not for ever. */
const REQUEST_TIMEOUT_MS = 300_000
/** Cursors of clients with hundreds of branches travel in the address. */
const MAX_HEADER_BYTES = 32 * 1024

/** A Fastify server with the house's manners: errors, log, limits; no call is mounted yet. */
export function serveHttp({ config, logger = false, tls }: HttpOptions): FastifyInstance {
  const common = {
    logger,
    // Its lines name addresses, and some addresses carry secrets; logCalls writes one line a call instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === 'number' ? hopsOf(config.trustProxy) : config.trustProxy,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: answerUnroutable,
    genReqId: () => uuidv7(),
    // A malformed id of any length is named as such (400) instead of missing its route (404).
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

// The proxies nearest to us, counted from the socket on.
const hopsOf = (proxies: number) => (_address: string, hop: number) => hop < proxies

// An empty body is an empty input; Fastify's own parser refuses it.
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}
