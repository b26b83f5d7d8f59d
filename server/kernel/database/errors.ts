/** Deadlock and serialization failure: only the timing was wrong, not the work. */
const TRY_AGAIN = new Set(['40P01', '40001'])
/** System errors when nobody listens: PostgreSQL is restarting. */
const NOBODY_THERE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of pg and its pool for a dropped connection, or if none came free; these errors have no code. */
const DROPPED =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Returns true if a cached plan no longer fits its statement, because a table has changed. */
export const isPlanOutdated = (error: unknown): boolean => codeOf(error) === '0A000'

/** Returns true if running the same transaction again is likely to succeed. */
export const canRunAgain = (error: unknown): boolean => TRY_AGAIN.has(codeOf(error)) || isPlanOutdated(error)

/** Returns true if waiting for a lock timed out (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/**
 * Returns true if the database could not be reached or went away: the caller may try again in a moment.
 * Whether a running commit took effect is then unknown; exactly-once is guaranteed by the command log, not by
 * the connection.
 */
export function isDatabaseGone(error: unknown): boolean {
  const code = codeOf(error)
  // 08 connection exception, 57P operator intervention (shutdown, crash, starting up), 53300 too many connections.
  if (/^(08...|57P0[123]|53300)$/.test(code) || NOBODY_THERE.has(code)) return true
  return code === '' && error instanceof Error && DROPPED.test(error.message)
}
