import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileStore, openFileStore } from '#server/kernel/files/file-store.ts'

const directory = mkdtempSync(join(tmpdir(), 'readroom-s3-'))
const peer = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'readroom', configs: [] }],
})
let store: FileStore

beforeAll(async () => {
  const address = await peer.run()
  store = await openFileStore({
    dataDir: directory,
    s3: {
      endpoint: `http://127.0.0.1:${address.port}`,
      region: 'us-east-1',
      bucket: 'readroom',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
  })
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
})

test('what was never put is not there', async () => {
  expect(await store.open(hashOf(Buffer.from('never')))).toBeUndefined()
})
