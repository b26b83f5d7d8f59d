import type { SealedAnswer } from '#contract/calls/delivery.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import { SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { lostCeilingMs, retryCeilingMs } from '#domain/time/retry-waits.ts'
import type { LastError } from '#src/db/work-database.ts'
import { ApiError, commandRefusal, OfflineError } from '#src/sync/api/errors.ts'

/** The server's answer for a command that took effect; only the endpoint with a session returns records. */
export type Effected = Pick<CommandAnswer, 'pos' | 'rev' | 'flags' | 'receipt'> & { body?: unknown }

/**
 * The outcome of a delivery. `ran`: the command that this one should have replaced took effect instead.
 * `again`: retry later, without limit. `session`: the lane waits for sign-in. `parked`: a person must decide.
 */
export type Outcome =
  | { kind: 'acked'; answer: Effected }
  | { kind: 'ran'; ran: string; answer: Effected }
  | { kind: 'again'; error: FailedTry; retryAfterMs?: number }
  | { kind: 'session'; error: FailedTry }
  | { kind: 'parked'; error: FailedTry; refusal: ErrorBody }

type FailedTry = Omit<LastError, 'at'>

/** Temporary refusals (docs/sync.md#outbox); 424 waits for a dependency. */
const PASSING = [408, 424, 425, 429]
/** A gateway reports a missing session as 401; our server reports it as 403. */
const SESSION = [401, SIGNED_OUT_STATUS]
/** Codes of the sealed endpoint that concern the device and not the change. */
const OF_DEVICE: readonly ErrorCode[] = ['device_revoked', 'unknown_key', 'bad_signature', 'held']

/** Maps an answer to the outcome of its command, by status and code, never by message. */
export function outcomeOf(answer: CommandAnswer): Outcome {
  const { status, body } = answer
  return isEffect(answer) ? effectOutcome(answer) : refusalOutcome(status, commandRefusal(body))
}

/**
 * The same for a command that was delivered without a session. A problem with the device or its keys is not the fault
 * of the change: it waits for its author, whose session sends it through the other endpoint.
 */
export function outcomeOfSealed(answer: SealedAnswer): Outcome {
  if (isEffect(answer)) return effectOutcome(answer)
  const { status, code, retry_after } = answer
  if (code && OF_DEVICE.includes(code)) return { kind: 'session', error: { kind: 'session', status, code } }
  const isKnown = code !== undefined && code in ERROR_CODES
  return refusalOutcome(
    status,
    isKnown ? { code, message: ERROR_CODES[code].message, retry_after } : undefined,
  )
}

const isEffect = ({ status }: { status: number }) => status >= 200 && status < 300

function effectOutcome(answer: Effected & { ran?: string | undefined }): Outcome {
  return answer.ran === undefined ? { kind: 'acked', answer } : { kind: 'ran', ran: answer.ran, answer }
}

/** The same for a whole delivery that failed: `isAlone` if it held one command, which is then at fault. */
export function outcomeOfFailure(problem: unknown, isAlone: boolean): Outcome | 'split' {
  if (!(problem instanceof ApiError)) {
    const retryAfterMs = problem instanceof OfflineError ? problem.retryAfterMs : undefined
    return { kind: 'again', error: { kind: 'network', status: undefined, code: undefined }, retryAfterMs }
  }
  const outcome = refusalOutcome(problem.status, problem.body)
  // One bad command must not stop the others of its batch: they are sent separately.
  return outcome.kind === 'parked' && !isAlone ? 'split' : outcome
}

function refusalOutcome(status: number, refusal: ErrorBody | undefined): Outcome {
  const code = refusal?.code
  if (SESSION.includes(status)) return { kind: 'session', error: { kind: 'session', status, code } }
  if (status >= 500 || PASSING.includes(status)) {
    const kind = status === 424 ? 'dependency' : 'server'
    const seconds = refusal?.retry_after
    const retryAfterMs = seconds === undefined ? undefined : seconds * 1000
    return { kind: 'again', error: { kind, status, code }, retryAfterMs }
  }
  const words = refusal ?? { message: `The server refused this change (${status}).`, code: 'refused' }
  return { kind: 'parked', error: { kind: 'refused', status, code }, refusal: words }
}

/**
 * The wait before try number `attempt` + 1, in milliseconds: full jitter below a doubling ceiling, so that 1,000
 * devices do not return at once; never shorter than the server asked for.
 */
export function waitBeforeRetryMs(attempt: number, random: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.ceil(retryCeilingMs(attempt) * random))
}

/** The same if no answer came and no pause was asked for: the first retry follows soon. */
export function waitAfterLossMs(attempt: number, random: number): number {
  return Math.ceil(lostCeilingMs(attempt) * random)
}

/** The same for a call that failed with `error`. */
export function waitAfterErrorMs(error: unknown, attempt: number, random: number): number {
  const outcome = outcomeOfFailure(error, true)
  const retryAfterMs = outcome !== 'split' && outcome.kind === 'again' ? outcome.retryAfterMs : undefined
  const isLost = error instanceof OfflineError && retryAfterMs === undefined
  return isLost ? waitAfterLossMs(attempt, random) : waitBeforeRetryMs(attempt, random, retryAfterMs)
}
