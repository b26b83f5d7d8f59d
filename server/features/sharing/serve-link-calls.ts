import type { FastifyInstance } from 'fastify'
import type { AnyCall, OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { mountCall } from '#server/kernel/http/call-routes.ts'
import { flatInput, parseInput } from '#server/kernel/http/read-input.ts'
import { type Stranger, strangerOf } from '../share-links/stranger.ts'

/** A handler for each call of a page behind a link. */
export type LinkHandlers<Calls extends Record<string, AnyCall>> = {
  [K in keyof Calls]: (input: ParsedInputOf<Calls[K]>, stranger: Stranger) => Promise<OutputOf<Calls[K]>>
}

/**
 * Mounts the calls of a public page behind a link. They need no session, and their responses are not cached. They run
 * in several short transactions, because a refused attempt must stay counted, and the client is known only once its
 * link was found.
 */
export function serveLinkCalls<Calls extends Record<string, AnyCall>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: LinkHandlers<Calls>,
): void {
  for (const name of Object.keys(calls) as (keyof Calls & string)[]) {
    const call: AnyCall = calls[name] as AnyCall
    const handle = handlers[name] as (input: unknown, stranger: Stranger) => Promise<unknown>
    mountCall(app, call, {
      handler: async (request, reply) => {
        const input = parseInput(call, flatInput(request))
        const answer = await handle(input, strangerOf(app.kernel, request, reply))
        return reply.header('cache-control', 'no-store').send(call.output.parse(answer))
      },
    })
  }
}
