import { once } from 'node:events'
import { createServer as createWebServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askPartner } from '#server/integrations/ask-partner.ts'
import { mailFailureWords } from '#server/integrations/mail/failure-words.ts'
import { NotSentError } from '#server/integrations/messages/message-channel.ts'
import type { PacsAddress } from '#server/integrations/pacs/open-image-server.ts'
import { tryImageServer } from '#server/integrations/pacs/try-image-server.ts'
import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { mailTransport } from '#server/kernel/way-out/mail-transport.ts'
import { issue, makeTestAuthority, type Pair } from '#tests/helpers/network/test-certificates.ts'
import { makeWayOut } from '#tests/helpers/network/way-out.ts'

const usual = getCACertificates('default')
const out = makeWayOut({ loopbackPorts: 'all' })
const open: Server[] = []
let authority: Pair
let expired: Pair

beforeAll(async () => {
  authority = await makeTestAuthority()
  expired = await issue(authority, 'archive', -1)
  setDefaultCACertificates([...usual, authority.cert])
})
afterAll(() => {
  setDefaultCACertificates(usual)
  for (const server of open.splice(0)) server.close()
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const web = (pair: Pair) => listen(createWebServer(pair, (_, response) => response.end('[]')))

const addressOf = (port: number, more: Partial<PacsAddress> = {}): PacsAddress => ({
  client_id: 'p',
  type: 'Basic',
  db_host: '127.0.0.1',
  db_port: port,
  db_name: 'dicom-web',
  db_user: '',
  db_password: '',
  use_tls: true,
  auth_kind: 'Basic',
  oauth_token_url: '',
  oauth_client_id: '',
  oauth_client_secret: '',
  oauth_scope: '',
  oauth_client_auth: 'client_secret_basic',
  client_certificate: '',
  client_key: '',
  server_ca: '',
  ...more,
})
const tryPort = (port: number, more: Partial<PacsAddress> = {}) =>
  tryImageServer(addressOf(port, more), out, AbortSignal.timeout(8_000))

test('an image server with an expired certificate is distinguished from a missing one', async () => {
  const port = await web(expired)
  expect(await tryPort(port)).toEqual({
    ok: false,
    words: `The image server at port ${port} of 127.0.0.1 was reached, but its certificate has expired: its operator must renew it.`,
    isSilent: false,
  })
})

test('an untrusted certificate, and one of another name, are reported as such', async () => {
  const stranger = await issue(await makeTestAuthority('Nobody'), 'stranger')
  const { words } = await tryPort(await web(stranger))
  expect(words).toContain('its certificate comes from an authority that this server does not trust.')
  const other = await tryPort(await web(await issue(authority, 'archive')), { db_host: 'localhost' })
  expect(other.words).toContain('its certificate does not match the host name of the address.')
})

test('the token address with an expired certificate is named', async () => {
  const port = await web(expired)
  const { words } = await tryPort(await web(await issue(authority, 'archive')), {
    auth_kind: 'OAuth2',
    oauth_token_url: `https://127.0.0.1:${port}/token`,
    oauth_client_id: 'a',
    oauth_client_secret: 'b',
  })
  expect(words).toContain('The certificate of the token address has expired: its operator must renew it.')
})

test('a partner that takes reports or orders over the web is reported by its certificate', async () => {
  const port = await web(expired)
  const asking = askPartner({
    out,
    url: `https://127.0.0.1:${port}/`,
    method: 'GET',
    headers: {},
    maxBytes: 100,
  })
  await expect(asking).rejects.toThrow(
    'The certificate of the partner has expired: its operator must renew it.',
  )
})

test('a mail server is reported by its certificate', async () => {
  const port = await listen(createServer(expired, (socket) => socket.on('error', () => undefined)))
  const transport = mailTransport(out, { host: '127.0.0.1', port, isSsl: true, user: '', password: '' })
  const cause: unknown = await transport.verify().catch((error: unknown) => error)
  const words = mailFailureWords(new NotSentError('', false, { cause }))
  expect(words).toBe('The certificate of the mail server has expired: its operator must renew it.')
})

test('failures without a certificate stay one sentence: refused, cut at once by a proxy, another protocol', async () => {
  const { createServer: createPlain } = await import('node:net')
  const cut = createPlain((socket) => socket.destroy())
  const reset = createPlain((socket) => socket.resetAndDestroy())
  const words: string[] = []
  for (const server of [cut, reset]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const trial = await tryPort(port, { use_tls: false })
    expect(trial.isSilent).toBe(true)
    words.push(trial.words.replace(String(port), 'N'))
    server.close()
    await once(server, 'close')
    // Nothing listens there any more.
    words.push((await tryPort(port, { use_tls: false })).words.replace(String(port), 'N'))
  }
  expect(new Set(words).size).toBe(1)
  expect(words[0]).toContain('a proxy')
  expect(
    certificateFault(new Error('no', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })),
  ).toBe(undefined)
})
