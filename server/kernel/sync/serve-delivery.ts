import type { FastifyInstance } from 'fastify'
import { deliveryCalls } from '#contract/calls/delivery.ts'
import { getCaller } from '../auth/get-caller.ts'
import { timeZoneOf } from '../auth/time-zone.ts'
import { mountCall } from '../http/call-routes.ts'
import { flatInput, parseInput } from '../http/read-input.ts'
import { callerOf } from '../http/serve-calls.ts'
import { deliver } from './deliver.ts'
import { readSealedBatch } from './read-batch.ts'
import { voidCommands } from './void-commands.ts'

/** Mounts sealed delivery and taking back: like a batch of commands, each is many transactions. */
export function serveDelivery(app: FastifyInstance): void {
  const { kernel } = app
  mountCall(app, deliveryCalls.deliver, {
    handler: async (request, reply) => {
      const batch = readSealedBatch(flatInput(request))
      const origin = { address: request.ip, timeZone: timeZoneOf(request.headers) }
      reply.header('cache-control', 'no-store')
      const answer = await kernel.syncGate.run(() => deliver(kernel, batch, origin, request.log))
      return deliveryCalls.deliver.output.parse(answer)
    },
  })
  mountCall(app, deliveryCalls.void, {
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
    },
    handler: async (request, reply) => {
      const { ids } = parseInput(deliveryCalls.void, flatInput(request))
      reply.header('cache-control', 'no-store')
      return kernel.syncGate.run(() => voidCommands(kernel, callerOf(request), ids))
    },
  })
}
