import type { FastifyInstance, FastifyReply } from 'fastify'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import { ERROR_CODES, Refusal } from '#contract/kernel/error-codes.ts'
import { loggedError, nameOf } from './log.ts'
import { sendRefusal, toRefusal } from './refusals.ts'

const baseOf = (url: string): Base => (url.startsWith('/phpapi/') ? 'php' : 'api')

/** Returns true for addresses of the two bases; everything else belongs to the shell. */
export const isApiPath = (url: string) =>
  /^\/(api|phpapi)(\/|\?|$)/.test(url) || Object.values(BASES).some(({ prefix }) => url.startsWith(prefix))

/** Turns every error into a status and body; unexpected ones are logged, without personal data. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (ERROR_CODES[refusal.code].status >= 500) {
      request.log.error({ call: nameOf(request), err: loggedError(error) }, 'failed')
    }
    return sendRefusal(reply, refusal, request.routeOptions.config.base ?? baseOf(request.url))
  })
  app.setNotFoundHandler((request, reply) => {
    sendRefusal(reply, new Refusal('not_found', 'There is no such address.'), baseOf(request.url))
  })
}

/** Sends a refusal for an address that cannot be decoded and so has no route. */
export function answerUnroutable(_error: Error, request: { url: string }, reply: unknown): void {
  sendRefusal(reply as FastifyReply, new Refusal('malformed'), baseOf(request.url))
}
