/** What a touch stands for: the signature of a writer, or of whoever verified. */
export const TOUCH_ACTS = ['sign', 'verify'] as const
export type TouchAct = (typeof TOUCH_ACTS)[number]

/** One report that a touch stands under. */
export interface TouchedReport {
  report_id: string
  /** The server's revision that its author had before the eyes; 0 where there was none yet. */
  rev: number
  /** SHA-256 (hex) of its exact text. */
  hash: string
}

export interface TouchContent {
  act: TouchAct
  /** The person who touched. */
  author: string
  /** When, by the device's clock put right by the server's: ISO 8601. */
  at: string
  reports: readonly TouchedReport[]
  /** The addenda that stood under the reports: a verification stands behind them too. */
  addenda?: readonly string[]
}

/** Names the form below, so that another form can never be taken for it. */
const FORM = 'readroom-touch-1'

/**
 * The canonical text whose SHA-256 a passkey signs as its challenge. It names the texts by their hashes, so that anybody
 * who holds a paper can check it, and nothing of a patient. Its lines hold ids, numbers and hashes only, so no field can run
 * into the next. The order of reports and addenda says nothing.
 */
export function touchContent({ act, author, at, reports, addenda = [] }: TouchContent): string {
  const ofReports = reports
    .toSorted((a, b) => compare(a.report_id, b.report_id))
    .map(({ report_id, rev, hash }) => `report ${report_id} ${rev} ${hash}`)
  const ofAddenda = addenda.toSorted(compare).map((id) => `addendum ${id}`)
  return [FORM, `act ${act}`, `author ${author}`, `at ${at}`, ...ofReports, ...ofAddenda].join('\n')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A passkey's counter as it stood at a moment. */
export interface CountedUse {
  at: number
  counter: number
}

/** Clocks of devices and server may be so far apart, in milliseconds. */
export const TOUCH_CLOCK_MS = 10 * 60_000

/**
 * Whether a counter fits among the uses of a passkey that are known: higher than at each earlier use and lower than at
 * each later one, because what was signed without a network arrives after what was done since. Uses closer than
 * TOUCH_CLOCK_MS must only differ. Passkeys that do not count stay at 0. Times in milliseconds.
 */
export function isCounterInOrder(use: CountedUse, known: readonly CountedUse[]): boolean {
  return known.every((other) => {
    if (use.counter === 0 && other.counter === 0) return true
    if (Math.abs(other.at - use.at) <= TOUCH_CLOCK_MS) return other.counter !== use.counter
    return other.at < use.at ? other.counter < use.counter : other.counter > use.counter
  })
}

/** The beginning of a key's SHA-256 (hex), as papers and people show it: four groups of four. */
export const shortFingerprint = (hash: string): string =>
  (hash.slice(0, 16).match(/.{4}/g) ?? []).join(' ').toUpperCase()
