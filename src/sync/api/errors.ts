import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#contract/kernel/error-codes.ts'

/** The server answered and refused; decisions are made by status and code, never by the words. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.fields = body.fields
    this.body = body
  }
}

/** No answer of our server came back: no network, a time-out, or somebody else's page in between. */
export class OfflineError extends Error {
  /** A gateway in between may say when to come back. */
  readonly retryAfterMs: number | undefined

  constructor(cause?: unknown, retryAfterMs?: number) {
    super('The server cannot be reached now.', { cause })
    this.name = 'OfflineError'
    this.retryAfterMs = retryAfterMs
  }
}

/** The refusal in `body`, or undefined where it is not one of ours (a proxy's or a hotel's page). */
export function findErrorBody(body: unknown): ErrorBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { code, message } = body as Partial<ErrorBody>
  const isOurs = typeof code === 'string' && code in ERROR_CODES && typeof message === 'string'
  return isOurs ? (body as ErrorBody) : undefined
}
