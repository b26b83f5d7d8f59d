import type { SyncRow } from '#contract/calls/sync.ts'
import type { SyncType } from '#contract/records/records.ts'

/** A batch ends beyond this size, whatever the number of its rows: report texts can be long. */
const BATCH_BYTES = 4 * 1_048_576

/** Collects the rows of one answer, at most one per record. */
export class PullBatch {
  readonly rows: SyncRow[] = []
  readonly #seen = new Set<string>()
  readonly limit: number
  #bytes = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get isFull(): boolean {
    return this.rows.length >= this.limit || this.#bytes >= BATCH_BYTES
  }

  /** Rows that still fit. */
  get room(): number {
    return Math.max(0, this.limit - this.rows.length)
  }

  put(type: SyncType, id: string, scope: string, { rev, body }: { rev: number; body: object }): void {
    // The answer's schema checks that body and type belong together.
    if (this.#add({ type, id, rev, op: 'put', scope, body } as SyncRow))
      this.#bytes += JSON.stringify(body).length
  }

  leave(type: SyncType, id: string, scope: string, rev: number): void {
    this.#add({ type, id, rev, op: 'leave', scope })
  }

  #add(row: SyncRow): boolean {
    const key = `${row.type} ${row.id}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    this.rows.push(row)
    return true
  }
}
