import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deliveryCalls, type SealedAnswer, type SealedCommand } from '#contract/calls/delivery.ts'
import { restoreCalls } from '#contract/calls/restores.ts'
import { getCaller } from '#server/kernel/auth/get-caller.ts'
import { timeZoneOf } from '#server/kernel/auth/time-zone.ts'
import { mountCall } from '#server/kernel/http/call-routes.ts'
import { flatInput, parseInput } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { type Batch, readSealedBatch } from '../commands/read-batch.ts'
import { voidCommands } from '../commands/void-commands.ts'
import { compareCommands } from './compare.ts'
import { deliver } from './deliver.ts'
import { discardHeld, listHeld, releaseHeld } from './held-commands.ts'
import { LargeDeliveries } from './large-deliveries.ts'

/** Mounts sealed delivery, held commands, and taking back: as in a batch of commands, each is many transactions. */
export function serveDelivery(app: FastifyInstance): void {
  const { kernel } = app
  const large = new LargeDeliveries(kernel.now)
  const signed = new WeakSet<FastifyRequest>()
  mountCall(app, deliveryCalls.deliver, {
    onRequest: async (request, reply) => {
      const length = request.headers['content-length']
      const delivery = large.admit(request.ip, length === undefined ? undefined : Number(length))
      // A broken-off body or an error of ours says nothing about the sender.
      reply.raw.once('close', () => {
        const isJudged = request.raw.readableEnded && reply.statusCode < 500
        delivery?.close(isJudged && !signed.has(request))
      })
    },
    handler: async (request, reply) => {
      const batch = readSealedBatch(flatInput(request))
      const origin = { address: request.ip, timeZone: timeZoneOf(request.headers) }
      reply.header('cache-control', 'no-store')
      const answer = await kernel.syncGate.run(() => deliver(kernel, batch, origin, request.log))
      if (isAnySigned(batch, answer.answers)) signed.add(request)
      return deliveryCalls.deliver.output.parse(answer)
    },
  })
  const onRequest = async (request: FastifyRequest) => {
    request.caller = await getCaller(kernel, request)
  }
  mountCall(app, deliveryCalls.held, {
    onRequest,
    handler: async (request, reply) => {
      parseInput(deliveryCalls.held, flatInput(request))
      reply.header('cache-control', 'no-store')
      return { result: await listHeld(kernel, callerOf(request)) }
    },
  })
  mountCall(app, deliveryCalls.release, {
    onRequest,
    handler: async (request, reply) => {
      const { ids } = parseInput(deliveryCalls.release, flatInput(request))
      reply.header('cache-control', 'no-store')
      const release = () => releaseHeld(kernel, callerOf(request), ids, request.log)
      return { answers: await kernel.syncGate.run(release) }
    },
  })
  mountCall(app, deliveryCalls.discard, {
    onRequest,
    handler: async (request) => {
      const { ids } = parseInput(deliveryCalls.discard, flatInput(request))
      await discardHeld(kernel, callerOf(request), ids)
      return { message: 'Given up.' }
    },
  })
  mountCall(app, restoreCalls.compare, {
    onRequest,
    handler: async (request, reply) => {
      const input = parseInput(restoreCalls.compare, flatInput(request))
      reply.header('cache-control', 'no-store')
      return kernel.syncGate.run(() => compareCommands(kernel, callerOf(request), input))
    },
  })
  mountCall(app, deliveryCalls.void, {
    onRequest,
    handler: async (request, reply) => {
      const { ids } = parseInput(deliveryCalls.void, flatInput(request))
      reply.header('cache-control', 'no-store')
      return kernel.syncGate.run(() => voidCommands(kernel, callerOf(request), ids))
    },
  })
}

// Unreadable entries were answered before their signature was checked.
function isAnySigned({ entries }: Batch<SealedCommand>, answers: readonly SealedAnswer[]): boolean {
  const read = new Set(entries.map(({ id }) => id))
  return answers.some(({ id, code }) => read.has(id) && code !== 'bad_signature')
}
