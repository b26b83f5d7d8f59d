import { holdsWords } from '#domain/match/search-words.ts'
import type { QueueItem, QueueItemState } from '#src/sync/outbox/look/use-queue.ts'

/** The sections in order; those that need a person come first. */
export const SECTION_ORDER = ['needs_you', 'sending', 'device', 'flagged'] as const satisfies QueueItemState[]

export interface SyncFilter {
  /** The only shown state; undefined for all. */
  state?: QueueItemState
  /** The typed search text. */
  text: string
}

export interface Section {
  state: QueueItemState
  items: QueueItem[]
}

/** Returns the changes that match the filter, by section; leaves out empty sections. */
export function sectionsOf(items: readonly QueueItem[], filter: SyncFilter): Section[] {
  const isWanted = (item: QueueItem) => holdsWords(textsOf(item), filter.text)
  return SECTION_ORDER.filter((state) => filter.state === undefined || filter.state === state)
    .map((state) => ({ state, items: items.filter((item) => item.state === state && isWanted(item)) }))
    .filter((section) => section.items.length > 0)
}

const textsOf = ({ label, reason = '', problem = '', flags }: QueueItem) => [label, reason, problem, ...flags]

/** Returns true if a plain retry can help: conflicting texts are resolved in the editor. */
export const isRetriable = ({ state, isConflict }: QueueItem) => state === 'needs_you' && !isConflict
