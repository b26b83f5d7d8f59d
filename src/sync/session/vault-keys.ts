import { type DataKey, importDataKey, mintDataKey } from '#src/db/sealing/data-key.ts'
import { unwrapByPassword, wrapByPassword } from '#src/db/sealing/password-wrap.ts'
import type { KeyRow, WorkDatabase } from '#src/db/work-database.ts'

/** A data key with its bytes: for as long as it takes to wrap and escrow it. */
export interface RawKey {
  id: string
  raw: Uint8Array<ArrayBuffer>
}

type WrapRow = Extract<KeyRow, { id: 'wrap' | 'next-wrap' }>

async function findWraps(work: WorkDatabase): Promise<WrapRow[]> {
  const rows = await work.keys.bulkGet(['wrap', 'next-wrap'])
  return rows.filter((row): row is WrapRow => row !== undefined && 'wrapped' in row)
}

/** The id of the data key that this database is sealed with; undefined where it has none yet. */
export async function findKeyId(work: WorkDatabase): Promise<string | undefined> {
  return (await findWraps(work))[0]?.keyId
}

/** Opens the wrap by a password; undefined where it fits none. After a change of password the first use decides. */
export async function openByPassword(work: WorkDatabase, password: string): Promise<RawKey | undefined> {
  for (const wrap of await findWraps(work)) {
    const raw = await unwrapByPassword(wrap, password)
    if (!raw) continue
    if (wrap.id === 'next-wrap') await useNextWrap(work, wrap)
    return { id: wrap.keyId, raw }
  }
  return undefined
}

/** Whether the vault may be the one of a person of this name; one in 256 of the others may, too. */
export async function mayBeOf(work: WorkDatabase, username: string): Promise<boolean> {
  const [wrap] = await findWraps(work)
  return wrap !== undefined && (await nameHintOf(username, wrap.salt)) === wrap.nameHint
}

async function nameHintOf(username: string, salt: Uint8Array<ArrayBuffer>): Promise<number> {
  const name = new TextEncoder().encode(username.trim().toLowerCase())
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array([...salt, ...name]))
  return new Uint8Array(hash)[0]!
}

/** Keeps the key under this name and password and no other. */
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
 * The person is about to change the password here: the key opens under either until the new one was used once, because
 * the change may yet fail at the server. False where the password is not the present one.
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

/** The change was refused for certain: the password that was to be opens nothing. */
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

/** Takes the key into memory, where nothing reads its bytes any more. */
export async function takeIntoMemory({ id, raw }: RawKey): Promise<DataKey> {
  const key = await importDataKey(id, raw)
  raw.fill(0)
  return key
}
