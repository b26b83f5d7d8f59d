import { recordExchange } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { PacsRow } from './store.ts'

interface EndedPoll {
  /** By performance.now(). */
  began: number
  /** Studies that came; absent where the server could not be asked. */
  taken?: number
  fault?: string
  reason: string
}

/** Notes one pass over an image server. Passes that found nothing are one row an hour, and so are those that failed alike. */
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
