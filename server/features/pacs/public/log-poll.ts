import { recordExchange } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { PacsRow } from './store.ts'

interface EndedPoll {
  /** From performance.now(). */
  began: number
  /** The number of studies that arrived; absent if the server could not be queried. */
  taken?: number
  fault?: string
  reason: string
}

/**
 * Logs one pass over an image server. Passes without results share one row per hour, as do passes with the same
 * failure.
 */
export function logPoll(
  kernel: Pick<Kernel, 'exchanges'>,
  row: Pick<PacsRow, 'client_id' | 'id' | 'name'>,
  { began, taken, fault, reason }: EndedPoll,
): void {
  const isWorthARow = taken !== undefined && taken > 0
  recordExchange(kernel, {
    clientId: row.client_id,
    kind: 'pacs_poll',
    peer: row.name,
    outcome: fault === undefined ? 'ok' : 'failed',
    code: fault ?? '',
    reason,
    durationMs: performance.now() - began,
    ...(taken !== undefined && { found: taken }),
    subject: { type: 'pacs', id: row.id },
    ...(!isWorthARow && { foldsWith: row.id }),
  })
}
