import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import { studyFilterTest } from '#domain/study/lists/filter-studies.ts'
import { listableTest } from '#domain/study/lists/listable-studies.ts'
import { isReadAlike } from '#domain/study/lists/reading-order.ts'
import {
  compareStudies,
  type FixedSort,
  hasSamePlace,
  type SortedStudy,
} from '#domain/study/lists/sort-studies.ts'
import { type ListedStudy, showStudy } from '#src/db/listed-study.ts'
import type { WaitingChanges } from '#src/db/waiting-changes.ts'
import { inReadingOrder, type NextQuestion, nextStudyOf, type ReaderQuestion } from './next-study.ts'

/** A request for a page of a list: viewer, filter, and time zone. */
export interface WindowQuestion extends ReaderQuestion {
  input: StudyListInput
  zone: string
}

type MomentQuestion = WindowQuestion & { now: number }

/** How long a reader's order stays fixed as time passes: the pages of a list belong together. */
const ORDER_HOLDS_MS = 60_000

export interface WindowAnswer {
  rows: ListedStudy[]
  /** Studies that match, at most COUNT_CAP. */
  matching: number
}

/** A study as copy, and as shown with its waiting changes. */
interface Entry {
  copy: StudyRow
  shown: ListedStudy
  /** Its sort keys, because parsing times from text for each comparison would be slow. */
  place: SortedStudy
}

/**
 * The device's studies in memory: opened once, patched by changes, queried by page. It includes the user's own
 * changes at once.
 */
export class WorklistWindow {
  readonly #entries = new Map<string, Entry>()
  #waiting: WaitingChanges = new Map()
  /** Sorted like the server's list; an order is created on request, and again after something moved. */
  readonly #orders = new Map<FixedSort, Entry[]>()
  /** The reading order of the last request. */
  #reading: { who: string; madeAt: number; order: readonly Entry[] } | undefined

  /** Adds copies, new or newer. */
  put(copies: readonly StudyRow[]): void {
    for (const copy of copies) this.#set(copy)
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#entries.delete(id)
    if (ids.length > 0) this.#forgetOrders()
  }

  clear(): void {
    this.#entries.clear()
    this.#forgetOrders()
  }

  /** Replaces all waiting changes. */
  setWaiting(waiting: WaitingChanges): void {
    const touched = new Set([...this.#waiting.keys(), ...waiting.keys()])
    this.#waiting = waiting
    for (const id of touched) {
      const entry = this.#entries.get(id)
      if (entry) this.#set(entry.copy)
    }
  }

  /** Returns one page of the matching studies; empty if the viewer may not use the list's mode. */
  answer(question: WindowQuestion): WindowAnswer {
    const { input } = question
    const { order, isIn } = this.#listOf(question)
    const before = (input.p - 1) * input.ps
    const rows: ListedStudy[] = []
    let matching = 0
    for (const { shown } of order) {
      if (!isIn(shown)) continue
      if (matching >= before && rows.length < input.ps) rows.push(shown)
      matching += 1
    }
    return { rows, matching: Math.min(matching, COUNT_CAP) }
  }

  /** Returns the page of the list, counted from 1, on which a study stands; undefined if it is not in the list. */
  pageOf(question: WindowQuestion, id: string): number | undefined {
    const { order, isIn } = this.#listOf(question)
    let before = 0
    for (const { shown } of order) {
      if (!isIn(shown)) continue
      if (shown.id === id) return Math.floor(before / question.input.ps) + 1
      before += 1
    }
    return undefined
  }

  /** Returns the id of the study to read next; undefined if none is left. */
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
      // Its place is the same in every order except a reader's, which depends on more fields.
      if (!isReadAlike(known.shown, shown)) this.#reading = undefined
      Object.assign(known, entry)
      return
    }
    this.#entries.set(copy.id, entry)
    this.#forgetOrders()
  }

  /** All studies in the order of a list, and which of them are in it; none if the viewer may not use its mode. */
  #listOf(question: WindowQuestion): { order: readonly Entry[]; isIn: (study: ListedStudy) => boolean } {
    const { input, viewer, zone } = question
    const isListable = listableTest(viewer, input.flag)
    if (!isListable) return { order: [], isIn: () => false }
    const now = question.now ?? Date.now()
    const matches = studyFilterTest(input, zone, new Date(now))
    return {
      order: this.#inOrder({ ...question, now }),
      isIn: (study) => isListable(study) && matches(study),
    }
  }

  #inOrder(question: MomentQuestion): readonly Entry[] {
    const { sort = 'received' } = question.input
    return sort === 'reading' ? this.#forReader(question) : this.#sorted(sort)
  }

  /** All studies in one reader's order, whatever the filter: rebuilt once a minute, and after something moved. */
  #forReader(question: MomentQuestion): readonly Entry[] {
    const { viewer, reader, now } = question
    const who = JSON.stringify([viewer, reader])
    const known = this.#reading
    if (known?.who === who && now >= known.madeAt && now < known.madeAt + ORDER_HOLDS_MS) return known.order
    const newest = this.#sorted('received').map(({ shown }) => shown)
    const order = inReadingOrder(newest, question).map(({ id }) => this.#entries.get(id)!)
    this.#reading = { who, madeAt: now, order }
    return order
  }

  #forgetOrders(): void {
    this.#orders.clear()
    this.#reading = undefined
  }

  #sorted(sort: FixedSort): Entry[] {
    const known = this.#orders.get(sort)
    if (known) return known
    const compare = compareStudies(sort)
    const order = [...this.#entries.values()].sort((a, b) => compare(a.place, b.place))
    this.#orders.set(sort, order)
    return order
  }
}

/** The fields that determine the place of a study in a list. */
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
