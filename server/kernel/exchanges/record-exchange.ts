import type { Kernel } from '../http/kernel.ts'
import type { Exchange } from './exchange.ts'

/**
 * Notes one exchange with another system in the log of the client's interfaces. Called beside the exchange, after its own
 * transaction: it returns at once, waits for nothing and never throws.
 */
export function recordExchange({ exchanges }: Pick<Kernel, 'exchanges'>, exchange: Exchange): void {
  exchanges.record(exchange)
}
