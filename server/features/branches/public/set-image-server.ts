import type { Tx } from '#server/kernel/context.ts'

/** Sets the image server of the branch of that name; returns false if there is none. */
export async function setImageServer(
  tx: Tx,
  clientId: string,
  branch: string,
  pacsId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('branch')
    // Device copies of a branch do not contain the image server, so the revision stays.
    .set({ pacs_id: pacsId })
    .where('client_id', '=', clientId)
    .where('name', '=', branch)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
