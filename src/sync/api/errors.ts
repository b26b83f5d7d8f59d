import { ERROR_CODES, type ErrorBody, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { REFUSAL_HEADER } from '#contract/kernel/refusal-header.ts'

/** The server answered and refused; decide by status and code, never by the message. */
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

/** No answer came from our server: no network, a timeout, or another host's page in between. */
export class OfflineError extends Error {
  /** A gateway in between may set the pause before a retry. */
  readonly retryAfterMs: number | undefined

  constructor(cause?: unknown, retryAfterMs?: number) {
    super('The server cannot be reached now.', { cause })
    this.name = 'OfflineError'
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Returns the refusal in `body`, or undefined if it is not one of ours (a proxy's or a hotel's page). A code that this
 * build does not know belongs to a newer server if `mark`, the response's REFUSAL_HEADER, names it too: it becomes
 * `refused`, with the server's message.
 */
export function findErrorBody(body: unknown, mark?: string | null): ErrorBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { code, message } = body as Partial<ErrorBody>
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  if (code in ERROR_CODES) return body as ErrorBody
  return code === mark ? { ...body, message, code: 'refused' } : undefined
}

/** The refusal of one command within an answer of the server: any code in it is the server's. */
export const commandRefusal = (body: unknown): ErrorBody | undefined =>
  findErrorBody(body, (body as { code?: string } | undefined | null)?.code)

/** The same for a response whose body was read. */
export const refusalOf = (response: Response, body: unknown): ErrorBody | undefined =>
  findErrorBody(body, response.headers.get(REFUSAL_HEADER))
