import type { Database } from '../database/open-database.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Exchange, NotedExchange } from './exchange.ts'
import { Folds } from './folds.ts'
import { writeExchanges } from './write-exchanges.ts'

/** Writes the interface log in the background: no exchange waits for it or fails with it. */
export interface ExchangeLog {
  /** Records an exchange. Returns at once and never throws. */
  record: (exchange: Exchange) => void
  /**
   * Records an exchange that needs further lookups, or nothing if `describe` resolves to undefined. Returns at once and
   * never throws: `describe` runs after the exchange has continued.
   */
  recordLater: (describe: () => Promise<Exchange | undefined>) => void
  /** Resolves once every recorded exchange is written or dropped. */
  flush: () => Promise<void>
  /** Writes what is left and accepts nothing more. */
  close: () => Promise<void>
}

/** Exchanges of one burst are written together. */
const SOON_MS = 150
/** Exchanges that are only counted may wait longer, to be merged with more of their kind. */
const FOLDED_MS = 10_000
/** Maximum held in memory: the oldest is dropped first. */
const WAITING_MAX = 5_000
const RAW_WAITING_MAX = 32 * 1024 * 1024
/** Maximum concurrent lookups; exchanges beyond that are not recorded, so that memory does not grow. */
const LOOKING_MAX = 500
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

interface Waiting {
  exchange: NotedExchange
  tries: number
}

/** Opens the log; `onError` is called for exchanges that could not be written. */
export function openExchangeLog(
  kernel: { database: Database; secrets: Pick<Secrets, 'seal'>; now: () => Date },
  onError: (error: unknown) => void,
  retryMs: readonly number[] = RETRY_MS,
): ExchangeLog {
  let waiting: Waiting[] = []
  let rawHeld = 0
  const folds = new Folds()
  const looking = new Set<Promise<void>>()
  let timer: { at: number; handle: NodeJS.Timeout } | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  const wake = (ms: number) => {
    const at = Date.now() + ms
    if (isClosed || (timer && timer.at <= at)) return
    clearTimeout(timer?.handle)
    const handle = setTimeout(() => {
      timer = undefined
      running = running.then(writeAll)
    }, ms)
    handle.unref()
    timer = { at, handle }
  }

  const take = (): Waiting[] => {
    const taken = [...waiting, ...folds.takeAll().map((exchange) => ({ exchange, tries: 0 }))]
    waiting = []
    rawHeld = 0
    return taken
  }

  const hold = (one: Waiting) => {
    const size = one.exchange.raw?.length ?? 0
    const isTooMuch = rawHeld + size > RAW_WAITING_MAX
    waiting.push(isTooMuch ? { ...one, exchange: withoutRaw(one.exchange) } : one)
    if (!isTooMuch) rawHeld += size
    if (waiting.length > WAITING_MAX) {
      waiting.shift()
      onError(new Error('The log of the interfaces cannot be written: its oldest entry was given up.'))
    }
  }

  const writeAll = async () => {
    const byClient = Map.groupBy(take(), ({ exchange }) => exchange.clientId)
    for (const some of byClient.values()) await writeSome(some)
  }

  // Writes them together, and if that fails each alone: one bad exchange does not keep the others out.
  const writeSome = async (some: readonly Waiting[]): Promise<void> => {
    try {
      await writeExchanges(
        kernel,
        some.map(({ exchange }) => exchange),
      )
    } catch (error) {
      if (some.length > 1) for (const one of some) await writeSome([one])
      else for (const one of some) again(one, error)
    }
  }

  const again = ({ exchange, tries }: Waiting, error: unknown) => {
    const pause = retryMs[tries]
    if (pause === undefined || isClosed) return onError(error)
    hold({ exchange, tries: tries + 1 })
    wake(pause)
  }

  const flush = async () => {
    await Promise.all(looking)
    running = running.then(writeAll)
    await running
  }

  const record = (given: Exchange) => {
    try {
      if (isClosed) return
      const exchange = { ...given, at: new Date(kernel.now().getTime() - (given.durationMs ?? 0)) }
      if (exchange.foldsWith === undefined) hold({ exchange, tries: 0 })
      else folds.add(exchange)
      wake(exchange.foldsWith === undefined ? SOON_MS : FOLDED_MS)
    } catch (error) {
      onError(error)
    }
  }

  const look = async (describe: () => Promise<Exchange | undefined>) => {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      const exchange = await describe()
      if (exchange) record(exchange)
    } catch (error) {
      onError(error)
    }
  }

  const recordLater = (describe: () => Promise<Exchange | undefined>) => {
    if (isClosed) return
    if (looking.size >= LOOKING_MAX)
      return onError(new Error('The log of the interfaces has too much to look up: an entry was given up.'))
    const done = look(describe).finally(() => looking.delete(done))
    looking.add(done)
  }

  return {
    record,
    recordLater,
    flush,
    close: async () => {
      await Promise.all(looking)
      clearTimeout(timer?.handle)
      isClosed = true
      await flush()
    },
  }
}

const withoutRaw = ({ raw: _raw, ...exchange }: NotedExchange): NotedExchange => exchange
