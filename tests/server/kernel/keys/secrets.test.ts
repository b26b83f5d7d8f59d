import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import { createSecrets, isSealed, SecretLostError, secretContext } from '#server/kernel/keys/secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-secrets-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const secretsOf = async (name: string) => createSecrets(await openSealingKeys(join(folder, name)))
const CONTEXT = secretContext('c', 'pacs', 'p', 'db_password')

test('a sealed secret contains nothing readable, differs each time, and opens in its own place', async () => {
  const secrets = await secretsOf('keys.json')
  const [one, two] = [await secrets.seal(CONTEXT, 'pass:wörd'), await secrets.seal(CONTEXT, 'pass:wörd')]
  expect(one).not.toBe(two)
  expect(isSealed(one)).toBe(true)
  expect(one).not.toContain('pass')
  expect(await secrets.open(CONTEXT, one)).toBe('pass:wörd')
  expect(await (await secretsOf('keys.json')).open(CONTEXT, two)).toBe('pass:wörd')
})

test('moved to another record, or without its key, it cannot be opened', async () => {
  const secrets = await secretsOf('keys.json')
  const sealed = await secrets.seal(CONTEXT, 'secret')
  await expect(secrets.open(secretContext('c', 'pacs', 'other', 'db_password'), sealed)).rejects.toThrow(
    SecretLostError,
  )
  await expect((await secretsOf('other.json')).open(CONTEXT, sealed)).rejects.toThrow('Enter it again')
})

test('a plain stored value opens unchanged, and a missing one stays missing', async () => {
  const secrets = await secretsOf('keys.json')
  expect(await secrets.open(CONTEXT, 'plain old one')).toBe('plain old one')
  expect(await secrets.seal(CONTEXT, '')).toBe('')
  expect(await secrets.open(CONTEXT, '')).toBe('')
})
