/** The longest wait before the first retry of an unanswered request: one lost packet is no sign of load. */
export const RETRY_LOST_MS = 100
/** First and longest wait between two tries of an outbox row; full jitter picks a value between 0 and the wait. */
export const RETRY_BASE_MS = 500
export const RETRY_CAP_MS = 60_000

/**
 * The longest wait before try number `attempt` (the first retry is 1): doubles from RETRY_BASE_MS to RETRY_CAP_MS.
 * The caller draws the real wait between 0 and this (full jitter).
 */
export function retryCeilingMs(attempt: number): number {
  const doublings = Math.min(Math.max(attempt, 1) - 1, 30)
  return Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** doublings)
}

/**
 * The longest wait before retry number `attempt` of an unanswered request: the first one follows soon, because
 * only this request may have been lost; from the second one on retryCeilingMs applies.
 */
export function lostCeilingMs(attempt: number): number {
  return attempt <= 1 ? RETRY_LOST_MS : retryCeilingMs(attempt - 1)
}
