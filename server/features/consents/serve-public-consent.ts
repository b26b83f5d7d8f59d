import type { FastifyInstance } from 'fastify'
import { publicConsentCalls } from '#contract/calls/consents.ts'
import type { AnyCall, OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { mountCall } from '#server/kernel/http/call-routes.ts'
import { flatInput, parseInput } from '#server/kernel/http/read-input.ts'
import { type Stranger, strangerOf } from '../sharing/stranger.ts'
import { openConsentForm, savePatientConsent } from './public-consent.ts'

type Calls = typeof publicConsentCalls
type Handlers = {
  [K in keyof Calls]: (input: ParsedInputOf<Calls[K]>, stranger: Stranger) => Promise<OutputOf<Calls[K]>>
}

const HANDLERS: Handlers = { detail: openConsentForm, save: savePatientConsent }

/**
 * Mounts the calls of the public page. They need no session and run in several short transactions: a link that opens
 * nothing stays counted although it is refused, and the client is known only once its link was found.
 */
export function servePublicConsent(app: FastifyInstance): void {
  for (const name of Object.keys(publicConsentCalls) as (keyof Calls)[]) {
    const call: AnyCall = publicConsentCalls[name]
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
