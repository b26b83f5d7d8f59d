import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { wholeZip } from '#server/integrations/pacs/whole-zip.ts'

/** Returns a file with the beginning and the end of a zip, with a comment in its last record. */
const zip = (size: number, comment = '') => {
  const end = Buffer.alloc(22)
  end.set([0x50, 0x4b, 0x05, 0x06])
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(size, 7), end, Buffer.from(comment)])
}

async function pass(bytes: Buffer, chunk: number): Promise<Buffer> {
  const passing = wholeZip()
  const read = buffer(passing)
  for (let at = 0; at < bytes.length; at += chunk) passing.write(bytes.subarray(at, at + chunk))
  passing.end()
  return read
}

test.each([
  ['in one piece', zip(1_000), 10_000],
  ['byte by byte', zip(30), 1],
  ['with a comment', zip(1_000, 'made by a server'), 100],
  ['with nothing in it', zip(0), 7],
  ['larger than what is remembered', zip(300_000), 4_096],
])('a complete zip %s passes unchanged', async (_, bytes, chunk) => {
  expect((await pass(bytes, chunk)).equals(bytes)).toBe(true)
})

test.each([
  ['in the middle', zip(1_000).subarray(0, 500)],
  ['within its last record', zip(1_000).subarray(0, -5)],
  ['within its comment', zip(1_000, 'a comment').subarray(0, -3)],
  ['before it began', Buffer.alloc(0)],
])('a zip that ends %s fails at its end', async (_, bytes) => {
  await expect(pass(bytes, 64)).rejects.toThrow('not whole')
})

test('a server that stops sending ends the transfer', async () => {
  const passing = wholeZip(50)
  passing.resume()
  passing.write(zip(100).subarray(0, 40))
  const [error] = (await once(passing, 'error')) as [Error]
  expect(error.message).toBe('The image server stopped sending in the middle.')
})
