import { NotTakenError } from './outgoing-report.ts'

/** Longest wait for a whole answer of a partner's web address. */
export const PARTNER_MS = 15_000

export interface PartnerQuestion {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** More is refused. */
  maxBytes: number
  /** Told the body of an answer that is no success: it may know a better reason, and throws it. */
  explain?: (body: string) => void
}

/**
 * Asks a partner's web address, once and with limits on time and size; follows no redirect, because another address
 * would get the password. Throws NotTakenError in words that hold neither the address nor the password.
 */
export async function askPartner(question: PartnerQuestion): Promise<{ type: string; body: Buffer }> {
  const timer = AbortSignal.timeout(PARTNER_MS)
  try {
    const response = await fetch(question.url, {
      method: question.method,
      headers: question.headers,
      body: question.body,
      redirect: 'manual',
      signal: timer,
    })
    if (!response.ok) {
      question.explain?.((await readBody(response, question.maxBytes)).toString('utf8'))
      await response.body?.cancel().catch(() => undefined)
      throw new NotTakenError(`The partner answered with status ${response.status}.`)
    }
    return {
      type: response.headers.get('content-type') ?? '',
      body: await readBody(response, question.maxBytes),
    }
  } catch (error) {
    if (error instanceof NotTakenError) throw error
    if (timer.aborted)
      throw new NotTakenError(`The partner did not answer within ${PARTNER_MS / 1000} seconds.`, '', {
        cause: error,
      })
    throw new NotTakenError('The partner cannot be reached.', '', { cause: error })
  }
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
