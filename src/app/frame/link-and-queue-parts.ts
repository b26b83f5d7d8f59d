import { formatMoment } from '#domain/time/formats.ts'
import { UNSENT_AGE_SHOWN_MS } from '#domain/time/intervals.ts'
import type { Queue } from '#src/sync/outbox/look/use-queue.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { QUEUE_WORDS } from './queue-words.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** One part of the top bar's state; if there is no room, earlier kinds are hidden first. */
export interface StatePart {
  kind: 'link' | 'fetching' | 'waiting' | 'unsaved' | 'age' | 'needs-you'
  words: string
}

/**
 * The state of link and queue, the most urgent part last: Online, fetching records, 3 waiting, oldest 5 min, 1 needs
 * you. `isFetched` is false while the device loads records that it does not have yet.
 */
export function linkAndQueueParts(
  link: { online: boolean; since: Date; isFetched?: boolean | undefined },
  queue: Pick<Queue, 'waiting' | 'sending' | 'needsYou' | 'oldest'> & { unsaved?: number },
  now: Date,
): StatePart[] {
  const waiting = queue.waiting + queue.sending
  const ageMs = queue.oldest ? now.getTime() - queue.oldest.getTime() : 0
  const linkWords = link.online
    ? QUEUE_WORDS.online
    : QUEUE_WORDS.offlineSince(formatMoment(link.since, now, READER_ZONE))
  const parts: (StatePart | false)[] = [
    { kind: 'link', words: linkWords },
    link.online && link.isFetched === false && { kind: 'fetching', words: QUEUE_WORDS.fetching },
    waiting > 0 && { kind: 'waiting', words: QUEUE_WORDS.waiting(waiting) },
    queue.unsaved ? { kind: 'unsaved', words: QUEUE_WORDS.unsaved(queue.unsaved) } : false,
    ageMs > UNSENT_AGE_SHOWN_MS && { kind: 'age', words: ageWords(ageMs) },
    queue.needsYou > 0 && { kind: 'needs-you', words: QUEUE_WORDS.needsYou(queue.needsYou) },
  ]
  return parts.filter((part) => part !== false)
}

function ageWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS)
  return minutes < HOUR_MINUTES
    ? QUEUE_WORDS.minutesOld(minutes)
    : QUEUE_WORDS.hoursOld(Math.floor(minutes / HOUR_MINUTES))
}
