import type { SealedAnswer } from '#contract/calls/delivery.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import { SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { lostCeilingMs, retryCeilingMs } from '#domain/time/retry-waits.ts'
import type { LastError } from '#src/db/work-database.ts'
import { ApiError, commandRefusal, OfflineError } from '../api/errors.ts'

/** What the server says of an effect; its records only by the door that opens with a session. */
export type Effected = Pick<CommandAnswer, 'pos' | 'rev' | 'flags' | 'receipt'> & { body?: unknown }

/**
 * What a delivery came to. `ran`: not the command took effect but the one that it should have taken the place of.
 * `again`: try later, for ever. `session`: the lane waits for sign-in. `parked`: a person must decide.
 */
export type Outcome =
  | { kind: 'acked'; answer: Effected }
  | { kind: 'ran'; ran: string; answer: Effected }
  | { kind: 'again'; error: FailedTry; retryAfterMs?: number }
  | { kind: 'session'; error: FailedTry }
  | { kind: 'parked'; error: FailedTry; refusal: ErrorBody }

type FailedTry = Omit<LastError, 'at'>

/** The refusals that pass by themselves (docs/sync.md#outbox); 424 waits for what it depends on. */
const PASSING = [408, 424, 425, 429]
/** 401 is what a gateway in between says of a session; ours says 403. */
const SESSION = [401, SIGNED_OUT_STATUS]
/** What the sealed door says of the device and not of the change. */
const OF_DEVICE: readonly ErrorCode[] = ['device_revoked', 'unknown_key', 'bad_signature', 'held']

/** Decides by status and code, never by words, what an answer means for its command. */
export function outcomeOf(answer: CommandAnswer): Outcome {
  const { status, body } = answer
  return isEffect(answer) ? effectOutcome(answer) : refusalOutcome(status, commandRefusal(body))
}

/**
 * The same for a command that was delivered without a session. What the server says of the device or its keys is no
 * fault of the change: it waits for its person, whose session brings it by the other door.
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

/** The same where nobody answered and nobody asked for a pause: the first retry follows soon. */
export function waitAfterLossMs(attempt: number, random: number): number {
  return Math.ceil(lostCeilingMs(attempt) * random)
}

/** The same for a call that failed by `error`. */
export function waitAfterErrorMs(error: unknown, attempt: number, random: number): number {
  const outcome = outcomeOfFailure(error, true)
  const retryAfterMs = outcome !== 'split' && outcome.kind === 'again' ? outcome.retryAfterMs : undefined
  const isLost = error instanceof OfflineError && retryAfterMs === undefined
  return isLost ? waitAfterLossMs(attempt, random) : waitBeforeRetryMs(attempt, random, retryAfterMs)
}
