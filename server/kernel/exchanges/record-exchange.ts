import type { Kernel } from '../http/kernel.ts'
import type { Exchange } from './exchange.ts'

/**
 * Notes one exchange with another system in the log of the client's interfaces. Called beside the exchange, after its own
 * transaction: it returns at once, waits for nothing and never throws.
 */
export function recordExchange({ exchanges }: Pick<Kernel, 'exchanges'>, exchange: Exchange): void {
  exchanges.record(exchange)
}

/**
 * Notes one exchange of which something is still to be looked up: the exchange does not wait for that, and does not fail
 * where it fails. Nothing is noted where `describe` resolves to undefined.
 */
export function recordExchangeLater(
  { exchanges }: Pick<Kernel, 'exchanges'>,
  describe: () => Promise<Exchange | undefined>,
): void {
  exchanges.recordLater(describe)
}
