import type { CommandAnswer } from '#contract/calls/sync.ts'
import { SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { retryCeilingMs } from '#domain/time/intervals.ts'
import type { LastError } from '#src/db/work-database.ts'
import { ApiError, findErrorBody, OfflineError } from '../api/errors.ts'

/**
 * What a delivery came to. `again`: try later, for ever. `session`: the lane waits for sign-in. `parked`: a person must
 * decide.
 */
export type Outcome =
  | { kind: 'acked'; answer: CommandAnswer }
  | { kind: 'again'; error: FailedTry; retryAfterMs?: number }
  | { kind: 'session'; error: FailedTry }
  | { kind: 'parked'; error: FailedTry; refusal: ErrorBody }

type FailedTry = Omit<LastError, 'at'>

/** The refusals that pass by themselves (SYNC.md "Outbox"); 424 waits for what it depends on. */
const PASSING = [408, 424, 425, 429]
/** 401 is what a gateway in between says of a session; ours says 403. */
const SESSION = [401, SIGNED_OUT_STATUS]

/** Decides by status and code, never by words, what an answer means for its command. */
export function outcomeOf(answer: CommandAnswer): Outcome {
  const { status, body } = answer
  if (status >= 200 && status < 300) return { kind: 'acked', answer }
  return refusalOutcome(status, findErrorBody(body))
}

/** The same for a whole delivery that failed: `isAlone` says that it held one command, whose fault it then is. */
export function outcomeOfFailure(problem: unknown, isAlone: boolean): Outcome | 'split' {
  if (!(problem instanceof ApiError)) {
    const retryAfterMs = problem instanceof OfflineError ? problem.retryAfterMs : undefined
    return { kind: 'again', error: { kind: 'network', status: undefined, code: undefined }, retryAfterMs }
  }
  const outcome = refusalOutcome(problem.status, problem.body)
  // One bad command must not stop the others of its batch: they are sent apart.
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
 * How long to wait before try number `attempt` + 1: full jitter below a doubling ceiling, so that a thousand devices
 * do not come back at once; never before the server said.
 */
export function waitBeforeRetryMs(attempt: number, random: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.ceil(retryCeilingMs(attempt) * random))
}
