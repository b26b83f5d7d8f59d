import type { FastifyInstance } from 'fastify'
import { repairCalls } from '#contract/calls/repair.ts'
import { getCaller } from '#server/kernel/auth/get-caller.ts'
import { tell } from '#server/kernel/auth/tell.ts'
import { mountCall } from '#server/kernel/http/call-routes.ts'
import { flatInput, parseInput } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import type { AnySyncSource } from '../source.ts'
import { checksums } from './checksums.ts'
import { records } from './records.ts'
import { revisions } from './revisions.ts'
import { SumCache } from './sum-cache.ts'

/** Mounts the three calls with which a device detects and repairs wrong copies. */
export function serveRepair(app: FastifyInstance, byType: ReadonlyMap<string, AnySyncSource>): void {
  const { kernel } = app
  const sums = new SumCache()
  const sources = [...byType.values()]
  const onRequest = async (request: Parameters<typeof getCaller>[1]) => {
    request.caller = await getCaller(kernel, request)
  }
  mountCall(app, repairCalls.checksums, {
    onRequest,
    handler: async (request, reply) => {
      parseInput(repairCalls.checksums, flatInput(request))
      reply.header('cache-control', 'no-store')
      const answer = await kernel.syncGate.run(() => checksums(kernel, sources, sums, callerOf(request)))
      return repairCalls.checksums.output.parse(answer)
    },
  })
  mountCall(app, repairCalls.revisions, {
    onRequest,
    handler: async (request, reply) => {
      const input = parseInput(repairCalls.revisions, flatInput(request))
      reply.header('cache-control', 'no-store')
      const answer = await kernel.syncGate.run(() => revisions(kernel, byType, callerOf(request), input))
      return repairCalls.revisions.output.parse(answer)
    },
  })
  mountCall(app, repairCalls.records, {
    onRequest,
    handler: async (request, reply) => {
      const input = parseInput(repairCalls.records, flatInput(request))
      reply.header('cache-control', 'no-store')
      const answer = await kernel.syncGate.run(() => records(kernel, byType, callerOf(request), input))
      return tell(repairCalls.records, callerOf(request), repairCalls.records.output.parse(answer))
    },
  })
}
