import type { FastifyInstance } from 'fastify'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import { ERROR_CODES, Refusal } from '#contract/kernel/error-codes.ts'
import { loggedError } from './log.ts'
import { sendRefusal, toRefusal } from './refusals.ts'

const baseOf = (url: string): Base => (url.startsWith('/phpapi/') ? 'php' : 'api')

/** True for addresses of the two bases; everything else belongs to the shell. */
export const isApiPath = (url: string) =>
  /^\/(api|phpapi)(\/|\?|$)/.test(url) || Object.values(BASES).some(({ prefix }) => url.startsWith(prefix))

/** Turns everything thrown into status and body; what was not foreseen is logged, without anybody's data. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (ERROR_CODES[refusal.code].status >= 500) {
      const call = request.routeOptions.config.call?.key
      request.log.error({ call, err: loggedError(error) }, 'failed')
    }
    return sendRefusal(reply, refusal, request.routeOptions.config.base ?? baseOf(request.url))
  })
  app.setNotFoundHandler((request, reply) => {
    sendRefusal(reply, new Refusal('not_found', 'There is no such address.'), baseOf(request.url))
  })
}
