import { type Selectable, sql, type Updateable } from 'kysely'
import type { PacsStatus } from '#contract/calls/directory.ts'
import { PACS_TYPES } from '#server/integrations/pacs/open-image-server.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { Pacs, Study } from '#server/kernel/database/schema.ts'

export type PacsRow = Selectable<Pacs>
export type StoredStudy = Selectable<Study>
export type PacsState = PacsStatus['state']

/** Returns the settings of a server to be polled; undefined once it is deactivated or deleted. */
export async function findPolledPacs(tx: Tx, clientId: string, id: string): Promise<PacsRow | undefined> {
  return tx
    .selectFrom('pacs')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .where('type', 'in', [...PACS_TYPES])
    .executeTakeFirst()
}

/** Selects the image servers of the caller's client. */
export const selectPacs = ({ tx, caller }: Pick<Context, 'tx' | 'caller'>) =>
  tx.selectFrom('pacs').selectAll().where('client_id', '=', caller.clientId).where('hidden', 'is', null)

/** Returns one of them; undefined if there is none with that id. */
export const findPacs = (ctx: Pick<Context, 'tx' | 'caller'>, id: string): Promise<PacsRow | undefined> =>
  selectPacs(ctx).where('id', '=', id).executeTakeFirst()

/** Stores what polling found out about the server; the revision stays, because nobody edited it. */
export async function updatePacs(
  tx: Tx,
  clientId: string,
  id: string,
  change: Updateable<Pacs>,
): Promise<void> {
  await tx.updateTable('pacs').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** The most missing studies to search for. */
const MISSING_MAX = 5_000

/** Selects the UIDs of studies that their image server no longer holds. */
export async function selectMissingUids(tx: Tx, clientId: string, pacsId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('study')
    .select('study_iuid')
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('missing_at_source_since', 'is not', null)
    .limit(MISSING_MAX)
    .execute()
  return rows.map(({ study_iuid }) => study_iuid)
}

/** Selects known studies, including hidden ones, and locks them in the order of their ids. */
export async function lockStudiesByUid(
  tx: Tx,
  clientId: string,
  uids: readonly string[],
): Promise<Map<string, StoredStudy>> {
  const rows = await tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('study_iuid', '=', sql<string>`any(${[...uids]})`)
    // For split studies, uses the original row.
    .where('split_from_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.study_iuid, row]))
}
