import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import type { NetworkFault } from './network.ts'
import type { Answered } from './server.ts'

/** Returns a response in the server's place; undefined if the fault has no response. */
export function madeUp(fault: NetworkFault, init: RequestInit): Answered | undefined {
  if (fault.kind === 'each') return eachRefused(fault.code, init)
  if (fault.kind === 'hotel page')
    return {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>Welcome to the Grand Hotel</html>',
    }
  if (fault.kind !== 'status') return undefined
  const { status, code, retryAfter } = fault
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  const body = { code, message: MADE_UP, ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) }
  return {
    status,
    headers,
    body: code ? JSON.stringify(body) : '<html>Bad gateway</html>',
  }
}

function eachRefused(code: ErrorCode, init: RequestInit): Answered | undefined {
  const asked = idsIn(init)
  if (asked.length === 0) return undefined
  const { status } = ERROR_CODES[code]
  // The sealed entry returns only the code, the open one returns it in a body.
  const refusal = { status, replayed: false, pos: null, rev: null, code, body: { code, message: MADE_UP } }
  const answers = asked.map((id) => ({ id, ...refusal }))
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers }),
  }
}

/** Returns the ids of the changes in a delivery, by either entry. */
function idsIn({ body }: RequestInit): string[] {
  if (typeof body !== 'string') return []
  const { commands, items } = JSON.parse(body) as Partial<Record<'commands' | 'items', { id: string }[]>>
  return (commands ?? items ?? []).map(({ id }) => id)
}

/** The message of an artificial refusal: none may remain after a retry. */
export const MADE_UP = 'made up by the schedule'

// Permanent refusals: the statuses about which a person must decide (docs/sync.md#outbox).
const REFUSALS = [400, 404, 409, 410, 413, 422]

/** Returns the changes of a delivery that a response refuses permanently. */
export function refusedBy(init: RequestInit, answered: Answered): string[] {
  if (answered.status !== 200) return REFUSALS.includes(answered.status) ? idsIn(init) : []
  const answers = parseAnswers(answered.body)
  return answers.filter(({ status }) => REFUSALS.includes(status)).map(({ id }) => id)
}

function parseAnswers(text: string): { id: string; status: number }[] {
  try {
    return (JSON.parse(text) as { answers?: { id: string; status: number }[] }).answers ?? []
  } catch {
    return []
  }
}
