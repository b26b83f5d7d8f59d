import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { OutgoingError } from '#server/kernel/way-out/outgoing-error.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { NotTakenError } from './outgoing-report.ts'

/** The longest wait for a complete response of a partner's web address. */
export const PARTNER_MS = 15_000

export interface PartnerQuestion {
  /** The outgoing connection rules of the partner's client. */
  out: WayOut
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer | undefined
  /** A larger response is refused. */
  maxBytes: number
  /** Called with the body and status of an unsuccessful response; throws if it finds a better reason. */
  explain?: ((body: string, status: number) => void) | undefined
}

/**
 * Sends a request to a partner's web address, once and with limits on time and size. Follows no redirect, because
 * another address would receive the password. Throws NotTakenError with a message that contains neither the address
 * nor the password.
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
 * Uses one message for everything that failed before a response, so that it does not reveal whether a port is open. A
 * server that showed a certificate has responded.
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

/** Returns the header of HTTP basic authentication, or none without a user. */
export function basicAuth(user: string, password: string): Record<string, string> {
  if (user === '') return {}
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}
