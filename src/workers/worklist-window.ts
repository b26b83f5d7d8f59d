import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { studyFilterTest } from '#domain/study/filter-studies.ts'
import { listableTest, type StudyViewer } from '#domain/study/listable-studies.ts'
import { compareStudies, hasSamePlace, type SortedStudy, type StudySort } from '#domain/study/sort-studies.ts'
import { type ListedStudy, showStudy } from '#src/db/listed-study.ts'
import type { WaitingChanges } from '#src/db/waiting-changes.ts'
import { type NextQuestion, nextStudyOf } from './next-study.ts'

/** A page of a list: who asks, for what, and where days begin. */
export interface WindowQuestion {
  input: StudyListInput
  viewer: StudyViewer
  zone: string
  /** What is overdue is judged at this moment (milliseconds): that of the answer where it is absent. */
  now?: number
}

export interface WindowAnswer {
  rows: ListedStudy[]
  /** Studies that match, at most COUNT_CAP. */
  matching: number
}

/** A study by its copy, and as it is shown with the changes that wait upon it. */
interface Entry {
  copy: StudyRow
  shown: ListedStudy
  /** What its place depends on: reading times out of text for each comparison would be felt. */
  place: SortedStudy
}

/**
 * The studies of the device in memory: opened once, patched by what changes, asked for pages. What a
 * person did is in it at once.
 */
export class WorklistWindow {
  readonly #entries = new Map<string, Entry>()
  #waiting: WaitingChanges = new Map()
  /** Sorted as the server's list; an order is made when it is asked for, and again after something moved. */
  readonly #orders = new Map<StudySort, Entry[]>()

  /** Takes copies in, new or newer. */
  put(copies: readonly StudyRow[]): void {
    for (const copy of copies) this.#set(copy)
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#entries.delete(id)
    if (ids.length > 0) this.#orders.clear()
  }

  clear(): void {
    this.#entries.clear()
    this.#orders.clear()
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
  answer({ input, viewer, zone, now }: WindowQuestion): WindowAnswer {
    const isListable = listableTest(viewer, input.flag)
    if (!isListable) return { rows: [], matching: 0 }
    const matches = studyFilterTest(input, zone, new Date(now ?? Date.now()))
    const before = (input.p - 1) * input.ps
    const rows: ListedStudy[] = []
    let matching = 0
    for (const { shown } of this.#sorted(input.sort ?? 'received')) {
      if (!isListable(shown) || !matches(shown)) continue
      if (matching >= before && rows.length < input.ps) rows.push(shown)
      matching += 1
    }
    return { rows, matching: Math.min(matching, COUNT_CAP) }
  }

  /** Id of the study that the person reads next; undefined where none is left. */
  next(question: NextQuestion): string | undefined {
    return nextStudyOf(
      Array.from(this.#entries.values(), ({ shown }) => shown),
      question,
    )
  }

  get size(): number {
    return this.#entries.size
  }

  #set(copy: StudyRow): void {
    const shown = showStudy(copy, this.#waiting.get(copy.id))
    const entry = { copy, shown, place: placeOf(shown) }
    const known = this.#entries.get(copy.id)
    if (known && hasSamePlace(known.place, entry.place)) {
      // Its place in every order is the same.
      Object.assign(known, entry)
      return
    }
    this.#entries.set(copy.id, entry)
    this.#orders.clear()
  }

  #sorted(sort: StudySort): Entry[] {
    const known = this.#orders.get(sort)
    if (known) return known
    const compare = compareStudies(sort)
    const order = [...this.#entries.values()].sort((a, b) => compare(a.place, b.place))
    this.#orders.set(sort, order)
    return order
  }
}

/** What the place of a study in a list depends on. */
export function placeOf({
  id,
  status,
  tag_id,
  tag_critical_id,
  tat,
  received_datetime,
}: StudyRow): SortedStudy {
  return { id, status, tag_id, tag_critical_id, tat, received: Date.parse(received_datetime) }
}
