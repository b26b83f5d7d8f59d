import { holdsWords } from '#domain/match/search-words.ts'
import type { QueueItem, QueueItemState } from '#src/sync/outbox/use-queue.ts'

/** The sections in their order: what needs a person stands first. */
export const SECTION_ORDER = ['needs_you', 'sending', 'device', 'flagged'] as const satisfies QueueItemState[]

export interface SyncFilter {
  /** One state alone; undefined for all. */
  state?: QueueItemState
  /** Words that a person typed. */
  text: string
}

export interface Section {
  state: QueueItemState
  items: QueueItem[]
}

/** The changes that the filter leaves, by section; sections without any are left out. */
export function sectionsOf(items: readonly QueueItem[], filter: SyncFilter): Section[] {
  const isWanted = (item: QueueItem) => holdsWords(textsOf(item), filter.text)
  return SECTION_ORDER.filter((state) => filter.state === undefined || filter.state === state)
    .map((state) => ({ state, items: items.filter((item) => item.state === state && isWanted(item)) }))
    .filter((section) => section.items.length > 0)
}

const textsOf = ({ label, reason = '', problem = '', flags }: QueueItem) => [label, reason, problem, ...flags]

/** True for what a plain retry can help: two texts that disagree are settled in the editor. */
export const isRetriable = ({ state, isConflict }: QueueItem) => state === 'needs_you' && !isConflict
