import { createHash, randomUUID, type webcrypto } from 'node:crypto'
import * as z from 'zod/mini'
import { keepOnce, readKept } from './kept-file.ts'

const WHAT = 'sealing keys'
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

const KeyFile = z.object({
  format: z.literal('readroom-sealing-keys'),
  version: z.literal(1),
  /** Oldest first: devices seal to the last one; all of them can open. */
  keys: z
    .array(
      z.object({
        id: z.string().check(z.minLength(1), z.maxLength(64)),
        created: z.string(),
        private_key: z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() }),
      }),
    )
    .check(z.minLength(1)),
})

/** One key pair of the file. */
export interface StoredKey {
  id: string
  jwk: webcrypto.JsonWebKey
}

/**
 * Returns the key pairs of a file, oldest first, creating a first one if there is no file. Processes that start at the
 * same time agree on one. Throws for an unreadable file, naming it, and never changes it: without its key, nobody can
 * open what devices sealed.
 */
export async function getKeys(file: string): Promise<StoredKey[]> {
  return (await findKeys(file)) ?? makeKeys(file)
}

/** Returns the key pairs of a file, oldest first; undefined if there is no file. Throws like getKeys. */
export async function findKeys(file: string): Promise<StoredKey[] | undefined> {
  const text = await readKept(file, WHAT)
  if (text === undefined) return undefined
  try {
    const { keys } = KeyFile.parse(JSON.parse(text))
    return keys.map(({ id, private_key }) => ({ id, jwk: private_key }))
  } catch {
    throw damaged(file)
  }
}

/** Returns the SHA-256 of a key's public half in hex: identifies the key and reveals nothing of it. */
export const fingerprintOf = ({ jwk }: StoredKey): string =>
  createHash('sha256').update(`${jwk.crv} ${jwk.x} ${jwk.y}`).digest('hex')

/** Returns the error that says why the server does not start with this file, and what to do. */
export function damaged(file: string): Error {
  return new Error(
    `The sealing keys in ${file} are damaged. The file was not changed: put it back from your backup. Without it, what devices have sealed and not yet delivered cannot be opened.`,
  )
}

async function makeKeys(file: string): Promise<StoredKey[]> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const private_key = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const key = { id: randomUUID(), created: new Date().toISOString(), private_key }
  const content = { format: 'readroom-sealing-keys', version: 1, keys: [key] }
  await keepOnce(file, `${JSON.stringify(content, null, 2)}\n`, WHAT)
  const kept = await findKeys(file)
  if (!kept) throw new Error(`The sealing keys could not be kept in ${file}.`)
  return kept
}
