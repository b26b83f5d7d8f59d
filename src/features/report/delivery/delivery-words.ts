import { formatMoment } from '#domain/time/formats.ts'
import type { ReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'

/** The editor's own knowledge about its text. */
export interface TypingState {
  isDirty: boolean
  /** Whether the device could not store it. */
  hasProblem: boolean
}

export type DeliveryTone = 'quiet' | 'busy' | 'good' | 'bad'

export interface DeliveryWords {
  words: string
  tone: DeliveryTone
}

/**
 * Returns where the text is stored, in the words of docs/sync.md: never just "Saved". Text that is only in
 * this page comes first, because it could be lost.
 */
export function deliveryInWords(
  typing: TypingState,
  { state, at }: Pick<ReportDelivery, 'state' | 'at'>,
  now: Date,
  zone: string,
): DeliveryWords {
  if (typing.hasProblem) return { words: WORDS.notKept, tone: 'bad' }
  if (typing.isDirty) return { words: WORDS.writing, tone: 'busy' }
  const time = at && formatMoment(at, now, zone)
  if (state === 'needs_you') return { words: WORDS.needsYou, tone: 'bad' }
  if (state === 'sending') return { words: WORDS.sending, tone: 'busy' }
  if (state === 'device') return { words: time ? WORDS.onDevice(time) : WORDS.onDeviceNow, tone: 'quiet' }
  if (state === 'server') return { words: time ? WORDS.onServer(time) : WORDS.onServerNow, tone: 'good' }
  return { words: WORDS.noChanges, tone: 'quiet' }
}
