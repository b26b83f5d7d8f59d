import { randomUUID, type webcrypto } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

const KeyFile = z.object({
  format: z.literal('readroom-sealing-keys'),
  version: z.literal(1),
  /** Oldest first: devices seal to the last one, all of them open. */
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
 * The key pairs of a file, oldest first; a first one is made where there is no file. Several processes that start at
 * once agree on one. A file that cannot be understood is refused with its name and never touched: what devices sealed
 * to a lost key can be opened by nobody.
 */
export async function getKeys(file: string): Promise<StoredKey[]> {
  return (await findKeys(file)) ?? makeKeys(file)
}

async function findKeys(file: string): Promise<StoredKey[] | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  try {
    const { keys } = KeyFile.parse(JSON.parse(text))
    return keys.map(({ id, private_key }) => ({ id, jwk: private_key }))
  } catch {
    throw damaged(file)
  }
}

/** Why the server does not start with this file, and what to do. */
export function damaged(file: string): Error {
  return new Error(
    `The sealing keys in ${file} are damaged. The file was not changed: put it back from your backup. Without it, what devices have sealed and not yet delivered cannot be opened.`,
  )
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`The sealing keys in ${file} cannot be read. Is the file this account's?`, {
      cause: error,
    })
  }
}

async function makeKeys(file: string): Promise<StoredKey[]> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const private_key = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const key = { id: randomUUID(), created: new Date().toISOString(), private_key }
  const content = { format: 'readroom-sealing-keys', version: 1, keys: [key] }
  await writeOnce(file, `${JSON.stringify(content, null, 2)}\n`)
  const kept = await findKeys(file)
  if (!kept) throw new Error(`The sealing keys could not be kept in ${file}.`)
  return kept
}

// A link is refused where the name is taken, and a file under its name is always whole: whoever comes second reads the
// first one's key.
async function writeOnce(file: string, text: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `.${randomUUID()}.new`)
  try {
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(beside, file)
    await syncFolder(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`The sealing keys could not be kept in ${file}.`, { cause: error })
  } finally {
    await rm(beside, { force: true })
  }
}

// The name of the file must last as well; Windows cannot open a folder, and keeps names by itself.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
