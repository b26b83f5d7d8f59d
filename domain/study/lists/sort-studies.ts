import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'

/** The order of a study list: newest first, by priority, by due time, or the reader's reading order. */
export const STUDY_SORTS = ['received', 'priority', 'time_left', 'reading'] as const
export type StudySort = (typeof STUDY_SORTS)[number]

/** An order that is the same for everybody at any time; the reading order depends on the reader and the clock. */
export type FixedSort = Exclude<StudySort, 'reading'>

/** The part of a study that decides its place in a list. */
export interface SortedStudy {
  id: string
  status: ReportStatus
  tag_id: string | null
  tag_critical_id: string | null
  /** Allowed minutes from received to signed; 0 or less if none were agreed. */
  tat: number
  /** When it was received, in milliseconds. */
  received: number
}

const MINUTE_MS = 60_000

/**
 * When a study's time is over, in milliseconds; never if none was agreed. "Time left" sorts by it without a clock,
 * so that the order, and with it every page, stays stable while time passes.
 */
export function dueAt({ received, tat }: Pick<SortedStudy, 'received' | 'tat'>): number {
  return tat > 0 ? received + tat * MINUTE_MS : Infinity
}

/**
 * Orders studies for Array.sort. Signed and verified ones come last, newest first, because nobody waits for them.
 * `priority` puts a critical tag before another tag before none, and then sorts by due time. Ties: newest, then the
 * larger id. The server's list has the same order (server/features/studies/list-order.ts).
 */
export function compareStudies(sort: FixedSort): (a: SortedStudy, b: SortedStudy) => number {
  if (sort === 'received') return newestFirst
  return (a, b) => {
    const [isDoneA, isDoneB] = [isSigned(a.status), isSigned(b.status)]
    if (isDoneA || isDoneB) return Number(isDoneA) - Number(isDoneB) || newestFirst(a, b)
    const byTag = sort === 'priority' ? tagRank(a) - tagRank(b) : 0
    return byTag || byDue(a, b) || newestFirst(a, b)
  }
}

/** True if a change from `a` to `b` leaves a study in its place, in every order. */
export function hasSamePlace(a: SortedStudy, b: SortedStudy): boolean {
  return (
    a.received === b.received &&
    a.status === b.status &&
    a.tat === b.tat &&
    a.tag_id === b.tag_id &&
    a.tag_critical_id === b.tag_critical_id
  )
}

function tagRank({ tag_critical_id: critical, tag_id: tag }: SortedStudy): number {
  if (critical !== null) return 0
  return tag === null ? 2 : 1
}

function byDue(a: SortedStudy, b: SortedStudy): number {
  const [dueA, dueB] = [dueAt(a), dueAt(b)]
  return dueA === dueB ? 0 : dueA - dueB
}

/** Among studies received in the same instant the larger id comes first. */
function newestFirst(a: SortedStudy, b: SortedStudy): number {
  return b.received - a.received || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
