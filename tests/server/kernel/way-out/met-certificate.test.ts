import { once } from 'node:events'
import { createServer as createWebServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import { mailTransport } from '#server/kernel/way-out/mail-transport.ts'
import { issue, makeTestAuthority, type Pair } from '#tests/helpers/network/test-certificates.ts'
import { makeWayOut } from '#tests/helpers/network/way-out.ts'

const usual = getCACertificates('default')
const met: string[] = []
const out = makeWayOut({
  loopbackPorts: 'all',
  met: (clientId, { host, port }, { subject, print, ends }) =>
    met.push(`${clientId} ${host}:${port} ${subject} ${print.length} ${ends.getTime() > Date.now()}`),
})
const open: Server[] = []
let authority: Pair
let archive: Pair

beforeAll(async () => {
  authority = await makeTestAuthority()
  archive = await issue(authority, 'archive', 20)
  setDefaultCACertificates([...usual, authority.cert])
})
afterAll(() => {
  setDefaultCACertificates(usual)
  for (const server of open.splice(0)) server.close()
})
beforeEach(() => {
  met.length = 0
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const web = (pair: Pair) => listen(createWebServer(pair, (_, response) => response.end('yes')))
const ask = (address: string) => askWeb(out, address, { signal: AbortSignal.timeout(5_000) })

test('the certificate of a TLS address is recorded, with the place and the client', async () => {
  const port = await web(archive)
  expect(await (await ask(`https://127.0.0.1:${port}/`)).text()).toBe('yes')
  expect(met).toEqual([`a client 127.0.0.1:${port} CN=archive 64 true`])
})

test('a certificate that names only its hosts is recorded under them, and harms no connection', async () => {
  const port = await web(await issue(authority, '', 20))
  expect(await (await ask(`https://127.0.0.1:${port}/`)).text()).toBe('yes')
  expect(met).toEqual([`a client 127.0.0.1:${port} IP Address:127.0.0.1 64 true`])
})

test('an untrusted, wrongly named or expired certificate is not recorded, and no request is sent there', async () => {
  const stranger = await issue(await makeTestAuthority('Nobody'), 'stranger')
  const old = await issue(authority, 'old', -1)
  for (const pair of [stranger, old])
    await expect(ask(`https://127.0.0.1:${await web(pair)}/`)).rejects.toThrow()
  await expect(ask(`https://localhost:${await web(archive)}/`)).rejects.toThrow()
  expect(met).toEqual([])
})

test('the certificate of a mail server is recorded', async () => {
  const port = await listen(
    createServer(archive, (socket) => {
      socket.on('error', () => undefined)
      socket.write('220 here\r\n')
      socket.on('data', (line) => {
        const isEnd = line.toString().startsWith('QUIT')
        socket.write(isEnd ? '221 bye\r\n' : '250 well\r\n')
      })
    }),
  )
  const transport = mailTransport(out, { host: '127.0.0.1', port, isSsl: true, user: '', password: '' })
  expect(await transport.verify()).toBe(true)
  transport.close()
  expect(met).toEqual([`a client 127.0.0.1:${port} CN=archive 64 true`])
})
