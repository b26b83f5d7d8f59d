import type { FastifyInstance } from 'fastify'
import { syncCalls } from '#contract/calls/sync.ts'
import { getCaller } from '../auth/get-caller.ts'
import { tell } from '../auth/tell.ts'
import { mountCall } from '../http/call-routes.ts'
import { flatInput, parseInput } from '../http/read-input.ts'
import { callerOf } from '../http/serve-calls.ts'
import { runCommands } from './commands/commands.ts'
import { readBatch } from './commands/read-batch.ts'
import { serveDelivery } from './delivery/serve-delivery.ts'
import { serveStream } from './feed/stream.ts'
import { pull } from './pull/pull.ts'
import { rightsMarkOf } from './pull/rights-mark.ts'
import { serveRepair } from './repair/serve-repair.ts'
import type { AnySyncSource } from './source.ts'

/** The oldest client whose commands and cursors this server understands. */
const MIN_CLIENT = '0.1.0'

/**
 * Mounts hello, commands, pull, repair and the stream. They are not served like other calls, because a batch is many
 * transactions and a pull batch is a snapshot.
 */
export function serveSync(
  app: FastifyInstance,
  sources: readonly AnySyncSource[],
  { heartbeatMs }: { heartbeatMs?: number } = {},
): void {
  const { kernel } = app
  const streams = serveStream(app, heartbeatMs)
  const byType = new Map(sources.map((source) => [source.type as string, source]))
  mountCall(app, syncCalls.hello, {
    handler: async (request, reply) => {
      parseInput(syncCalls.hello, flatInput(request))
      reply.header('cache-control', 'no-store')
      return {
        server_time: kernel.now().toISOString(),
        min_client: MIN_CLIENT,
        epoch: kernel.epoch,
        features: [],
        public_key: kernel.keys.publicKey,
      }
    },
  })
  mountCall(app, syncCalls.commands, {
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
    },
    handler: async (request, reply) => {
      const batch = readBatch(flatInput(request))
      reply.header('cache-control', 'no-store')
      return kernel.syncGate.run(() => runCommands(kernel, callerOf(request), batch, request.log))
    },
  })
  mountCall(app, syncCalls.pull, {
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
    },
    handler: async (request, reply) => {
      const input = parseInput(syncCalls.pull, flatInput(request))
      reply.header('cache-control', 'no-store')
      const caller = callerOf(request)
      const answer = await kernel.syncGate.run(() => pull(kernel, byType, caller, input))
      // A pull for fewer scopes says nothing about what else the person holds.
      if (input.scopes === undefined) streams.granted(caller.sessionId, answer.granted, rightsMarkOf(caller))
      return tell(syncCalls.pull, caller, syncCalls.pull.output.parse(answer))
    },
  })
  serveDelivery(app)
  serveRepair(app, byType)
}
