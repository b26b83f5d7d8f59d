import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser
/** Other programs on the network that no form may reach. */
const asked: string[] = []
const inner = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.end('[]')
})
const innerTcp = createTcpServer((socket) => {
  asked.push('tcp')
  socket.on('error', () => undefined)
  socket.end('220 an inner secret\r\n')
})
let port: number
let tcpPort: number

beforeAll(async () => {
  server = await openDemo({ READROOM_LOOPBACK: '' })
  admin = await server.signIn('admin.sanjeevani')
  for (const one of [inner, innerTcp]) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  port = (inner.address() as AddressInfo).port
  tcpPort = (innerTcp.address() as AddressInfo).port
})
afterAll(async () => {
  inner.close()
  innerTcp.close()
  await server?.close()
})

const testOf = async (db_host: string, db_port: number, more = {}) => {
  const form = { type: 'Basic', db_host, db_port, db_user: 'u', db_password: 'p', db_name: 'dicom-web' }
  return (await admin.post('pacs/testConnection', { ...form, ...more })).body.result as {
    ok: number
    words: string
    ms: number
  }
}

test.each([
  '127.0.0.1',
  'localhost',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '::1',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  'x@127.0.0.1',
])('the test of an image server does not connect to %s', async (host) => {
  const { ok, words } = await testOf(host, port)
  expect({ ok, words }).toEqual({ ok: 0, words: expect.stringContaining('This server does not call port') })
  expect(asked).toEqual([])
})

test('a host that contains a path leads nowhere else', async () => {
  expect((await testOf(`127.0.0.1:${port}/x?`, 443)).ok).toBe(0)
  expect((await testOf('127.0.0.1', tcpPort, { type: 'Lite_Postgres' })).words).toContain('does not call')
  expect((await testOf('/var/run/postgresql', 5432, { type: 'Lite_Postgres' })).words).toContain(
    'does not call',
  )
  expect(asked).toEqual([])
})

test('an open port and a closed one give the same error where calls are forbidden', async () => {
  const [opened, closed] = [await testOf('127.0.0.1', port), await testOf('127.0.0.1', await freePort())]
  expect(opened.words.replace(/\d+/g, '')).toBe(closed.words.replace(/\d+/g, ''))
  expect(Math.abs(opened.ms - closed.ms)).toBeLessThan(1_000)
})

test('private networks are closed to a client until the platform opens them', async () => {
  expect((await testOf('10.255.255.1', 1_024)).words).toContain('does not call')
  await updateClient(server, SANJEEVANI.id, { reaches_private: true })
  // The address may or may not exist in the network of this test; the check is that the server called it.
  expect((await testOf('10.255.255.1', 1_024)).words).not.toContain('does not call')
  expect((await testOf('169.254.169.254', 80)).words).toContain('does not call')
  await updateClient(server, SANJEEVANI.id, { reaches_private: false })
}, 15_000)

test('a test e-mail does not reach a program beside the server, and reveals nothing about it', async () => {
  const smtp = {
    host: 'localhost',
    port: tcpPort,
    is_ssl: 0,
    user_name: 'u',
    password: 'p',
    sender_name: 'S',
    sender_email: 's@example.org',
    reply_to: 's@example.org',
  }
  expect((await admin.post(`${PHP}master/saveSmtp`, smtp)).status).toBe(200)
  const letter = { email: 'a@example.org', subject: 'x', body: 'x' }
  const { status, body } = await admin.post(`${PHP}master/sendTestEmail`, letter)
  expect([status, body.message]).toEqual([
    422,
    'This server does not call the address of that mail server. Check Host and Port.',
  ])
  expect(asked).toEqual([])
})

test('a gateway’s address does not lead back into the centre’s network', async () => {
  await askAdmin(
    server,
    `insert into client_setting (client_id, whatsapp_kind, whatsapp_url) values ($1, 'Gateway', $2)
     on conflict (client_id) do update set whatsapp_kind = 'Gateway', whatsapp_url = $2`,
    [SANJEEVANI.id, `http://127.0.0.1:${port}`],
  )
  const { status } = await admin.get('whatsapp/link-state')
  expect(status).toBe(503)
  expect(asked).toEqual([])
})
