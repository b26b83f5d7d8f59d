import { Refusal } from '#contract/kernel/error-codes.ts'
import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { ImageServerError } from '#server/integrations/pacs/image-server.ts'
import type { Exchange } from '#server/kernel/exchanges/exchange.ts'
import { recordExchangeLater } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'

/** The known fields of an exchange before it ends; more may be added while it runs. */
export type BegunExchange = Omit<Exchange, 'outcome'> & {
  /** True if accepted content is stored in another table: the log then keeps the content only on failure. */
  isKeptElsewhere?: boolean
}

/**
 * Runs an exchange with another system and logs its outcome; returns and throws unchanged. For routes that know their
 * client from the start. `describe` runs after the exchange.
 */
export async function exchanged<T>(
  kernel: Pick<Kernel, 'exchanges'>,
  describe: () => BegunExchange | Promise<BegunExchange>,
  run: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const note = (end: Pick<Exchange, 'outcome' | 'code' | 'reason'>) => {
    const durationMs = performance.now() - began
    recordExchangeLater(kernel, async () => {
      const { isKeptElsewhere = false, ...exchange } = await describe()
      const isKept = isKeptElsewhere && end.outcome === 'ok'
      return { ...exchange, ...end, durationMs, ...(isKept && { raw: undefined }) }
    })
  }
  try {
    const value = await run()
    note({ outcome: 'ok' })
    return value
  } catch (error) {
    note(endOf(error))
    throw error
  }
}

/** Returns the outcome of an exchange that threw this error: refused by the receiver, or failed. */
export function endOf(error: unknown): Pick<Exchange, 'outcome' | 'code' | 'reason'> {
  if (error instanceof Refusal)
    return { outcome: 'refused', code: error.code, reason: [error.message, fieldsIn(error)].join(' ').trim() }
  // An acknowledgement means that the message was read and not accepted.
  if (error instanceof NotTakenError)
    return { outcome: error.ack === '' ? 'failed' : 'refused', code: error.ack, reason: error.message }
  if (error instanceof ImageServerError)
    return { outcome: 'failed', code: error.fault, reason: error.message }
  return { outcome: 'failed', reason: 'The server failed. See the technical log.' }
}

function fieldsIn({ extra: { fields = {} } }: Refusal): string {
  return Object.entries(fields)
    .map(([field, rule]) => `${field} ${rule}.`)
    .join(' ')
}
