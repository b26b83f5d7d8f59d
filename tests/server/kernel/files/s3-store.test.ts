import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { S3Config } from '#server/kernel/config.ts'
import type { FileStore } from '#server/kernel/files/file-store.ts'
import { openFileStore } from '#server/kernel/files/open-file-store.ts'

const directory = mkdtempSync(join(tmpdir(), 'readroom-s3-'))
const peer = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'readroom', configs: [] }],
})
let store: FileStore
let s3: S3Config

beforeAll(async () => {
  const address = await peer.run()
  s3 = {
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'us-east-1',
    bucket: 'readroom',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  store = await openFileStore({ dataDir: directory, s3 })
})
afterAll(async () => {
  await peer.close()
  rmSync(directory, { recursive: true, force: true })
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

test('a stored object comes back, and storing it again changes nothing', async () => {
  const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
  await store.put(hashOf(bytes), bytes)
  await store.put(hashOf(bytes), bytes)
  const found = await store.open(hashOf(bytes))
  expect(found && (await buffer(found))).toEqual(bytes)
  expect(await store.has(hashOf(bytes))).toBe(true)
})

test('a removed object is deleted, and removing it again does nothing', async () => {
  const bytes = Buffer.from('for a while')
  await store.put(hashOf(bytes), bytes)
  await store.remove(hashOf(bytes))
  await store.remove(hashOf(bytes))
  expect(await store.has(hashOf(bytes))).toBe(false)
})

test('an empty file is a valid file', async () => {
  const none = Buffer.alloc(0)
  await store.put(hashOf(none), none)
  const found = await store.open(hashOf(none))
  expect(found && (await buffer(found))).toEqual(none)
})

test('a wrong secret and a missing bucket are named errors, never a missing file', async () => {
  const bytes = Buffer.from('kept nowhere')
  const wrong = await openFileStore({ dataDir: directory, s3: { ...s3, secretAccessKey: 'guessed' } })
  await expect(wrong.put(hashOf(bytes), bytes)).rejects.toThrow(/answered PUT files\/.* with 403 \w+/)
  await expect(wrong.put(hashOf(bytes), bytes)).rejects.not.toThrow(/guessed/)
  const nowhere = await openFileStore({ dataDir: directory, s3: { ...s3, bucket: 'unknown' } })
  await expect(nowhere.put(hashOf(bytes), bytes)).rejects.toThrow('404 NoSuchBucket')
  await expect(nowhere.open(hashOf(bytes))).rejects.toThrow('404 NoSuchBucket')
})

test('an object never stored is not found', async () => {
  expect(await store.open(hashOf(Buffer.from('never')))).toBeUndefined()
  expect(await store.has(hashOf(Buffer.from('never')))).toBe(false)
})

test('chunks are stored in the bucket, where every process sees them, and dropping them affects no other upload', async () => {
  const { chunks } = store
  const [one, two] = ['1', '2'].map((uploadId) => ({ clientId: 'centre', uploadId }))
  if (!one || !two) throw new Error('two places')
  const bytes = Buffer.from('a chunk')
  const name = hashOf(bytes).toString('hex')
  for (const place of [one, two]) await chunks.put(place, name, bytes)
  const other = await openFileStore({ dataDir: directory, s3 })
  expect(await other.chunks.read(one, name)).toEqual(bytes)
  await chunks.drop(one, [name, name])
  expect(await chunks.read(one, name)).toBeUndefined()
  expect(await chunks.read(two, name)).toEqual(bytes)
})

test('a store that fails briefly is asked again, with the length and the checksum of the bytes', async () => {
  const asked: IncomingHttpHeaders[] = []
  const peer = await answering((request, response) => {
    asked.push(request.headers)
    if (asked.length === 1) request.socket.destroy()
    else response.writeHead(asked.length === 2 ? 503 : 200).end()
  })
  const bytes = Buffer.from('sent again')
  await peer.store.put(hashOf(bytes), bytes)
  expect(asked).toHaveLength(3)
  expect(asked[2]).toMatchObject({
    'content-length': String(bytes.length),
    'x-amz-content-sha256': hashOf(bytes).toString('hex'),
  })
  await peer.close()
})

test('a store that keeps failing is an error', async () => {
  const peer = await answering((_, response) => response.writeHead(503).end('<Code>SlowDown</Code>'))
  await expect(peer.store.open(hashOf(Buffer.from('a')))).rejects.toThrow('503 SlowDown')
  await peer.close()
})

test.each([
  ['a proxy that knows no such place', 404, {}],
  ['a proxy that asks for a sign-in', 302, { location: '/sign-in' }],
])('%s stores nothing, and reports an error', async (_, status, headers) => {
  const peer = await answering((request, response) => {
    if (request.url === '/sign-in') response.end('welcome')
    else response.writeHead(status, headers).end('<html>default backend</html>')
  })
  const bytes = Buffer.from('not kept')
  await expect(peer.store.put(hashOf(bytes), bytes)).rejects.toThrow(`with ${status}`)
  await expect(peer.store.open(hashOf(bytes))).rejects.toThrow(`with ${status}`)
  await peer.close()
})

test('the server waits for a restarting store', async () => {
  const first = await answering((_, response) => response.end())
  const { port, store: known } = first
  await first.close()
  const bytes = Buffer.from('sent a moment later')
  const put = known.put(hashOf(bytes), bytes)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const again = await answering((_, response) => response.end(), port)
  await put
  await again.close()
})

test('a truncated response is an error and not a shorter file', async () => {
  const peer = await answering((_, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('half', () => response.destroy())
  })
  const found = await peer.store.open(hashOf(Buffer.from('a')))
  await expect(buffer(found!)).rejects.toThrow()
  await peer.close()
})

/** Starts a store that answers with `listener`. */
async function answering(listener: RequestListener, at = 0) {
  const server = createServer((request, response) => {
    request.resume()
    listener(request, response)
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    port,
    store: await openFileStore({ dataDir: directory, s3: { ...s3, endpoint } }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
