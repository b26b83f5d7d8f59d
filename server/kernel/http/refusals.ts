import type { FastifyReply } from 'fastify'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import { ERROR_CODES, type ErrorBody, Refusal } from '#contract/kernel/error-codes.ts'
import { REFUSAL_HEADER } from '#contract/kernel/refusal-header.ts'
import { canRunAgain, isDatabaseGone, isLockTimeout } from '../database/errors.ts'

/** Returns status and body of a refusal, on `base` (the second base marks an ended session). */
export function refusalAnswer(refusal: Refusal, base: Base | undefined): { status: number; body: ErrorBody } {
  const { status } = ERROR_CODES[refusal.code]
  if (refusal.code === 'signed_out')
    return { status, body: { ...BASES[base ?? 'api'].signedOut, ...refusal.extra } }
  return { status, body: { message: refusal.message, code: refusal.code, ...refusal.extra } }
}

/** Sends a refusal, with Retry-After if it says when to try again. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, base: Base | undefined): FastifyReply {
  const { status, body } = refusalAnswer(refusal, base)
  if (body.retry_after !== undefined) reply.header('retry-after', String(body.retry_after))
  reply.headers({ 'cache-control': 'no-store', [REFUSAL_HEADER]: refusal.code })
  return reply.code(status).send(body)
}

/** PostgreSQL's code for a statement that took longer than the pool allows. */
const QUERY_CANCELED = '57014'

/** Fastify errors for requests that are too large. Its other 4xx errors are `malformed`. */
const TOO_LARGE = new Set([
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_REQ_FILE_TOO_LARGE',
  'FST_PARTS_LIMIT',
  'FST_FILES_LIMIT',
  'FST_FIELDS_LIMIT',
])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Turns an error into a refusal. Only refusals reach the sender as they are; for anything unexpected the sender learns
 * only that it happened (`internal`), because an error's text may contain a patient's data.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (TOO_LARGE.has(code)) return new Refusal('too_large')
  if (code.startsWith('FST_') && isSendersFault(error)) return new Refusal('malformed')
  return databaseRefusal(error) ?? new Refusal('internal')
}

const isSendersFault = (error: unknown) => {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return status >= 400 && status < 500
}

// Returns the refusal for a lock or an unavailable database: both pass by themselves. Whether a commit took
// effect when the database went away is unknown here; the command log knows.
function databaseRefusal(error: unknown): Refusal | undefined {
  if (isLockTimeout(error) || canRunAgain(error))
    return new Refusal('in_progress', undefined, { retry_after: 1 })
  const isOverdue = codeOf(error) === QUERY_CANCELED
  return isOverdue || isDatabaseGone(error)
    ? new Refusal('unavailable', undefined, { retry_after: 2 })
    : undefined
}
