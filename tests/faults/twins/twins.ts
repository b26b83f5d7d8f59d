import { baseWithoutEpoch } from './base-without-epoch.ts'
import { calendarUnasked } from './calendar-unasked.ts'
import { cursorBySequence } from './cursor-by-sequence.ts'
import { draftsNotCounted } from './drafts-not-counted.ts'
import { journalDropped } from './journal-dropped.ts'
import { newKeyPerRetry } from './new-key-per-retry.ts'
import { noFencing } from './no-fencing.ts'
import { offlineAtTheClick } from './offline-at-the-click.ts'
import { olderRevisions } from './older-revisions.ts'
import { pokeToEverybody, pokeToNobody } from './pokes.ts'
import { receiptBehindVisit } from './receipt-behind-visit.ts'
import { refusalStored } from './refusal-stored.ts'
import { removeBeforeSend } from './remove-before-send.ts'
import { retryByWords } from './retry-by-words.ts'
import { toldEarly } from './told-early.ts'
import type { Twin } from './twin.ts'
import { unaskedTakeover } from './unasked-takeover.ts'

/** Every variant that the laboratory must detect. */
export const TWINS: readonly Twin[] = [
  removeBeforeSend,
  newKeyPerRetry,
  cursorBySequence,
  noFencing,
  refusalStored,
  toldEarly,
  retryByWords,
  olderRevisions,
  journalDropped,
  baseWithoutEpoch,
  offlineAtTheClick,
  draftsNotCounted,
  receiptBehindVisit,
  calendarUnasked,
  pokeToEverybody,
  pokeToNobody,
  unaskedTakeover,
]
