import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import { OutgoingError } from '#server/kernel/way-out/outgoing-error.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { basicAuth } from '../ask-partner.ts'
import { ImageServerError } from './image-server.ts'

/** The source of a viewer's tokens (docs/masters.md#image-servers-and-branches). */
export interface TokenSource {
  endpoint: string
  /** The viewer's own name for the study's image server. */
  storage: string
  by: 'STUDY_UID' | 'ACCESSION'
  user: string
  password: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

const ANSWER_MS = 10_000
const ANSWER_BYTES = 16_384
/** A token is part of an address. */
const TOKEN = /^[\w.~+/=:-]{1,4096}$/

/**
 * Requests a token that opens one study from a viewer (MedDream's token service: `items` of `studies`, with a
 * plain-text response; a JSON text or `{ token }` is accepted too). Throws ImageServerError with a message for a
 * person.
 */
export async function generateViewerToken(
  source: TokenSource,
  study: { study_iuid: string; accession_no: string },
  signal: AbortSignal,
): Promise<string> {
  if (source.by === 'ACCESSION' && study.accession_no === '')
    throw new ImageServerError(
      'nonsense',
      'The viewer asks for the accession number, and this study has none.',
    )
  const token = tokenIn(await ask(source, bodyOf(source, study), signal))
  if (token === undefined) throw new ImageServerError('nonsense', 'The answer of the viewer is not a token.')
  return token
}

function bodyOf(
  { by, storage }: TokenSource,
  { study_iuid, accession_no }: { study_iuid: string; accession_no: string },
): string {
  const named = by === 'ACCESSION' ? { accnum: accession_no } : { study: study_iuid }
  return JSON.stringify({ items: [{ studies: { ...named, ...(storage !== '' && { storage }) } }] })
}

async function ask(source: TokenSource, body: string, signal: AbortSignal): Promise<string> {
  const timer = AbortSignal.timeout(ANSWER_MS)
  try {
    const response = await askWeb(source.out, source.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/plain, application/json',
        ...basicAuth(source.user, source.password),
      },
      body,
      signal: AbortSignal.any([timer, signal]),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw refusalOf(response.status)
    }
    return await readShort(response)
  } catch (error) {
    if (error instanceof ImageServerError || signal.aborted) throw error
    const isRefused = error instanceof OutgoingError && error.reason === 'not_allowed'
    const words = isRefused
      ? 'This server does not call the address of the viewer.'
      : 'The viewer did not answer.'
    throw new ImageServerError('down', words, { cause: error })
  }
}

function refusalOf(status: number): ImageServerError {
  if (status === 401 || status === 403)
    return new ImageServerError('down', 'The viewer refuses the user name or the password for tokens.')
  return new ImageServerError('nonsense', `The viewer answers with status ${status} instead of a token.`)
}

async function readShort(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > ANSWER_BYTES) throw new ImageServerError('nonsense', 'The answer of the viewer is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function tokenIn(answer: string): string | undefined {
  const text = answer.trim()
  const found = /^["{]/.test(text) ? tokenInJson(text) : text
  return found !== undefined && TOKEN.test(found) ? found : undefined
}

function tokenInJson(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    const token: unknown =
      typeof answer === 'object' && answer !== null && 'token' in answer ? answer.token : answer
    return typeof token === 'string' ? token : undefined
  } catch {
    return undefined
  }
}
