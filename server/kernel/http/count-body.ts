import { Transform, type TransformCallback } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { invalid } from './read-input.ts'

/** More values than any form of ours sends; each of them takes time to parse and check. */
export const VALUES_MAX = 200_000
/** Up to this much of a refused body is read, so that the connection can be reused. */
const UNREAD_MAX_BYTES = 64 * 1024
/** Deeper than any input; the input's own rules check the rest. */
const DEPTH_MAX = 64

/** Maximum number of values in a body (default VALUES_MAX), and of entries in a batch's list. */
export interface BodyCounts {
  list?: { name: string; max: number }
  values?: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted while the body arrives: larger bodies are refused before any of it is parsed. */
    counts?: BodyCounts
  }
}

/** Counts the values of JSON bodies while they arrive, so that no body is parsed that costs more than a form. */
export function countBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!isJson(request)) return payload
    const counter = new JsonCounter(request.routeOptions.config.counts)
    const counted = new Transform({
      transform: (bytes: Buffer, _encoding, done: TransformCallback) => {
        try {
          counter.take(bytes)
        } catch (error) {
          done(error as Error)
          return
        }
        done(null, bytes)
      },
    })
    payload.once('error', (error) => counted.destroy(error))
    return payload.pipe(counted)
  })
  app.addHook('onSend', async (request, reply) => {
    // Node would otherwise read the whole rest of a refused body, no matter how long.
    const isLong = Number(request.headers['content-length'] ?? 0) > UNREAD_MAX_BYTES
    if (isLong && isJson(request) && !request.raw.readableEnded) reply.header('connection', 'close')
  })
}

const isJson = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  /^application\/json\b/i.test(headers['content-type'] ?? '')

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts values, depth and the entries of lists in the outermost object from the bytes alone; the parser decides
 * whether they are valid JSON.
 */
export class JsonCounter {
  readonly #counts: BodyCounts
  #isText = false
  #isEscaped = false
  #depth = 0
  #values = 0
  /** Entries of the open list in the outermost object; undefined outside of one. */
  #entries: number | undefined

  constructor(counts: BodyCounts = {}) {
    this.#counts = counts
  }

  /** Throws Refusal `too_large`, `malformed` if it is too deep, and `invalid` if the batch is too long. */
  take(bytes: Buffer): void {
    for (const byte of bytes) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isText) {
        if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isText = false
      } else if (byte === QUOTE) this.#isText = true
      else if (byte === COMMA) this.#next()
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open(byte)
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close()
    }
  }

  #next(): void {
    this.#count()
    if (this.#depth !== 2 || this.#entries === undefined) return
    this.#entries += 1
    const { list } = this.#counts
    if (list && this.#entries > list.max)
      throw invalid({ [list.name]: `must have at most ${list.max} entries` })
  }

  #open(byte: number): void {
    this.#count()
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw new Refusal('malformed')
    if (this.#depth === 2 && byte === OPEN_LIST) this.#entries = 1
  }

  #close(): void {
    if (this.#depth === 2) this.#entries = undefined
    this.#depth -= 1
  }

  #count(): void {
    this.#values += 1
    if (this.#values > (this.#counts.values ?? VALUES_MAX)) throw new Refusal('too_large')
  }
}
