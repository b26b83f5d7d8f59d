import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
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

test('what is put comes back, and putting it again changes nothing', async () => {
  const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
  await store.put(hashOf(bytes), bytes)
  await store.put(hashOf(bytes), bytes)
  const found = await store.open(hashOf(bytes))
  expect(found && (await buffer(found))).toEqual(bytes)
  expect(await store.has(hashOf(bytes))).toBe(true)
})

test('what was never put is not there', async () => {
  expect(await store.open(hashOf(Buffer.from('never')))).toBeUndefined()
  expect(await store.has(hashOf(Buffer.from('never')))).toBe(false)
})

test('chunks lie in the bucket, where every process sees them, and dropping them touches no other upload', async () => {
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
