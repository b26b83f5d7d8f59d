import { Transform, type TransformCallback } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { invalid } from './read-input.ts'

/** More values than any form of ours sends; each of them costs time to parse and to check. */
export const VALUES_MAX = 200_000
/** Of a refused body so much is read to its end, so that the connection can go on. */
const UNREAD_MAX_BYTES = 64 * 1024
/** Deeper than any input; what comes after it is judged by the input's own rules. */
const DEPTH_MAX = 64

/** How many values a body may have, VALUES_MAX where it is not said, and how many entries the list of a batch. */
export interface BodyCounts {
  list?: { name: string; max: number }
  values?: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted while the body arrives: one with more is refused before any of it is parsed. */
    counts?: BodyCounts
  }
}

/** Counts the values of JSON bodies while they arrive, so that no body is parsed that costs more than a form does. */
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
    // Node would read the rest of a body that was refused unread, however much that is.
    const isLong = Number(request.headers['content-length'] ?? 0) > UNREAD_MAX_BYTES
    if (isLong && isJson(request) && !request.raw.readableEnded) reply.header('connection', 'close')
  })
}

const isJson = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  /^application\/json\b/i.test(headers['content-type'] ?? '')

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Counts values, depth and the entries of the lists of the outermost object by the bytes alone; whether they are JSON is
 * the parser's to say.
 */
export class JsonCounter {
  readonly #counts: BodyCounts
  #isText = false
  #isEscaped = false
  #depth = 0
  #values = 0
  /** Entries of the list that stands open in the outermost object; undefined outside of one. */
  #entries: number | undefined

  constructor(counts: BodyCounts = {}) {
    this.#counts = counts
  }

  /** Throws Refusal `too_large`, `malformed` where it is too deep, and `invalid` where the batch is too long. */
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
