import { type IncomingMessage, request as overTcp } from 'node:http'
import { request as overTls } from 'node:https'
import type { SecureContext } from 'node:tls'
import { isWebPort } from '#domain/outgoing/web-ports.ts'
import { identityOptions } from './met-certificate.ts'
import { OutgoingError } from './outgoing-error.ts'
import { pinnedLookup } from './pinned-lookup.ts'
import { untilAborted } from './until-aborted.ts'
import type { Target, WayOut } from './way-out.ts'
import { responseOf } from './web-response.ts'

/** One request to a web address. */
export interface WebQuestion {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** A client certificate and additional authorities, for https addresses; see tls-identity. */
  tls?: SecureContext | undefined
  /** Aborts the request, even while its answer is being read. */
  signal: AbortSignal
}

/**
 * Requests a web address that a person entered, over its own connection to a checked address. Follows no redirects: the
 * answer has the 3xx status. Throws OutgoingError if there is no answer, and the signal's reason if it was aborted.
 */
export async function askWeb(out: WayOut, address: string, question: WebQuestion): Promise<Response> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingError('not_allowed')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!isWebPort(port)) throw new OutgoingError('not_allowed')
  const { signal } = question
  signal.throwIfAborted()
  // The resolver cannot be cancelled; an aborted caller does not wait for it.
  const target = await untilAborted(out.find({ host: url.hostname, port }), signal)
  try {
    return responseOf(await send(url, { out, target }, question), signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new OutgoingError('no_answer', { cause })
  }
}

function send(
  url: URL,
  { out, target }: { out: WayOut; target: Target },
  question: WebQuestion,
): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal, tls } = question
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const begin = url.protocol === 'https:' ? overTls : overTcp
  const request = begin({
    host: target.host,
    port: target.port,
    path: url.pathname + url.search,
    method,
    headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...textType(body), ...headers },
    lookup: pinnedLookup(target),
    // Connections are not reused: the next request may be another client's, with other rights.
    agent: false,
    ...identityOptions(out, target),
    ...(tls && { secureContext: tls }),
    signal,
  })
  request.on('response', resolve)
  request.on('error', reject)
  // A protocol upgrade does not count as an answer.
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    reject(new Error('the protocol was changed'))
  })
  request.end(body)
  return promise
}

const textType = (body: WebQuestion['body']): Record<string, string> =>
  typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}
