import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { OutgoingError, type OutgoingReason } from '#server/kernel/way-out/outgoing-error.ts'
import type { TlsIdentity } from '#server/kernel/way-out/tls-identity.ts'
import { ImageServerError, type ImageServerFault, type ImageServerSettings } from './image-server.ts'
import { pauseOf } from './pause-of.ts'

/** The source of tokens for an image server: OAuth2 client credentials (RFC 6749 section 4.4). */
export interface TokenGiver {
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** Empty if the token server uses its default. */
  scope: string
  /** Sends id and secret as basic authentication, or in the body. */
  by: 'client_secret_basic' | 'client_secret_post'
  /** The client certificate with its key and further authorities; a token may be bound to it. */
  identity: TlsIdentity
  /**
   * The client whose outgoing connection rules apply; another client may not be allowed to reach the token address.
   */
  ownerId: string
}

/** A received token. */
export interface GivenToken {
  value: string
  /** The validity in milliseconds, from the moment of the request. */
  lifetimeMs: number
}

/** Thrown if the token address returned no token; the message is for a person and contains no id, secret or token. */
export class TokenError extends ImageServerError {
  constructor(fault: ImageServerFault, message: string, options: { cause?: unknown; pauseMs?: number } = {}) {
    super(fault, message, options)
    this.name = 'TokenError'
  }
}

/** The longest wait for a token; the wait for the image server's response starts after it. */
export const TOKEN_MS = 4_000
const ANSWER_BYTES = 65_536
/** Used for a token without a stated lifetime. */
const UNSAID_LIFETIME_S = 300
const LONGEST_LIFETIME_S = 86_400
/** It is sent in a header. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/

/** The settings of an image server that a token request needs. */
export type TokenQuestion = TokenGiver & Pick<ImageServerSettings, 'tls' | 'out'>

/**
 * Requests a token once, follows no redirect, and presents the client certificate if requested. Throws TokenError.
 */
export async function askToken(question: TokenQuestion): Promise<GivenToken> {
  const timer = AbortSignal.timeout(TOKEN_MS)
  try {
    const response = await askWeb(question.out, question.tokenUrl, {
      method: 'POST',
      ...requestOf(question),
      tls: question.tls,
      signal: timer,
    })
    return tokenIn(response, await readShort(response))
  } catch (error) {
    if (error instanceof TokenError) throw error
    const cause = error instanceof OutgoingError ? error : new OutgoingError('no_answer', { cause: error })
    const fault = certificateFault(cause)
    const words =
      fault === undefined ? NO_ANSWER[cause.reason] : `The certificate of the token address ${fault}.`
    throw new TokenError('down', words, { cause })
  }
}

const NO_ANSWER: Readonly<Record<OutgoingReason, string>> = {
  not_allowed: 'This server does not call the token address.',
  not_found: 'The name of the token address was not found.',
  no_answer: 'The token address did not answer.',
}

function requestOf({ by, clientId, clientSecret, scope }: TokenGiver) {
  const isByPost = by === 'client_secret_post'
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope !== '' && { scope }),
    ...(isByPost && { client_id: clientId, client_secret: clientSecret }),
  })
  const account = Buffer.from(`${formCoded(clientId)}:${formCoded(clientSecret)}`).toString('base64')
  return {
    body: body.toString(),
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!isByPost && { authorization: `Basic ${account}` }),
    },
  }
}

// RFC 6749 section 2.3.1: both are form-encoded before they are used as user and password.
const formCoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

async function readShort(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > ANSWER_BYTES) throw new TokenError('nonsense', 'The answer of the token address is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function tokenIn({ status, headers }: Response, text: string): GivenToken {
  const answer = jsonIn(text)
  if (status < 200 || status > 299) throw refusalOf(status, headers, answer.error)
  const { access_token: value, token_type: type, expires_in: seconds } = answer
  if (typeof value !== 'string' || !TOKEN.test(value))
    throw new TokenError('nonsense', 'The answer of the token address holds no token.')
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer')
    throw new TokenError('nonsense', 'The token address gives tokens of a kind that is not known here.')
  // Some token servers send the number as a text.
  const said = Number(seconds ?? UNSAID_LIFETIME_S)
  const lifetime = said > 0 ? Math.min(said, LONGEST_LIFETIME_S) : UNSAID_LIFETIME_S
  return { value, lifetimeMs: lifetime * 1000 }
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The errors of RFC 6749 section 5.2, with the form's field to check. */
const REFUSALS: Readonly<Record<string, string>> = {
  invalid_client: 'The token address refused the client id or secret.',
  invalid_scope: 'The token address refused the scope.',
  unauthorized_client: 'The token address gives this client id no token by client credentials.',
  unsupported_grant_type: 'The token address gives no tokens by client credentials.',
}

function refusalOf(status: number, headers: Headers, error: unknown): TokenError {
  const known = typeof error === 'string' && Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined
  if (known !== undefined) return new TokenError('down', known)
  if (status === 401 || status === 403)
    return new TokenError('down', 'The token address refused the client id or secret.')
  const pauseMs = pauseOf(headers)
  if (status === 429 || (status === 503 && pauseMs !== undefined))
    return new TokenError('slow', `The token address asks for a pause (${status}).`, {
      pauseMs: pauseMs ?? 30_000,
    })
  if (status >= 500) return new TokenError('down', `The token address answers with error ${status}.`)
  if (status >= 300 && status < 400)
    return new TokenError(
      'nonsense',
      `The token address sends us to another address (${status}), which is not followed.`,
    )
  return new TokenError('nonsense', `The token address answers with status ${status} instead of a token.`)
}
