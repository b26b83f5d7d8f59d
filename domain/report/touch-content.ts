/** What a touch means: the writer's signature, or a verification. */
export const TOUCH_ACTS = ['sign', 'verify'] as const
export type TouchAct = (typeof TOUCH_ACTS)[number]

/** One report that a touch covers. */
export interface TouchedReport {
  report_id: string
  /** The server revision that its author saw; 0 if there was none yet. */
  rev: number
  /** SHA-256 (hex) of its exact text. */
  hash: string
}

export interface TouchContent {
  act: TouchAct
  /** The person who touched. */
  author: string
  /** When, by the device's clock corrected by the server's: ISO 8601. */
  at: string
  reports: readonly TouchedReport[]
  /** The addenda under the reports at that time: a verification covers them too. */
  addenda?: readonly string[]
}

/** Names the format below, so that it cannot be confused with another one. */
const FORM = 'readroom-touch-1'

/**
 * The canonical text whose SHA-256 a passkey signs as its challenge. It names the texts by their hashes, so that
 * anybody with a paper copy can check it, and contains no patient data. Its lines hold only ids, numbers and hashes, so
 * fields cannot run into each other. The order of reports and addenda has no meaning.
 */
export function touchContent({ act, author, at, reports, addenda = [] }: TouchContent): string {
  const ofReports = reports
    .toSorted((a, b) => compare(a.report_id, b.report_id))
    .map(({ report_id, rev, hash }) => `report ${report_id} ${rev} ${hash}`)
  const ofAddenda = addenda.toSorted(compare).map((id) => `addendum ${id}`)
  return [FORM, `act ${act}`, `author ${author}`, `at ${at}`, ...ofReports, ...ofAddenda].join('\n')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A passkey's counter at a moment. */
export interface CountedUse {
  at: number
  counter: number
}

/** The clocks of devices and the server may differ by this much, in milliseconds. */
export const TOUCH_CLOCK_MS = 10 * 60_000

/**
 * Whether a counter fits among the known uses of a passkey: higher than at each earlier use and lower than at each
 * later one, because offline signatures arrive after later uses. Uses closer than TOUCH_CLOCK_MS must only differ.
 * Passkeys that do not count stay at 0. Times in milliseconds.
 */
export function isCounterInOrder(use: CountedUse, known: readonly CountedUse[]): boolean {
  return known.every((other) => {
    if (use.counter === 0 && other.counter === 0) return true
    if (Math.abs(other.at - use.at) <= TOUCH_CLOCK_MS) return other.counter !== use.counter
    return other.at < use.at ? other.counter < use.counter : other.counter > use.counter
  })
}

/** The start of a key's SHA-256 (hex), as shown on paper and screen: four groups of four. */
export const shortFingerprint = (hash: string): string =>
  (hash.slice(0, 16).match(/.{4}/g) ?? []).join(' ').toUpperCase()
