import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOTED_ACTS_MAX, type NotedAct } from '#contract/calls/act-note.ts'
import type { AnyCall, OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { demandAccess, getCaller } from '../auth/get-caller.ts'
import { tell, tellingRefusals } from '../auth/tell.ts'
import type { Caller, Context } from '../context.ts'
import { giveNote } from '../sync/commands/act-notes.ts'
import { contextOf, write } from '../sync/feed/write.ts'
import { findActingCaller } from './acting-client.ts'
import { basedRequest } from './base-of-request.ts'
import { mountCall } from './call-routes.ts'
import { type DemandsFor, demandBeforeInput, demandOf } from './demands.ts'
import type { Kernel } from './kernel.ts'
import { originOf } from './origin-of.ts'
import { flatInput, parseInput } from './read-input.ts'
import { callerOf } from './serve-calls.ts'

/** Context of a call that contacts an outside system while the person waits. */
export interface LiveContext {
  caller: Caller
  /** The person's address, as reported by trusted proxies. */
  address: string
  /** The address that the person's browser opened: protocol, host and port. */
  origin: string
  /** The revision that the caller's change was based on, if If-Match has one. */
  baseRev: number | undefined
  /** Aborts when the person no longer waits. */
  signal: AbortSignal
  /** One transaction of the client. End it before contacting the outside, so that no connection waits for it. */
  tenant: <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
}

export type LiveHandlersFor<Calls extends Record<string, AnyCall>> = {
  [K in keyof Calls]: (input: ParsedInputOf<Calls[K]>, live: LiveContext) => Promise<OutputOf<Calls[K]>>
}

type LiveHandler = (input: unknown, live: LiveContext) => Promise<unknown>

/**
 * Mounts calls whose answer comes from an outside system (an image server, a viewer). Session, right, input and answer
 * are checked as for every call; they store data in their own transactions. None of them may be queued.
 */
export function serveLiveCalls<Calls extends Record<string, AnyCall>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: LiveHandlersFor<Calls>,
  demands: DemandsFor<Calls> = {},
): void {
  for (const [name, call] of Object.entries(calls)) {
    if (call.offline.kind === 'queue') throw new Error(`${call.key} asks outside and cannot be queued`)
    const demand = demandOf<Calls>(demands, name)
    const handle = handlers[name] as unknown as LiveHandler
    mountCall(app, call, {
      onRequest: async (request) => {
        request.caller = await getCaller(app.kernel, request)
        demandAccess(call, request.caller)
        demandBeforeInput({ call, demand }, request.caller)
      },
      handler: async (request, reply) => {
        const based = basedRequest(request.headers, flatInput(request), app.kernel.epoch)
        const input = parseInput(call, based.input)
        const caller = callerOf(request)
        request.caller = await findActingCaller(app.kernel, call, caller, input)
        const answer = await tellingRefusals(call, caller, async () =>
          call.output.parse(await handle(input, liveContextOf(app.kernel, request, reply, call))),
        )
        return reply.header('cache-control', 'no-store').send(tell(call, caller, answer))
      },
    })
  }
}

/**
 * Returns the context of such a call, for a request whose caller was found. Its acts are recorded under the
 * name of `call`.
 */
export function liveContextOf(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  call?: AnyCall,
): LiveContext {
  const caller = callerOf(request)
  const done: NotedAct[] = []
  return {
    caller,
    address: request.ip,
    origin: originOf(kernel.config, request),
    baseRev: basedRequest(request.headers, {}, kernel.epoch).baseRev,
    signal: goneSignal(reply),
    tenant: async (run) => {
      const { value, pos, acts } = await write(kernel, caller.clientId, (work) =>
        run(contextOf(kernel, caller, work, { baseRev: undefined, madeOffline: false })),
      )
      done.push(...acts)
      if (call?.method === 'POST')
        giveNote(kernel, caller, reply, {
          call: call.key,
          acts: done.slice(0, NOTED_ACTS_MAX),
          pos,
          numbers: [],
        })
      return value
    },
  }
}

function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
