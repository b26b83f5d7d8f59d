/** Deadlock and serialization failure: nothing was wrong with the work, only with the moment. */
const TRY_AGAIN = new Set(['40P01', '40001'])
/** What the system says where nobody listens: PostgreSQL is being started again. */
const NOBODY_THERE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What pg and its pool say of a dropped connection or of none that came free; they give these errors no code. */
const DROPPED =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** True where a statement that a connection keeps planned no longer fits, because a table was changed meanwhile. */
export const isPlanOutdated = (error: unknown): boolean => codeOf(error) === '0A000'

/** True where running the same transaction again is likely to succeed. */
export const canRunAgain = (error: unknown): boolean => TRY_AGAIN.has(codeOf(error)) || isPlanOutdated(error)

/** True where a lock was waited for in vain (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/**
 * True where the database could not be reached or went away: the caller may come back in a moment. Whether a commit
 * that was under way took effect is not known then; exactly-once is the command log's promise, not the connection's.
 */
export function isDatabaseGone(error: unknown): boolean {
  const code = codeOf(error)
  // 08 connection exception, 57P operator intervention (shutdown, crash, starting up), 53300 too many connections.
  if (/^(08...|57P0[123]|53300)$/.test(code) || NOBODY_THERE.has(code)) return true
  return code === '' && error instanceof Error && DROPPED.test(error.message)
}
