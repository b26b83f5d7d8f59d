import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fromBase64 } from '#contract/kernel/base64.ts'
import { createSealer, SealBrokenError } from '#contract/kernel/sealed-envelope.ts'
import { keysFileOf, openSealingKeys } from '#server/kernel/keys/sealing-keys.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-keys-test-'))
  file = join(folder, 'keys', 'sealing.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const seal = async (key: string, context = 'here') =>
  (await createSealer(fromBase64(key)))(bytes('content'), context)

test('the first start creates a key pair for this account only, and later starts find it', async () => {
  const first = await openSealingKeys(file)
  expect(fromBase64(first.publicKey.key)).toHaveLength(65)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700)
  const second = await openSealingKeys(file)
  expect(second.publicKey).toEqual(first.publicKey)
  const content = await second.open(first.publicKey.id, await seal(first.publicKey.key), 'here')
  expect(new TextDecoder().decode(content)).toBe('content')
})

test('processes that start together agree on one key and leave nothing else behind', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => openSealingKeys(file)))
  expect(new Set(all.map(({ publicKey }) => publicKey.id)).size).toBe(1)
  expect(readdirSync(join(folder, 'keys'))).toEqual(['sealing.json'])
})

test('the newest key seals, and older ones still open', async () => {
  const old = await openSealingKeys(file)
  const sealed = await seal(old.publicKey.key)
  const other = join(folder, 'other.json')
  const next = await openSealingKeys(other)
  const [older, newer] = [file, other].map((path) => JSON.parse(readFileSync(path, 'utf8')))
  writeFileSync(file, JSON.stringify({ ...older, keys: [...older.keys, ...newer.keys] }))
  const both = await openSealingKeys(file)
  expect(both.publicKey).toEqual(next.publicKey)
  expect(await both.open(old.publicKey.id, sealed, 'here')).toEqual(bytes('content'))
})

test('an unknown key is refused, and an envelope opens in its own place only', async () => {
  const keys = await openSealingKeys(file)
  const sealed = await seal(keys.publicKey.key)
  await expect(keys.open('another', sealed, 'here')).rejects.toMatchObject({ code: 'unknown_key' })
  await expect(keys.open(keys.publicKey.id, sealed, 'there')).rejects.toThrow(SealBrokenError)
})

test.each([
  ['half a file', '{"format":"readroom-seal'],
  ['nothing', ''],
  ['no keys', '{"format":"readroom-sealing-keys","version":1,"keys":[]}'],
  ['another format', '{"format":"readroom-sealing-keys","version":2,"keys":[]}'],
  [
    'a key that is none',
    JSON.stringify({
      format: 'readroom-sealing-keys',
      version: 1,
      keys: [
        { id: 'a', created: '', private_key: { kty: 'EC', crv: 'P-256', d: 'AAAA', x: 'AAAA', y: 'AAAA' } },
      ],
    }),
  ],
])('a file that contains %s stops the start with a message and is left unchanged', async (_, text) => {
  await openSealingKeys(file)
  writeFileSync(file, text)
  await expect(openSealingKeys(file)).rejects.toThrow(
    /sealing\.json are damaged.*put it back from your backup/,
  )
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a location where no file can be stored is named', async () => {
  writeFileSync(join(folder, 'keys'), 'a file where the folder should be')
  await expect(openSealingKeys(file)).rejects.toThrow(file)
})

test('the keys are in the data folder unless READROOM_KEYS sets another location', () => {
  expect(keysFileOf({ dataDir: '/data', keysFile: undefined })).toBe(join('/data', 'keys', 'sealing.json'))
  expect(keysFileOf({ dataDir: '/data', keysFile: '/safe/keys.json' })).toBe('/safe/keys.json')
})
