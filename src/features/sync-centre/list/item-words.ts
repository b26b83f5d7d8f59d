import { formatMoment } from '#domain/time/formats.ts'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { ageText } from '#src/ui/time/age-text.ts'
import { SYNC_WORDS as WORDS } from '../words.ts'

const moment = (at: Date, now: number) => formatMoment(at, new Date(now), READER_ZONE)

/** Returns the state of a change, in the four phrases of docs/sync.md#what-a-person-sees. */
export function standWords({ state, at, onServerAt }: QueueItem, now: number): string {
  if (state === 'sending') return WORDS.sending
  if (state === 'needs_you') return WORDS.needsYou
  if (state === 'flagged') return WORDS.onServer(moment(onServerAt ?? at, now))
  return WORDS.onDevice(moment(at, now))
}

/** Returns the other details in reading order: the time it was made, age, number of tries and the next try. */
export function detailWords(item: QueueItem, isOnline: boolean, now: number): string[] {
  const { state, at, attempts, nextTryAt, exportedAt } = item
  const isUnsent = state !== 'flagged'
  return [
    ...(state === 'device' ? [] : [WORDS.onDevice(moment(at, now))]),
    ...(isUnsent ? [WORDS.age(ageText(now - at.getTime()))] : []),
    ...(isUnsent && attempts > 0 ? [WORDS.tries(attempts)] : []),
    ...(state === 'device' && attempts > 0 ? nextTry(nextTryAt, isOnline, now) : []),
    ...(exportedAt ? [WORDS.exported(moment(exportedAt, now))] : []),
  ]
}

/** Returns the task left by an accepted change, e.g. `Needs slot`: the call's own name for it, as words. */
export function flagWords(flag: string): string {
  const words = flag.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function nextTry(nextTryAt: Date | undefined, isOnline: boolean, now: number): string[] {
  if (!isOnline) return [WORDS.nextTryOnline]
  const waitMs = (nextTryAt?.getTime() ?? now) - now
  return waitMs > 0 ? [WORDS.nextTry(ageText(waitMs))] : []
}
