import { formatMoment } from '#domain/time/formats.ts'
import { UNSENT_AGE_SHOWN_MS } from '#domain/time/intervals.ts'
import type { Queue } from '#src/sync/outbox/use-queue.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** The state of link and queue, the most urgent part last: Online, 3 waiting, oldest 5 min, 1 needs you. */
export function linkAndQueueWords(
  link: { online: boolean; since: Date },
  queue: Pick<Queue, 'waiting' | 'sending' | 'needsYou' | 'oldest'>,
  now: Date,
): string[] {
  const waiting = queue.waiting + queue.sending
  const ageMs = queue.oldest ? now.getTime() - queue.oldest.getTime() : 0
  return [
    link.online ? WORDS.online : WORDS.offlineSince(formatMoment(link.since, now, LOCAL_ZONE)),
    ...(ageMs > UNSENT_AGE_SHOWN_MS ? [ageWords(ageMs)] : []),
    ...(waiting > 0 ? [WORDS.waiting(waiting)] : []),
    ...(queue.needsYou > 0 ? [WORDS.needsYou(queue.needsYou)] : []),
  ]
}

function ageWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS)
  return minutes < HOUR_MINUTES
    ? WORDS.minutesOld(minutes)
    : WORDS.hoursOld(Math.floor(minutes / HOUR_MINUTES))
}
