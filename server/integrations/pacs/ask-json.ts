import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { OutgoingError, type OutgoingReason } from '#server/kernel/way-out/outgoing-error.ts'
import { askImageServer } from './ask-image-server.ts'
import { type ImageServerAccount, ImageServerError, type ImageServerSettings } from './image-server.ts'
import { pauseOf } from './pause-of.ts'

/** The longest wait for a complete response, from the moment the request is sent. */
export const ANSWER_MS = 5_000
/** A page of a hundred headers is about a tenth of this; a larger response does not match the request. */
export const ANSWER_BYTES = 4 * 1024 * 1024

export interface JsonQuestion {
  /** Relative to the server's address. */
  path: string
  /** Sent as POST if present. */
  body?: string
  signal: AbortSignal
  /** The error message for a 404; without it, a 404 means an empty result. */
  notFound?: string
  /** The longest wait for a complete response; default ANSWER_MS. */
  answerMs?: number
}

/**
 * Requests JSON from an image server. Returns undefined for an empty result (204, and 404 unless the request defines
 * an error for it). Every failure is an ImageServerError: a response must be complete within ANSWER_MS and
 * ANSWER_BYTES.
 */
export async function askJson(settings: ImageServerSettings, question: JsonQuestion): Promise<unknown> {
  return (await askJsonPart(settings, question)).answer
}

/**
 * Does the same as askJson; also returns whether the server reports a partial result (206, or the warning 299 of
 * QIDO-RS).
 */
export async function askJsonPart(
  settings: ImageServerSettings,
  question: JsonQuestion,
): Promise<{ answer: unknown; isPart: boolean }> {
  const answerMs = question.answerMs ?? ANSWER_MS
  const wait: { timer?: AbortSignal } = {}
  // Obtaining a token before the request has its own time-out.
  const begin = () => {
    wait.timer = AbortSignal.timeout(answerMs)
    return AbortSignal.any([wait.timer, question.signal])
  }
  let hasBegun = false
  try {
    const response = await send(settings, question, begin)
    hasBegun = true
    if (response.status === 204 || response.status === 404) {
      await response.body?.cancel()
      if (response.status === 404 && question.notFound !== undefined)
        throw new ImageServerError('nonsense', question.notFound)
      return { answer: undefined, isPart: false }
    }
    return { answer: parse(await readText(response)), isPart: isPartOf(response) }
  } catch (error) {
    if (hasBegun && wait.timer?.aborted)
      throw new ImageServerError('slow', `The image server did not answer within ${answerMs / 1000} seconds.`)
    throw explain(error, wait.timer)
  }
}

const isPartOf = ({ status, headers }: Response) =>
  status === 206 || /(?:^|,)\s*299\b/.test(headers.get('warning') ?? '')

async function send(
  settings: ImageServerSettings,
  { path, body, signal }: JsonQuestion,
  begin: () => AbortSignal,
): Promise<Response> {
  const response = await askImageServer(settings, path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/dicom+json, application/json' },
    ...(body !== undefined && { body }),
    signal,
    begin,
  })
  const refusal = refusalOf(response, settings)
  if (refusal) {
    await response.body?.cancel()
    throw refusal
  }
  return response
}

/** Returns the error of an unsuccessful status; undefined for a success, and for 404, which means an empty result. */
export function refusalOf(
  { status, headers }: Response,
  { account }: Pick<ImageServerSettings, 'account'>,
): ImageServerError | undefined {
  const pauseMs = pauseOf(headers)
  if (status === 429 || (status === 503 && pauseMs !== undefined)) return askedToPause(status, pauseMs)
  if (status === 401 || status === 403) return new ImageServerError('down', REFUSED[account.kind])
  if (status >= 500) return new ImageServerError('down', `The image server answers with error ${status}.`)
  if (status >= 300 && status !== 404)
    return new ImageServerError('nonsense', `The image server answers with status ${status}.`, {
      isTooBroad: TOO_BROAD.includes(status),
    })
  return undefined
}

/** The messages for 401 and 403, by kind of sign-in. */
const REFUSED: Readonly<Record<ImageServerAccount['kind'], string>> = {
  basic: 'The image server refuses the user name or the password.',
  oauth: 'The image server refuses the token that the token address gave.',
  none: 'The image server asks for an account, or refuses the client certificate.',
}

/**
 * The statuses with which servers refuse a query that matches too much: dcm4chee-arc sends 413, before 5.33 it sent
 * 400.
 */
const TOO_BROAD: readonly number[] = [400, 413, 422]
const USUAL_PAUSE_MS = 30_000

function askedToPause(status: number, pauseMs = USUAL_PAUSE_MS): ImageServerError {
  const seconds = Math.ceil(pauseMs / 1000)
  const words = `The image server asks for a pause of ${seconds === 1 ? 'one second' : `${seconds} seconds`} (${status}).`
  return new ImageServerError('slow', words, { pauseMs })
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    // Counted after decompression, so that a small response cannot expand to a huge one.
    if (size > ANSWER_BYTES)
      throw new ImageServerError('nonsense', 'The answer of the image server is too large.', {
        isTooBroad: true,
      })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The deepest nesting of a study's header; a million brackets would overflow the stack of recursive code. */
const MAX_DEPTH = 40

function parse(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    if (isTooDeep(text))
      throw new ImageServerError('nonsense', 'The answer of the image server is nested too deeply.')
    return answer
  } catch (error) {
    if (error instanceof ImageServerError) throw error
    throw new ImageServerError('nonsense', 'The answer of the image server is not JSON.', { cause: error })
  }
}

/** Counts brackets outside strings of a valid JSON text. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Converts every failure of a request to one of the three faults; our own abort stays as it is. */
export function explain(error: unknown, timer: AbortSignal | undefined): unknown {
  if (error instanceof ImageServerError) return error
  if (error instanceof OutgoingError) return new ImageServerError('down', wordsOf(error), { cause: error })
  if (!timer?.aborted && error instanceof Error && error.name === 'AbortError') return error
  const cause = new OutgoingError('no_answer', { cause: error })
  return new ImageServerError('down', NO_ANSWER.no_answer, { cause })
}

function wordsOf(error: OutgoingError): string {
  const fault = certificateFault(error)
  return fault === undefined ? NO_ANSWER[error.reason] : `The certificate of the image server ${fault}.`
}

/** One message per reason for failures before a response, so that it does not reveal whether a port is open. */
export const NO_ANSWER: Readonly<Record<OutgoingReason, string>> = {
  not_allowed: 'This server does not call the address of the image server.',
  not_found: 'The name of the image server was not found.',
  no_answer: 'The image server did not answer.',
}
