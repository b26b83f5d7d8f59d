import type { Caller } from '#src/sync/api/caller.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import type { Twin } from './twin.ts'

const WORDS_OF_RETRY = /again|later|moment|wait/i

/** Decides by the refusal's message whether to try again. */
export const retryByWords: Twin = {
  name: 'retry by words',
  what: 'decides by the words of an answer whether it tries again',
  schedule: 'lost answers',
  runs: 60,
  breaks: ['a refusal has a reason'],
  options: () => ({ twist: { ports: (ports) => ({ ...ports, call: byWords(ports.call) }) } }),
}

const byWords =
  (call: Caller): Caller =>
  async (target, input, options) => {
    try {
      return await call(target, input, options)
    } catch (error) {
      if (!(error instanceof ApiError) || WORDS_OF_RETRY.test(error.message)) throw error
      throw new ApiError(400, { ...error.body, code: 'malformed' })
    }
  }
