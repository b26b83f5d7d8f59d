import { SIGNED_OUT_STATUS, splitPath } from '#contract/kernel/bases.ts'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { ApiError, OfflineError, refusalOf } from './errors.ts'
import { type Credentials, headersOf } from './headers.ts'
import type { Reach } from './reach.ts'
import type { FetchPort, Question, Transport } from './transport.ts'

/** Timeout after which a call counts as unanswered; the outbox tries again. */
const ANSWER_TIMEOUT_MS = 30_000

export interface CallOptions {
  signal?: AbortSignal
  /** The Idempotency-Key of a queued call that is made directly. */
  commandId?: string
  /** The revision that a change was based on. */
  baseRev?: number
  timeoutMs?: number
  /** The call outlives its page: for the last request of a page that unloads. */
  keepalive?: boolean
  /** Called with the server's signed receipt of the command, in base64. */
  onReceipt?: (text: string) => void
}

/** The caller's dependencies; tests replace them. */
export interface CallerPorts {
  fetch: FetchPort
  /** The code that sends requests: loaded on demand by pages, built in where nothing can be loaded. */
  transport: () => Transport | Promise<Transport>
  now: () => Date
  zone: string
  credentials: () => Credentials | undefined
  /** Called at the end of each call. */
  onReach: (end: Reach) => void
  /** Called at each answer to a call with a session; public calls do not count. */
  onContact?: () => void
  /** Called when the server reports that the session of these credentials is over, and why. */
  onSignedOut: (credentials: Credentials, why: ErrorBody) => void
  /** Called when a call was refused because its main module is disabled, which this page did not know yet. */
  onModuleOff?: () => void
}

/** Makes one REST call. Throws ApiError if the server refuses and OfflineError if it does not answer. */
export type Caller = <C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options?: CallOptions,
) => Promise<OutputOf<C>>

/** Creates a Caller over the given ports; the browser's own one is callApi. */
export function createCaller(ports: CallerPorts): Caller {
  return async <C extends AnyCall>(call: C, input: InputOf<C>, options: CallOptions = {}) => {
    const credentials = ports.credentials()
    const asked = ports.now()
    const question = questionOf(call, input as Record<string, unknown>, options, credentials, ports)
    const { response, body } = await send(ports, question)
    const refusal = response.ok ? undefined : refusalOf(response, body)
    const isOurs = response.ok ? body !== undefined : refusal !== undefined
    ports.onReach(isOurs ? { answered: true, asked } : { answered: false })
    if (!isOurs)
      throw new OfflineError(`status ${response.status}, not from this server`, retryAfterMs(response))
    if (!refusal) {
      if (credentials && call.access !== 'public') ports.onContact?.()
      const receipt = response.headers.get('x-signed-receipt')
      if (receipt !== null) options.onReceipt?.(receipt)
      return body as OutputOf<C>
    }
    if (response.status === SIGNED_OUT_STATUS && credentials) ports.onSignedOut(credentials, refusal)
    if (refusal.code === 'module_off') ports.onModuleOff?.()
    throw new ApiError(response.status, refusal)
  }
}

function questionOf(
  call: AnyCall,
  input: Record<string, unknown>,
  options: CallOptions,
  credentials: Credentials | undefined,
  { now, zone }: CallerPorts,
): Question {
  const { commandId, baseRev, signal, keepalive, timeoutMs = ANSWER_TIMEOUT_MS } = options
  const base = call.base === 'both' ? 'api' : call.base
  const { path, rest } = splitPath(call.path, input)
  const headers = () => ({
    ...headersOf(base, credentials, now(), zone),
    ...(commandId !== undefined && { 'idempotency-key': commandId }),
    ...(baseRev !== undefined && { 'if-match': `"${baseRev}"` }),
    ...(call.method !== 'GET' && { 'content-type': 'application/json' }),
  })
  const asked = { base, headers, signal, keepalive, timeoutMs }
  return call.method === 'GET'
    ? { ...asked, path: `${path}${queryOf(rest)}`, method: 'GET' }
    : { ...asked, path, method: 'POST', body: JSON.stringify(rest) }
}

// Query values are text; the server's inputs coerce their own numbers.
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function queryOf(rest: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, textOf(value))
  return query.size > 0 ? `?${query}` : ''
}

async function send(ports: CallerPorts, question: Question): Promise<{ response: Response; body: unknown }> {
  try {
    const { askJson } = await ports.transport()
    return await askJson(ports.fetch, question)
  } catch (error) {
    // The caller aborted it, which tells nothing about the network.
    if (question.signal?.aborted) throw error
    ports.onReach({ answered: false })
    throw new OfflineError(error)
  }
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
