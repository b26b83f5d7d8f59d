import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { NotSentError } from './message-channel.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 1_048_576
/** Returns that another try may change: time-outs, too many, and whatever is wrong at the gateway itself. */
const isWorthAnotherTry = (status: number) =>
  status === 408 || status === 425 || status === 429 || status >= 500

/** What is asked of a message gateway. */
export interface GatewayQuestion {
  /** The way out of the client whose gateway it is. */
  out: WayOut
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/**
 * Asks a message gateway once, with limits on time and size; no redirect is followed, as another address would get the
 * password. Returns its JSON object (empty where it sent none). Throws NotSentError with the gateway's words, also where the
 * status says that all is well and the body that it is not.
 */
export async function askGateway(question: GatewayQuestion): Promise<Record<string, unknown>> {
  const { out, url, method, headers, body, signal } = question
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await askWeb(out, url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new NotSentError('', false, { cause })
  })
  const answer = await readObject(response)
  if (!response.ok) throw new NotSentError(wordsOf(answer), !isWorthAnotherTry(response.status))
  if (isRefusal(answer)) throw new NotSentError(wordsOf(answer), true)
  return answer
}

/** True for an answer that says in its body that nothing was taken, whatever its status is. */
function isRefusal({ error, success, status }: Record<string, unknown>): boolean {
  const hasError = error !== undefined && error !== null && error !== false && error !== '' && error !== 0
  return (
    hasError || success === false || (typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status))
  )
}

/** What a gateway says of an error, under whichever of the usual names. */
function wordsOf({ message, error, detail }: Record<string, unknown>): string {
  const inner = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  return [message, error, inner.message, detail].find((words) => typeof words === 'string') ?? ''
}

async function readObject(response: Response): Promise<Record<string, unknown>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new NotSentError('', true)
    parts.push(part)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Text under a name of an answer; numbers count as text, as gateways give ids of either kind. */
export function textIn(answer: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const value = answer[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** The address of a gateway with a path behind it, whether or not the setting ends in a slash. */
export function gatewayUrl(base: string, ...parts: string[]): string {
  return [base.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/')
}
