import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { OutgoingError } from '#server/kernel/way-out/outgoing-error.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { NotTakenError } from './outgoing-report.ts'

/** Longest wait for a whole answer of a partner's web address. */
export const PARTNER_MS = 15_000

export interface PartnerQuestion {
  /** The way out of the client whose partner it is. */
  out: WayOut
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer | undefined
  /** More is refused. */
  maxBytes: number
  /** Told the body and status of an answer that is no success: it may know a better reason, and throws it. */
  explain?: ((body: string, status: number) => void) | undefined
}

/**
 * Asks a partner's web address, once and with limits on time and size; follows no redirect, because another address
 * would get the password. Throws NotTakenError in words that hold neither the address nor the password.
 */
export async function askPartner(question: PartnerQuestion): Promise<{ type: string; body: Buffer }> {
  const timer = AbortSignal.timeout(PARTNER_MS)
  try {
    const response = await askWeb(question.out, question.url, {
      method: question.method,
      headers: question.headers,
      ...(question.body !== undefined && { body: question.body }),
      signal: timer,
    })
    if (!response.ok) {
      question.explain?.((await readBody(response, question.maxBytes)).toString('utf8'), response.status)
      await response.body?.cancel().catch(() => undefined)
      throw new NotTakenError(`The partner answered with status ${response.status}.`)
    }
    return {
      type: response.headers.get('content-type') ?? '',
      body: await readBody(response, question.maxBytes),
    }
  } catch (error) {
    if (error instanceof NotTakenError) throw error
    throw noAnswer(error)
  }
}

/**
 * One sentence for whatever failed before an answer: it does not tell an open port from a closed one. Who showed a
 * certificate has answered.
 */
export function noAnswer(cause: unknown): NotTakenError {
  const fault = certificateFault(cause)
  if (fault !== undefined) return new NotTakenError(`The certificate of the partner ${fault}.`, '', { cause })
  const isRefused = cause instanceof OutgoingError && cause.reason === 'not_allowed'
  const words = isRefused
    ? 'This server does not call the address of the partner.'
    : 'The partner did not answer.'
  return new NotTakenError(words, '', { cause })
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new NotTakenError('The answer of the partner is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The header of HTTP basic authentication, or none where there is no user. */
export function basicAuth(user: string, password: string): Record<string, string> {
  if (user === '') return {}
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}
