import type { StudyRow } from '#contract/calls/studies.ts'

/** A page hands over what one pull brings: at most two pages of the feed wait here. */
const ROWS_MAX = 2_000
/** Longer than a notice takes: a row whose notice came before it is not used for a later one. */
const WAIT_MS = 5_000

/** Opened studies that the page which sealed them handed over, until their copies are announced. */
export class HandedRows {
  readonly #rows = new Map<string, { study: StudyRow; until: number }>()

  put(studies: readonly StudyRow[], now = performance.now()): void {
    for (const [id, { until }] of this.#rows) if (now > until) this.#rows.delete(id)
    for (const study of studies) {
      this.#rows.delete(study.id)
      this.#rows.set(study.id, { study, until: now + WAIT_MS })
    }
    const surplus = this.#rows.size - ROWS_MAX
    for (const id of [...this.#rows.keys()].slice(0, Math.max(0, surplus))) this.#rows.delete(id)
  }

  /** Returns the study of a copy and lets go of it; undefined if none of the copy's revision was handed over. */
  take({ id, rev }: { id: string; rev: number }, now = performance.now()): StudyRow | undefined {
    const row = this.#rows.get(id)
    this.#rows.delete(id)
    return row && row.study.rev === rev && now <= row.until ? row.study : undefined
  }

  clear(): void {
    this.#rows.clear()
  }
}
