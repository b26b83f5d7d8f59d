import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { askWeb } from '#server/kernel/way-out/ask-web.ts'
import { OutgoingError } from '#server/kernel/way-out/outgoing-error.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { LOOPBACK_WAY_OUT, makeWayOut } from '#tests/helpers/network/way-out.ts'

const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(
  server: Server | ReturnType<typeof createTcpServer>,
  host = '127.0.0.1',
): Promise<number> {
  open.push(server)
  await new Promise<void>((done) => server.listen(0, host, done))
  return (server.address() as AddressInfo).port
}
const web = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(createServer(answer))

const signal = new AbortController().signal
const ask = (url: string, more = {}) => askWeb(LOOPBACK_WAY_OUT, url, { signal, ...more })

test('a request is sent unchanged, and its response comes back', async () => {
  let seen: Partial<IncomingMessage> & { body?: string } = {}
  const port = await web((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      seen = { method: request.method!, url: request.url!, headers: request.headers, body }
      response.writeHead(201, { 'content-type': 'text/plain' }).end('taken')
    })
  })
  const response = await ask(`http://127.0.0.1:${port}/in?x=1`, { method: 'POST', body: 'words' })
  expect([response.status, await response.text()]).toEqual([201, 'taken'])
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(seen).toMatchObject({ method: 'POST', url: '/in?x=1', body: 'words' })
  expect(seen.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'content-length': '5' })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a response compressed with %s is read', async (name, pack) => {
  const port = await web((_, response) => {
    response.writeHead(200, { 'content-encoding': name }).end(pack('hello'))
  })
  expect(await (await ask(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
})

test('a broken compressed response fails without ending the process', async () => {
  const port = await web((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed')
  })
  const response = await ask(`http://127.0.0.1:${port}/`)
  await expect(response.text()).rejects.toThrow()
})

test('a redirect is returned and not followed', async () => {
  const asked = vi.fn()
  const inner = await web((_, response) => {
    asked()
    response.end()
  })
  const port = await web((_, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end()
  })
  expect((await ask(`http://127.0.0.1:${port}/`)).status).toBe(302)
  expect(asked).not.toHaveBeenCalled()
})

test('the connection uses the checked address, even if the name resolves elsewhere by then', async () => {
  const asked: (string | undefined)[] = []
  const port = await web((request, response) => {
    asked.push(request.headers.host)
    response.end('the checked one')
  })
  const answers = [['127.0.0.1'], ['169.254.169.254']]
  const resolve = vi.fn(async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 })))
  const out = makeWayOut({ loopbackPorts: 'all', resolve })
  const url = `http://rebind.example:${port}/`
  expect(await (await askWeb(out, url, { signal })).text()).toBe('the checked one')
  expect(asked).toEqual([`rebind.example:${port}`])
  expect(resolve).toHaveBeenCalledTimes(1)
  // The next request is checked again.
  await expect(askWeb(out, url, { signal })).rejects.toMatchObject({ reason: 'not_allowed' })
})

test('a connection is not reused for the next request, which may belong to another client', async () => {
  const sockets = new Set<unknown>()
  const port = await web((request, response) => {
    sockets.add(request.socket)
    response.end('x')
  })
  for (let i = 0; i < 3; i++) await (await ask(`http://127.0.0.1:${port}/`)).text()
  expect(sockets.size).toBe(3)
})

test.each([
  'http://127.0.0.1:8080/',
  'http://localhost/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://0.0.0.0/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.100.200/',
  'http://10.0.0.1/',
  'http://user:secret@8.8.8.8/',
  'http://8.8.8.8:25/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'not an address',
])('%s is not requested', async (url) => {
  await expect(askWeb(makeWayOut(), url, { signal })).rejects.toMatchObject({ reason: 'not_allowed' })
})

test('every invalid response is one error: closed, cut, another protocol, TLS', async () => {
  const cut = await listen(createTcpServer((socket) => socket.destroy()))
  const ssh = await listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.end('SSH-2.0-OpenSSH_9.9\r\n')
    }),
  )
  const odd = await web((_, response) => response.writeHead(999).end())
  const plain = await web((_, response) => response.end())
  const urls = [
    `http://127.0.0.1:${await freePort()}/`,
    `http://127.0.0.1:${cut}/`,
    `http://127.0.0.1:${ssh}/`,
    `http://127.0.0.1:${odd}/`,
    `https://127.0.0.1:${plain}/`,
  ]
  const errors = await Promise.all(urls.map((url) => ask(url).catch((error: unknown) => error)))
  expect(errors.every((error) => error instanceof OutgoingError)).toBe(true)
  expect(new Set(errors.map((error) => (error as OutgoingError).message))).toEqual(
    new Set(['Nothing answered at that address.']),
  )
})

test('a caller that cancels gets its own reason: before the response, during it, and during name resolution', async () => {
  const silent = await listen(createTcpServer(() => undefined))
  const stop = () => AbortSignal.timeout(50)
  const before = askWeb(LOOPBACK_WAY_OUT, `http://127.0.0.1:${silent}/`, { signal: stop() })
  await expect(before).rejects.toMatchObject({ name: 'TimeoutError' })
  const out = makeWayOut({ resolve: () => new Promise(() => undefined) })
  const resolving = askWeb(out, 'http://slow.example/', { signal: stop() })
  await expect(resolving).rejects.toMatchObject({ name: 'TimeoutError' })
  const half = await web((_, response) => {
    response.writeHead(200).write('half')
  })
  const response = await askWeb(LOOPBACK_WAY_OUT, `http://127.0.0.1:${half}/`, { signal: stop() })
  await expect(response.text()).rejects.toThrow()
})
