import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { studyFilterTest } from '#domain/study/filter-studies.ts'
import { listableTest, type StudyViewer } from '#domain/study/listable-studies.ts'
import { isAheadOf, type WaitingChanges, withWaiting } from '#src/db/waiting-changes.ts'

/** A study as a list of the device shows it; `onDevice` marks a change that the server does not have yet. */
export type WindowRow = StudyRow & { onDevice?: boolean }

/** A page of a list: who asks, for what, and where days begin. */
export interface WindowQuestion {
  input: StudyListInput
  viewer: StudyViewer
  zone: string
}

export interface WindowAnswer {
  rows: WindowRow[]
  /** Studies that match, at most COUNT_CAP. */
  matching: number
}

/** A study by its copy, and as it is shown with the changes that wait upon it. */
interface Entry {
  copy: StudyRow
  shown: WindowRow
  /** received_datetime in milliseconds: reading it out of text for each comparison would be felt. */
  received: number
}

/**
 * The studies of the device in memory, newest first: opened once, patched by what changes, asked for pages. What a
 * person did is in it at once.
 */
export class WorklistWindow {
  readonly #entries = new Map<string, Entry>()
  #waiting: WaitingChanges = new Map()
  /** Newest first, as the server's list; undefined until it is asked for. */
  #order: Entry[] | undefined

  /** Takes copies in, new or newer. */
  put(copies: readonly StudyRow[]): void {
    for (const copy of copies) this.#set(copy)
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#entries.delete(id)
    if (ids.length > 0) this.#order = undefined
  }

  clear(): void {
    this.#entries.clear()
    this.#order = undefined
  }

  /** Takes over all changes that wait, in the place of those known before. */
  setWaiting(waiting: WaitingChanges): void {
    const touched = new Set([...this.#waiting.keys(), ...waiting.keys()])
    this.#waiting = waiting
    for (const id of touched) {
      const entry = this.#entries.get(id)
      if (entry) this.#set(entry.copy)
    }
  }

  /** One page of the studies that match; none where the mode of the list is closed to the viewer. */
  answer({ input, viewer, zone }: WindowQuestion): WindowAnswer {
    const isListable = listableTest(viewer, input.flag)
    if (!isListable) return { rows: [], matching: 0 }
    const matches = studyFilterTest(input, zone)
    const before = (input.p - 1) * input.ps
    const rows: WindowRow[] = []
    let matching = 0
    for (const { shown } of this.#sorted()) {
      if (!isListable(shown) || !matches(shown)) continue
      if (matching >= before && rows.length < input.ps) rows.push(shown)
      matching += 1
    }
    return { rows, matching: Math.min(matching, COUNT_CAP) }
  }

  get size(): number {
    return this.#entries.size
  }

  #set(copy: StudyRow): void {
    const waiting = this.#waiting.get(copy.id) ?? []
    const onDevice = waiting.some((change) => isAheadOf(copy.rev, change))
    const shown: WindowRow = onDevice ? { ...withWaiting(copy, waiting), onDevice } : copy
    const received = Date.parse(copy.received_datetime)
    const known = this.#entries.get(copy.id)
    if (known?.received === received) {
      // Its place in the order is the same.
      Object.assign(known, { copy, shown })
      return
    }
    this.#entries.set(copy.id, { copy, shown, received })
    this.#order = undefined
  }

  #sorted(): Entry[] {
    this.#order ??= [...this.#entries.values()].sort(newestFirst)
    return this.#order
  }
}

/** Among studies received in the same instant the larger id comes first. */
function newestFirst(a: Entry, b: Entry): number {
  return b.received - a.received || (a.copy.id < b.copy.id ? 1 : -1)
}
