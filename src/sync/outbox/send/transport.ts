import type { OutboxRow } from '#src/db/work-database.ts'
import type { Outcome } from '../settle/outcome.ts'

/** How commands reach the server. Claiming and settling are the same for every transport. */
export interface DeliveryTransport {
  /** Whether this transport can send a command; one that it cannot send blocks later commands of its record. */
  carries: (row: OutboxRow) => boolean
  /** Sends a claimed batch and writes its outcomes. Throws if they cannot be written, or when `signal` aborts. */
  deliver: (rows: OutboxRow[], signal: AbortSignal) => Promise<Outcome[]>
}
