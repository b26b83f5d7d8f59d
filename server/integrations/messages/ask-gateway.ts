import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { NotSentError } from './message-channel.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 1_048_576
/** Returns true if a retry may succeed: time-outs, too many requests, and failures of the gateway itself. */
const isWorthAnotherTry = (status: number) =>
  status === 408 || status === 425 || status === 429 || status >= 500

/** A request to a message gateway. */
export interface GatewayQuestion {
  /** The outgoing connection rules of the gateway's client. */
  out: WayOut
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/**
 * Sends a request to a message gateway once, with limits on time and size. Follows no redirect, because another
 * address would receive the password. Returns its JSON object (empty if it sent none). Throws NotSentError with the
 * gateway's message, also if the status is a success but the body reports an error.
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

/** Returns true if the body of a response reports that nothing was accepted, regardless of its status. */
function isRefusal({ error, success, status }: Record<string, unknown>): boolean {
  const hasError = error !== undefined && error !== null && error !== false && error !== '' && error !== 0
  return (
    hasError || success === false || (typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status))
  )
}

/** Returns a gateway's error message from any of the usual fields. */
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

/** Returns the text of a field in a response; converts numbers, because gateways send ids in both forms. */
export function textIn(answer: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const value = answer[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** Returns the address of a gateway with a path, whether or not the setting ends in a slash. */
export function gatewayUrl(base: string, ...parts: string[]): string {
  return [base.replace(/\/+$/, ''), ...parts.map(encodeURIComponent)].join('/')
}
