import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The logged form of an error. Never contains text that may repeat what somebody sent or what a record holds. */
export interface LoggedError {
  type: string
  message?: string
  code?: string
  table?: string
  constraint?: string
  /** Where a schema check failed: paths and kinds, no values. */
  issues?: string[]
  at?: string
}

type AnyError = Error & {
  code?: unknown
  table?: string
  constraint?: string
  severity?: string
  issues?: readonly { path: readonly PropertyKey[]; code: string }[]
}

/**
 * Returns an error without patient data: PostgreSQL's messages quote values, JSON's quote the text, a schema's may
 * quote both. The rest (code, table, constraint, paths, stack frames) is enough to find the place.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, table, constraint, severity, issues } = error as AnyError
  const quotesValues = severity !== undefined || issues !== undefined || error instanceof SyntaxError
  return {
    type: error.name,
    ...(quotesValues ? {} : { message: error.message }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(table === undefined ? {} : { table }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(issues ? { issues: issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`) } : {}),
    at: framesOf(error),
  }
}

// The first lines of a stack repeat the message; only the frames are kept.
function framesOf(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return frames.slice(0, 8).join('\n')
}

/** Logs one line per call: which, who, how it ended, how long it took. No path, query or body: they name people. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const call = nameOf(request)
    if (call === undefined) return
    const line = { call, ...whoOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    request.log.info(line, 'call')
  })
}

/** Returns the name of a request in the log: the call's key, or the name of the route. */
export function nameOf(request: FastifyRequest): string | undefined {
  const { call, name } = request.routeOptions.config
  return call?.key ?? name
}

function whoOf(request: FastifyRequest): { client?: string; user?: string } {
  const caller = request.caller
  return caller ? { client: caller.clientId, user: caller.userId } : {}
}
