import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GivenNumber } from '#contract/calls/sync.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { demandAccess, getCaller } from '../auth/get-caller.ts'
import { tell, tellingRefusals } from '../auth/tell.ts'
import type { Caller, Handler, HandlersFor, PublicContext } from '../context.ts'
import { openNumberBook } from '../number-series.ts'
import { giveNote } from '../sync/commands/act-notes.ts'
import { runCommand } from '../sync/commands/run-command.ts'
import { demandUpcasts } from '../sync/commands/upcast.ts'
import { contextOf, write } from '../sync/feed/write.ts'
import { findActingCaller } from './acting-client.ts'
import { basedRequest } from './base-of-request.ts'
import { mountCall } from './call-routes.ts'
import { type DemandsFor, demandBeforeInput, demandOf } from './demands.ts'
import type { Endpoint } from './kernel.ts'
import { originOf } from './origin-of.ts'
import { flatInput, invalid, parseInput } from './read-input.ts'

/**
 * Mounts every call of a group with its handler (ARCHITECTURE.md, "A call is declared once"). Input is checked on the way
 * in and the answer on the way out, so an undeclared field never leaves; session and right are checked first; each call
 * of a session is one transaction of its client.
 */
export function serveCalls<Calls extends Record<string, AnyCall>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: HandlersFor<Calls>,
  demands: DemandsFor<Calls> = {},
): void {
  for (const [name, call] of Object.entries(calls)) {
    demandUpcasts(call)
    const handler = handlers[name] as unknown as Handler<AnyCall>
    const endpoint: Endpoint = { call, handler, demand: demandOf<Calls>(demands, name) }
    app.kernel.endpoints.set(call.key, endpoint)
    if (call.access === 'public') mountPublic(app, endpoint)
    else mountForSession(app, endpoint)
  }
}

function mountPublic(app: FastifyInstance, { call, handler }: Endpoint): void {
  const { config, database, now } = app.kernel
  mountCall(app, call, {
    handler: async (request, reply) => {
      const ctx: PublicContext = {
        entry: database.entry,
        now: now(),
        address: request.ip,
        origin: originOf(config, request),
      }
      const answer = await handler(parseInput(call, flatInput(request)), ctx as never)
      return send(reply, call.output.parse(answer))
    },
  })
}

function mountForSession(app: FastifyInstance, endpoint: Endpoint): void {
  const { call } = endpoint
  mountCall(app, call, {
    // Before the body is read: requests without a session must not make the server parse megabytes.
    onRequest: async (request) => {
      request.caller = await getCaller(app.kernel, request)
      if (findCommandId(call, request) === undefined) demandAccess(call, request.caller)
    },
    handler: async (request, reply) => {
      const commandId = findCommandId(call, request)
      const caller = callerOf(request)
      if (commandId === undefined) return send(reply, await runPlain(app, endpoint, caller, request, reply))
      const input = flatInput(request)
      const { baseRev, otherHistory } = basedRequest(request.headers, input, app.kernel.epoch)
      const outcome = await runCommand(app.kernel, caller, endpoint, {
        id: commandId,
        // As sent: repeats are detected by it.
        input,
        base:
          baseRev === undefined ? undefined : { rev: baseRev, ...(otherHistory && { epoch: otherHistory }) },
        depends: [],
        deviceId: caller.deviceId,
      })
      if (outcome.replayed) reply.header('idempotency-replayed', 'true')
      if (outcome.rev !== null) reply.header('etag', `"${outcome.rev}"`)
      if (outcome.receipt)
        reply.header('x-signed-receipt', Buffer.from(JSON.stringify(outcome.receipt)).toString('base64'))
      if (outcome.pos !== null) reply.header('x-feed-position', String(outcome.pos))
      return send(reply, outcome.response)
    },
  })
}

/** Returns the caller found by the route's onRequest. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal('signed_out')
  return request.caller
}

async function runPlain(
  app: FastifyInstance,
  endpoint: Endpoint,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { call, handler } = endpoint
  demandBeforeInput(endpoint, caller)
  const based = basedRequest(request.headers, flatInput(request), app.kernel.epoch)
  const { baseRev } = based
  const input = parseInput(call, based.input)
  const acting = await findActingCaller(app.kernel, call, caller, input)
  let numbers: readonly GivenNumber[] = []
  const { value, pos, acts } = await tellingRefusals(call, caller, () =>
    write(app.kernel, acting.clientId, async (work) => {
      numbers = openNumberBook(work.tx, NO_COMMAND).given
      const ctx = contextOf(app.kernel, acting, work, { baseRev, madeOffline: false })
      return call.output.parse(await handler(input, ctx))
    }),
  )
  if (call.method === 'POST' && acting.clientId === caller.clientId)
    giveNote(app.kernel, caller, reply, { call: call.key, acts, pos, numbers })
  return tell(call, caller, value)
}

/** A plain call has no earlier numbers, so nothing asks for its command. */
const NO_COMMAND = ''

/** Returns the command's id, if the outbox may hold the call and the sender asked for exactly once. */
function findCommandId(call: AnyCall, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (call.offline.kind !== 'queue' || key === undefined) return undefined
  const id = EntityId.safeParse(key)
  if (!id.success) throw invalid({ 'Idempotency-Key': 'must be an id' })
  return id.data
}

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  return reply.header('cache-control', 'no-store').send(answer)
}
