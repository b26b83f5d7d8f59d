import type { Databases } from '../open-databases.ts'
import type { Repository, Stored } from '../repository.ts'
import { isSealed } from './record-codec.ts'

/**
 * Seals the work that the first builds stored unsealed, once there is a key. Skips a row that changed meanwhile: its
 * writer sealed it. Returns how many rows were sealed.
 */
export async function sealOpenRows(databases: Databases): Promise<number> {
  const { outbox, overlay, drafts, blobs, session } = databases
  let count = 0
  for (const repository of [outbox, overlay, drafts, blobs, session])
    count += await sealTable(repository as Repository<Stored, unknown>)
  return count
}

async function sealTable({ table, seal }: Repository<Stored, unknown>): Promise<number> {
  const open = await table.filter(({ e }) => !isSealed(e)).toArray()
  const sealed = await Promise.all(open.map(({ e, ...clear }) => seal({ ...clear, body: e })))
  await table.db.transaction('rw', table, async () => {
    for (const row of sealed) {
      const now = await table.get(row.id)
      if (now && now.rev === row.rev && !isSealed(now.e)) await table.put(row)
    }
  })
  return sealed.length
}

/** True if unsealed copies of the first builds are on the disk. */
export async function hasOpenCopies({ cache }: Pick<Databases, 'cache'>): Promise<boolean> {
  const tables = cache.tables.filter(({ name }) => name !== 'meta')
  const firsts = await Promise.all(tables.map((table) => table.toCollection().first()))
  return firsts.some((row: Stored | undefined) => row !== undefined && !isSealed(row.e))
}
