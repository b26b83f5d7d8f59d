import { type DataKey, importDataKey, mintDataKey } from '#src/db/sealing/data-key.ts'
import { unwrapByPassword, wrapByPassword } from '#src/db/sealing/password-wrap.ts'
import type { KeyRow, WorkDatabase } from '#src/db/work-database.ts'

/** A data key with its raw bytes: exists only while it is wrapped and escrowed. */
export interface RawKey {
  id: string
  raw: Uint8Array<ArrayBuffer>
}

type WrapRow = Extract<KeyRow, { id: 'wrap' | 'next-wrap' }>

async function findWraps(work: WorkDatabase): Promise<WrapRow[]> {
  const rows = await work.keys.bulkGet(['wrap', 'next-wrap'])
  return rows.filter((row): row is WrapRow => row !== undefined && 'wrapped' in row)
}

/** Returns the id of the data key that seals this database; undefined if it has none yet. */
export async function findKeyId(work: WorkDatabase): Promise<string | undefined> {
  return (await findWraps(work))[0]?.keyId
}

/** Opens the wrap with a password; undefined if it fits none. After a password change, the first use decides. */
export async function openByPassword(work: WorkDatabase, password: string): Promise<RawKey | undefined> {
  for (const wrap of await findWraps(work)) {
    const raw = await unwrapByPassword(wrap, password)
    if (!raw) continue
    if (wrap.id === 'next-wrap') await useNextWrap(work, wrap)
    return { id: wrap.keyId, raw }
  }
  return undefined
}

/** Whether the vault may belong to a user of this name; true for one in 256 other names too. */
export async function mayBeOf(work: WorkDatabase, username: string): Promise<boolean> {
  const [wrap] = await findWraps(work)
  return wrap !== undefined && (await nameHintOf(username, wrap.salt)) === wrap.nameHint
}

async function nameHintOf(username: string, salt: Uint8Array<ArrayBuffer>): Promise<number> {
  const name = new TextEncoder().encode(username.trim().toLowerCase())
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array([...salt, ...name]))
  return new Uint8Array(hash)[0]!
}

/** Wraps the key for this name and password only. */
export async function keepWrap(
  work: WorkDatabase,
  key: RawKey,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const wrap = await wrapByPassword(key.id, key.raw, password)
  const nameHint = await nameHintOf(username, wrap.salt)
  await work.transaction('rw', work.keys, async () => {
    await work.keys.put({ id: 'wrap', nameHint, ...wrap })
    await work.keys.delete('next-wrap')
  })
}

/**
 * Before a password change: the key opens with either password until the new one is used once, because the change may
 * still fail on the server. Returns false if the password is not the current one.
 */
export async function keepNextWrap(
  work: WorkDatabase,
  { username, password }: { username: string; password: string },
  next: string,
): Promise<boolean> {
  const key = await openByPassword(work, password)
  if (!key) return false
  const wrap = await wrapByPassword(key.id, key.raw, next)
  await work.keys.put({ id: 'next-wrap', nameHint: await nameHintOf(username, wrap.salt), ...wrap })
  return true
}

/** The change was certainly refused: the new password opens nothing. */
export async function dropNextWrap(work: WorkDatabase): Promise<void> {
  await work.keys.delete('next-wrap')
}

async function useNextWrap(work: WorkDatabase, wrap: WrapRow): Promise<void> {
  await work.transaction('rw', work.keys, async () => {
    await work.keys.put({ ...wrap, id: 'wrap' })
    await work.keys.delete('next-wrap')
  })
}

/** A new data key for a database that has none. */
export const mintKey = (): RawKey => mintDataKey()

/** Moves the key into memory, where nothing reads its bytes any more. */
export async function takeIntoMemory({ id, raw }: RawKey): Promise<DataKey> {
  const key = await importDataKey(id, raw)
  raw.fill(0)
  return key
}
