import type { FastifyInstance, RouteOptions } from 'fastify'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { BodyCounts } from './count-body.ts'

const MEGABYTE = 1_048_576
/** Largest body of a call. A report's three texts may have half a million characters each; a batch holds many calls. */
const BODY_LIMIT = 2 * MEGABYTE
const LARGE_BODY_LIMITS: Readonly<Record<string, number>> = {
  saveReport: 8 * MEGABYTE,
  'sync/commands': 8 * MEGABYTE,
  'sync/deliver': 8 * MEGABYTE,
}

/** Entries of a batch (contract: sync/commands, sync/deliver). A sealed command has about twenty values. */
const BATCH_MAX = 50
const COUNTS: Readonly<Record<string, BodyCounts>> = {
  'sync/commands': { list: { name: 'commands', max: BATCH_MAX } },
  'sync/deliver': { list: { name: 'items', max: BATCH_MAX }, values: 10_000 },
}

/** Returns the addresses of a call: one, or one on each base. */
export function routesOf(call: AnyCall): { base: Base; url: string }[] {
  const bases: readonly Base[] = call.base === 'both' ? ['api', 'php'] : [call.base]
  return bases.map((base) => ({ base, url: BASES[base].prefix + call.path.replace(/\{(\w+)\}/g, ':$1') }))
}

/** Mounts a call under its addresses; its errors and logs refer to it by its key. */
export function mountCall(
  app: FastifyInstance,
  call: AnyCall,
  route: Pick<RouteOptions, 'onRequest' | 'handler'>,
): void {
  for (const { base, url } of routesOf(call))
    app.route({
      ...route,
      method: call.method,
      url,
      bodyLimit: LARGE_BODY_LIMITS[call.key] ?? BODY_LIMIT,
      config: { call, base, ...(COUNTS[call.key] ? { counts: COUNTS[call.key] } : {}) },
    })
}
