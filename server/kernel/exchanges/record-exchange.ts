import type { Kernel } from '../http/kernel.ts'
import type { Exchange } from './exchange.ts'

/**
 * Records one exchange with another system in the client's interface log. Call it beside the exchange, after its own
 * transaction: it returns at once, waits for nothing and never throws.
 */
export function recordExchange({ exchanges }: Pick<Kernel, 'exchanges'>, exchange: Exchange): void {
  exchanges.record(exchange)
}

/**
 * Records one exchange that needs further lookups: the exchange does not wait for them, and does not fail if they fail.
 * Records nothing if `describe` resolves to undefined.
 */
export function recordExchangeLater(
  { exchanges }: Pick<Kernel, 'exchanges'>,
  describe: () => Promise<Exchange | undefined>,
): void {
  exchanges.recordLater(describe)
}
