import { getDevice } from '#src/sync/current-device.ts'
import { timeAcknowledgement } from './acknowledgement.ts'
import { watchCatchUp } from './catching-up.ts'
import { keepAll, untilOffline, watchDrain } from './draining.ts'
import { timeHandOver } from './hand-over.ts'
import { timeJournal } from './journal-cost.ts'
import { timeOpening } from './opening.ts'
import { timeTouch, timeUnlock } from './unlocking.ts'

/** The functions of our page for the figures; they are on its window as `figures`. */
export const PAGE_FIGURES = {
  timeAcknowledgement,
  timeJournal,
  keepAll,
  untilOffline,
  watchDrain,
  watchCatchUp,
  timeHandOver,
  timeTouch,
  timeUnlock,
  timeOpening,
  /** The device does nothing automatically from here on. */
  rest: () => getDevice().pause(),
  ownId: () => getDevice().author.userId,
}

declare global {
  var figures: typeof PAGE_FIGURES
}

globalThis.figures = PAGE_FIGURES
