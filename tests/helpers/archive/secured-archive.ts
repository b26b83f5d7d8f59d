import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { issue, makeTestAuthority, type Pair } from '../network/test-certificates.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Who may get a token, and how the token server behaves. */
export interface GiverState {
  clientId: string
  clientSecret: string
  scope: string
  lifetimeS: number
  /** Returned instead of a token. */
  instead: Answer | undefined
  /** How id and secret arrived, with the grant and the scope, newest last. */
  asked: { by: 'basic' | 'post'; grant: string | null; scope: string | null; certificate: string }[]
}

/** An image server behind TLS that requires a client certificate, and a token server. */
export interface SecuredArchive {
  port: number
  tokenUrl: string
  authority: Pair
  /** A client certificate that the image server accepts. */
  client: Pair
  giver: GiverState
  /** Requests of the image server: path, the certificate's name, and the kind of account. */
  asked: { path: string; certificate: string; scheme: string }[]
  /** Revokes all issued tokens. */
  revokeAll: () => void
  /** What it requires: a token, a user and password, or only the certificate. */
  wants: 'token' | 'basic' | 'nothing'
  close: () => Promise<void>
}

/** Starts both on this machine with certificates of their own authority; sends `answer` to signed-in callers. */
export async function openSecuredArchive(answer: Answer): Promise<SecuredArchive> {
  const authority = await makeTestAuthority()
  const [server, client] = await Promise.all([
    issue(authority, 'archive'),
    issue(authority, 'readroom-client'),
  ])
  const good = new Set<string>()
  const giver: GiverState = {
    clientId: 'read room:1',
    clientSecret: 'client secret+%&1',
    scope: 'dicom.read',
    lifetimeS: 3_600,
    instead: undefined,
    asked: [],
  }
  const tls = { cert: server.cert, key: server.key, ca: authority.cert, requestCert: true }
  const archive = createServer({ ...tls, rejectUnauthorized: true }, (request, response) => {
    const { authorization = '' } = request.headers
    const [scheme = '', value = ''] = authorization.split(' ')
    found.asked.push({ path: request.url ?? '', certificate: nameOf(request), scheme })
    const isIn = {
      token: scheme === 'Bearer' && good.has(value),
      basic: scheme === 'Basic' && Buffer.from(value, 'base64').toString() === 'reader:reader-word',
      nothing: scheme === '',
    }[found.wants]
    if (isIn) answer(request, response)
    else response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end()
  })
  const tokens = createServer({ ...tls, rejectUnauthorized: false }, (request, response) => {
    void giveToken(request, response, giver, good)
  })
  const [port, tokenPort] = await Promise.all([listen(archive), listen(tokens)])
  const found: SecuredArchive = {
    port,
    tokenUrl: `https://127.0.0.1:${tokenPort}/token`,
    authority,
    client,
    giver,
    asked: [],
    wants: 'token',
    revokeAll: () => good.clear(),
    close: async () => {
      await Promise.all([shut(archive), shut(tokens)])
    },
  }
  return found
}

let given = 0

async function giveToken(
  request: IncomingMessage,
  response: ServerResponse,
  giver: GiverState,
  good: Set<string>,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const form = new URLSearchParams(Buffer.concat(parts).toString())
  const isBasic = request.headers.authorization !== undefined
  const [id, secret] = isBasic ? accountIn(request) : [form.get('client_id'), form.get('client_secret')]
  giver.asked.push({
    by: isBasic ? 'basic' : 'post',
    grant: form.get('grant_type'),
    scope: form.get('scope'),
    certificate: nameOf(request),
  })
  if (giver.instead) return giver.instead(request, response)
  const refuse = (error: string, status = 400) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  if (request.method !== 'POST' || form.get('grant_type') !== 'client_credentials')
    return void refuse('unsupported_grant_type')
  if (id !== giver.clientId || secret !== giver.clientSecret) return void refuse('invalid_client', 401)
  if ((form.get('scope') ?? '') !== giver.scope) return void refuse('invalid_scope')
  const token = `given-token-${++given}`
  good.add(token)
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: giver.lifetimeS }))
}

/** RFC 6749 section 2.3.1: both are encoded as in a form. */
function accountIn(request: IncomingMessage): string[] {
  const [, value = ''] = (request.headers.authorization ?? '').split(' ')
  const [id = '', secret = ''] = Buffer.from(value, 'base64').toString().split(':')
  return [id, secret].map((part) => new URLSearchParams(`x=${part}`).get('x') ?? '')
}

const nameOf = (request: IncomingMessage): string =>
  (request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? ''

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function shut(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
