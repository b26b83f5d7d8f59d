import type { OutboxRow } from '#src/db/work-database.ts'
import type { Outcome } from './outcome.ts'

/** A way by which commands reach the server; claiming and settling are the same for all. */
export interface DeliveryLane {
  /** Whether a command can go this way at all; one that cannot holds up what comes behind it in its record. */
  carries: (row: OutboxRow) => boolean
  /** Sends a claimed batch and writes what it came to. Throws where that could not be written, or when `signal` aborts. */
  deliver: (rows: OutboxRow[], signal: AbortSignal) => Promise<Outcome[]>
}
