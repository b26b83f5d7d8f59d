import { Refusal } from '#contract/kernel/error-codes.ts'
import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { ImageServerError } from '#server/integrations/pacs/image-server.ts'
import type { Exchange } from '#server/kernel/exchanges/exchange.ts'
import { recordExchangeLater } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'

/** What is known of an exchange before it ends; it may be added to while it runs. */
export type BegunExchange = Omit<Exchange, 'outcome'> & {
  /** What was taken stands in a table of its own: the content is kept only where it was not taken. */
  isKeptElsewhere?: boolean
}

/**
 * Runs an exchange with another system and notes how it ended: what the run returns and throws is left as it is. For a
 * door that knows its client from the beginning. `describe` is asked after the exchange.
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

/** How an exchange ended that threw this: refused by whoever was asked, or failed. */
export function endOf(error: unknown): Pick<Exchange, 'outcome' | 'code' | 'reason'> {
  if (error instanceof Refusal)
    return { outcome: 'refused', code: error.code, reason: [error.message, fieldsIn(error)].join(' ').trim() }
  // An acknowledgement says that it was read and not taken.
  if (error instanceof NotTakenError)
    return { outcome: error.ack === '' ? 'failed' : 'refused', code: error.ack, reason: error.message }
  if (error instanceof ImageServerError)
    return { outcome: 'failed', code: error.fault, reason: error.message }
  return { outcome: 'failed', reason: 'The server failed. The technical log says more.' }
}

function fieldsIn({ extra: { fields = {} } }: Refusal): string {
  return Object.entries(fields)
    .map(([field, rule]) => `${field} ${rule}.`)
    .join(' ')
}
