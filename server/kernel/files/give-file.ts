import type { Insertable } from 'kysely'
import type { Caller, Tx } from '../context.ts'
import type { File } from '../database/schema.ts'
import type { FilePurpose } from './purposes.ts'

/**
 * Gives a file that the caller uploaded to the record that it belongs to, and returns its media type; returns
 * undefined if the caller uploaded no such file for the purpose, or if it belongs to another record.
 */
export async function giveFile(
  tx: Tx,
  { clientId, userId }: Caller,
  { id, purpose, ownerId }: { id: string; purpose: FilePurpose; ownerId: string },
): Promise<string | undefined> {
  const file = await tx
    .updateTable('file')
    .set({ owner_id: ownerId })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('created_by', '=', userId)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', ownerId)]))
    .returning('mime')
    .executeTakeFirst()
  return file?.mime
}

/** Gives a client its own row of a file whose content is stored already. */
export async function shareFile(tx: Tx, file: Insertable<File>): Promise<void> {
  await tx
    .insertInto('file')
    .values(file)
    .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
    .execute()
}
