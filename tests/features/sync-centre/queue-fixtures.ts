import type { Queue, QueueItem, QueueItemState } from '#src/sync/outbox/look/use-queue.ts'

/** Builds a waiting save of a report; `part` overrides fields. */
export const queueItem = (part: Partial<QueueItem> = {}): QueueItem => ({
  id: 'command-1',
  key: 'saveReport',
  label: 'Report 1 of CT Brain',
  state: 'device',
  at: new Date(),
  isConflict: false,
  studyId: 'study-1',
  attempts: 0,
  wasSent: false,
  flags: [],
  editPath: '/report/study-1',
  ...part,
})

/** Builds a queue of these items, counted as the device counts. */
export function queueWith(...items: QueueItem[]): Queue {
  const count = (state: QueueItemState) => items.filter((item) => item.state === state).length
  return {
    waiting: count('device'),
    sending: count('sending'),
    needsYou: count('needs_you'),
    flagged: count('flagged'),
    oldest: items[0]?.at,
    items,
  }
}
