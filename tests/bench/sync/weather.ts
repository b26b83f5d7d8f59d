/** What the network between a device and its server is like at the moment. Shares are of the requests that write. */
export interface Weather {
  roundTripMs: number
  /** Each way, shared by all that is on its way; no limit where absent. */
  bitsPerSecond?: number
  /** Cut before the server has them. */
  lostRequests?: number
  /** Carried out, but the answer is cut off. */
  lostAnswers?: number
  /** Answered by a gateway with 503 and Retry-After: 1; the server never sees them. */
  busy?: number
  /** Nothing comes through: connections are reset. */
  isDown?: boolean
}

export const FAIR: Weather = { roundTripMs: 200 }
export const DOWN: Weather = { roundTripMs: 200, isDown: true }

/** What happens to one request. */
export type Fate = 'pass' | 'lose-request' | 'lose-answer' | 'busy'

/** Draws a fate: one number for each request, so that a seed means the same for every contender. */
export function fateOf(
  { lostRequests = 0, lostAnswers = 0, busy = 0 }: Weather,
  isWrite: boolean,
  draw: () => number,
): Fate {
  if (!isWrite) return 'pass'
  const drawn = draw()
  if (drawn < lostRequests) return 'lose-request'
  if (drawn < lostRequests + lostAnswers) return 'lose-answer'
  return drawn < lostRequests + lostAnswers + busy ? 'busy' : 'pass'
}
