import type { StudyRow } from '#contract/calls/studies.ts'

/** A page hands over what one pull brings: at most two pages of the feed wait here. */
const ROWS_MAX = 2_000

/** Opened studies that the page which sealed them handed over, until their copies are announced. */
export class HandedRows {
  readonly #rows = new Map<string, StudyRow>()

  put(rows: readonly StudyRow[]): void {
    for (const row of rows) {
      this.#rows.delete(row.id)
      this.#rows.set(row.id, row)
    }
    const surplus = this.#rows.size - ROWS_MAX
    for (const id of [...this.#rows.keys()].slice(0, Math.max(0, surplus))) this.#rows.delete(id)
  }

  /** Returns the study of a copy and lets go of it; undefined if none of the copy's revision was handed over. */
  take({ id, rev }: { id: string; rev: number }): StudyRow | undefined {
    const row = this.#rows.get(id)
    this.#rows.delete(id)
    return row?.rev === rev ? row : undefined
  }
}
