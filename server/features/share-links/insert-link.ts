import type { Insertable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { ShareLink } from '#server/kernel/database/schema.ts'

/** Inserts a link; only the hash of its secret is stored. Links are not on devices, so nothing is announced. */
export async function insertLink(tx: Tx, link: Insertable<ShareLink>): Promise<void> {
  await tx.insertInto('share_link').values(link).execute()
}
