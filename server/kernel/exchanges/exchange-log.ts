import type { Database } from '../database/open-database.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { Exchange } from './exchange.ts'
import { HeldExchanges, type Waiting } from './held-exchanges.ts'
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
/** Maximum concurrent lookups; exchanges beyond that are not recorded, so that memory does not grow. */
const LOOKING_MAX = 500
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

interface LogKernel {
  database: Database
  secrets: Pick<Secrets, 'seal'>
  now: () => Date
}

/** Opens the log; `onError` is called for exchanges that could not be written. */
export function openExchangeLog(
  kernel: LogKernel,
  onError: (error: unknown) => void,
  retryMs: readonly number[] = RETRY_MS,
): ExchangeLog {
  const held = new HeldExchanges(onError)
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

  const writeAll = async () => {
    const byClient = Map.groupBy(held.takeAll(), ({ exchange }) => exchange.clientId)
    for (const some of byClient.values()) await writeSome(kernel, some, again)
  }

  const again = ({ exchange, tries }: Waiting, error: unknown) => {
    const pause = retryMs[tries]
    if (pause === undefined || isClosed) return onError(error)
    held.add({ exchange, tries: tries + 1 })
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
      if (exchange.foldsWith === undefined) held.add({ exchange, tries: 0 })
      else held.fold(exchange)
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

/** Writes them together, and if that fails each alone: one bad exchange does not keep the others out. */
async function writeSome(
  kernel: LogKernel,
  some: readonly Waiting[],
  failed: (one: Waiting, error: unknown) => void,
): Promise<void> {
  try {
    await writeExchanges(
      kernel,
      some.map(({ exchange }) => exchange),
    )
  } catch (error) {
    if (some.length > 1) for (const one of some) await writeSome(kernel, [one], failed)
    else for (const one of some) failed(one, error)
  }
}
