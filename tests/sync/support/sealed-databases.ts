import type { Table } from 'dexie'
import { type Databases, openDatabases } from '#src/db/open-databases.ts'
import type { Stored } from '#src/db/repository.ts'
import { importDataKey, mintDataKey, rowKey } from '#src/db/sealing/data-key.ts'
import { createRecordCodec } from '#src/db/sealing/record-codec.ts'

/** Opens databases whose rows are sealed as on a device. */
export async function openSealed(userId: string): Promise<Databases> {
  const { id, raw } = mintDataKey()
  const key = await rowKey(await importDataKey(id, raw))
  return openDatabases(userId, { codec: createRecordCodec(() => key) })
}

/** Changes the last byte of a sealed row, as a bad disk would. */
export async function damage(table: Table<Stored, string>, id: string): Promise<void> {
  const row = await table.get(id)
  if (!(row?.e instanceof Uint8Array)) throw new Error(`${id} is not sealed`)
  const e = row.e.map((byte, at, all) => (at === all.length - 1 ? byte ^ 1 : byte))
  await table.put({ ...row, e })
}
