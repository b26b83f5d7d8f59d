import type { Caller, Tx } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { type FilePurpose, PURPOSE_RULES } from './purposes.ts'

interface Wanted {
  id: string
  purpose: FilePurpose
  name: string
  source: Buffer
  ownerId: string | undefined
}

/**
 * Reuses content for the new file, without sending it again, if the same content was sent before for the same
 * owner and purpose; returns whether it did. The caller may give files to that owner, and so may read what
 * the owner already has. A file without an owner is its author's alone.
 */
export async function takeSameContent(
  { database, files }: Pick<Kernel, 'database' | 'files'>,
  caller: Caller,
  wanted: Wanted,
): Promise<boolean> {
  const twin = await database.tenant(caller.clientId, (tx) => findTwin(tx, caller, wanted))
  // A row whose bytes were lost must not make a device delete the last copy.
  if (!twin || !(await files.has(twin.sha256))) return false
  await database.tenant(caller.clientId, (tx) =>
    tx
      .insertInto('file')
      .values({
        ...twin,
        client_id: caller.clientId,
        id: wanted.id,
        source_sha256: wanted.source,
        name: wanted.name,
        purpose: wanted.purpose,
        owner_id: wanted.ownerId ?? null,
        created_by: caller.userId,
      })
      .onConflict((on) => on.columns(['client_id', 'id']).doNothing())
      .execute(),
  )
  return true
}

async function findTwin(tx: Tx, { clientId, userId }: Caller, { purpose, source, ownerId }: Wanted) {
  let query = tx
    .selectFrom('file')
    .select(['sha256', 'mime', 'bytes'])
    .where('client_id', '=', clientId)
    .where('source_sha256', '=', source)
    .where('purpose', '=', purpose)
  query = ownerId
    ? query.where('owner_id', '=', ownerId)
    : query.where('owner_id', 'is', null).where('created_by', '=', userId)
  // If pictures shrink only on request, a shrunk one is not the same content.
  if (PURPOSE_RULES[purpose].width.when === 'onRequest')
    query = query.whereRef('sha256', '=', 'source_sha256')
  return query.limit(1).executeTakeFirst()
}
