import { sql } from 'kysely'
import type { Tx } from '../context.ts'

/** A file that comes in chunks, with the chunks received so far. */
export interface UploadRow {
  id: string
  created_by: string
  sha256: Buffer
  bytes: number
  name: string
  purpose: string
  owner_id: string | null
  chunks: string[]
  arrived: string[]
}

const COLUMNS = [
  'id',
  'created_by',
  'sha256',
  'bytes',
  'name',
  'purpose',
  'owner_id',
  'chunks',
  'arrived',
] as const

export async function findUpload(tx: Tx, clientId: string, id: string): Promise<UploadRow | undefined> {
  return tx
    .selectFrom('file_upload')
    .select(COLUMNS)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Opens an upload, or touches the existing one with this id: the caller must compare them. */
export async function openUpload(
  tx: Tx,
  clientId: string,
  upload: Omit<UploadRow, 'arrived'>,
  now: Date,
): Promise<UploadRow> {
  return tx
    .insertInto('file_upload')
    .values({ client_id: clientId, ...upload, touched: now })
    .onConflict((on) => on.columns(['client_id', 'id']).doUpdateSet({ touched: now }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Marks a chunk as arrived; returns false if its upload is gone. */
export async function markArrived(
  tx: Tx,
  clientId: string,
  id: string,
  chunk: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_upload')
    .set({ arrived: sql`array_append(array_remove(arrived, ${chunk}), ${chunk})`, touched: now })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a chunk that had arrived as missing. */
export async function forgetArrived(tx: Tx, clientId: string, id: string, chunk: string): Promise<void> {
  await tx
    .updateTable('file_upload')
    .set({ arrived: sql`array_remove(arrived, ${chunk})` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** Returns the uploads of a person other than `id`, most recently used first. */
export async function selectOtherUploads(
  tx: Tx,
  clientId: string,
  { id, created_by }: Pick<UploadRow, 'id' | 'created_by'>,
): Promise<{ id: string; bytes: number }[]> {
  return tx
    .selectFrom('file_upload')
    .select(['id', 'bytes'])
    .where('client_id', '=', clientId)
    .where('created_by', '=', created_by)
    .where('id', '!=', id)
    .orderBy('touched', 'desc')
    .execute()
}

/** Deletes an upload, unless it was used since `touchedBefore`. */
export async function deleteUpload(
  tx: Tx,
  clientId: string,
  id: string,
  touchedBefore?: Date,
): Promise<void> {
  let query = tx.deleteFrom('file_upload').where('client_id', '=', clientId).where('id', '=', id)
  if (touchedBefore) query = query.where('touched', '<', touchedBefore)
  await query.execute()
}
