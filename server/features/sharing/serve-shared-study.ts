import type { FastifyInstance } from 'fastify'
import { sharedStudyCalls } from '#contract/calls/sharing.ts'
import { type AnyCall, type OutputOf, type ParsedInputOf } from '#contract/kernel/define-call.ts'
import { mountCall } from '#server/kernel/http/call-routes.ts'
import { flatInput, parseInput } from '#server/kernel/http/read-input.ts'
import { lookAtLink, openLink, sharedReport } from './open-link.ts'
import { type Stranger, strangerOf } from './stranger.ts'

type Calls = typeof sharedStudyCalls
type Handlers = {
  [K in keyof Calls]: (input: ParsedInputOf<Calls[K]>, stranger: Stranger) => Promise<OutputOf<Calls[K]>>
}

const HANDLERS: Handlers = { look: lookAtLink, open: openLink, report: sharedReport }

/**
 * Mounts the calls of the public page. They need no session and run in several short transactions: a wrong answer stays
 * counted although it is refused, and the client is known only once its link was found.
 */
export function serveSharedStudy(app: FastifyInstance): void {
  for (const name of Object.keys(sharedStudyCalls) as (keyof Calls)[]) {
    const call: AnyCall = sharedStudyCalls[name]
    const handle = HANDLERS[name] as (input: unknown, stranger: Stranger) => Promise<unknown>
    mountCall(app, call, {
      handler: async (request, reply) => {
        const input = parseInput(call, flatInput(request))
        const answer = await handle(input, strangerOf(app.kernel, request, reply))
        return reply.header('cache-control', 'no-store').send(call.output.parse(answer))
      },
    })
  }
}
