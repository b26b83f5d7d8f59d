/** The present faults of the network between a device and its server. Shares are of the write requests. */
export interface Weather {
  roundTripMs: number
  /** In each direction, shared by all transfers; no limit if absent. */
  bitsPerSecond?: number
  /** Cut before the server receives them. */
  lostRequests?: number
  /** Executed, but the response is cut. */
  lostAnswers?: number
  /** Answered by a gateway with 503 and Retry-After: 1; the server does not receive them. */
  busy?: number
  /** Nothing passes: connections are reset. */
  isDown?: boolean
}

export const FAIR: Weather = { roundTripMs: 200 }
export const DOWN: Weather = { roundTripMs: 200, isDown: true }

/** The fate of one request. */
export type Fate = 'pass' | 'lose-request' | 'lose-answer' | 'busy'

/** Draws a fate: one number for each request, so that a seed gives every contender the same faults. */
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
