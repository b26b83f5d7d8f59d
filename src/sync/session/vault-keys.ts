import { type DataKey, importDataKey, mintDataKey } from '#src/db/sealing/data-key.ts'
import { type PasswordWrap, unwrapByPassword, wrapByPassword } from '#src/db/sealing/password-wrap.ts'
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

/** Keeps the key under this password and no other. */
export async function keepWrap(work: WorkDatabase, key: RawKey, password: string): Promise<void> {
  const wrap = await wrapByPassword(key.id, key.raw, password)
  await work.transaction('rw', work.keys, async () => {
    await work.keys.put({ id: 'wrap', ...wrap })
    await work.keys.delete('next-wrap')
  })
}

/**
 * The person is about to change the password here: the key opens under either until the new one was used once, because
 * the change may yet fail at the server. False where `password` is not the present one.
 */
export async function keepNextWrap(work: WorkDatabase, password: string, next: string): Promise<boolean> {
  const key = await openByPassword(work, password)
  if (!key) return false
  await work.keys.put({ id: 'next-wrap', ...(await wrapByPassword(key.id, key.raw, next)) })
  return true
}

async function useNextWrap(
  work: WorkDatabase,
  { id: _, ...wrap }: { id: string } & PasswordWrap,
): Promise<void> {
  await work.transaction('rw', work.keys, async () => {
    await work.keys.put({ id: 'wrap', ...wrap })
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
