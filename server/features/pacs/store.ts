import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { PacsStatus } from '#contract/calls/directory.ts'
import type { PlaceableBranch } from '#domain/study/place-study.ts'
import { PACS_TYPES } from '#server/integrations/pacs/open-image-server.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { Pacs, Study } from '#server/kernel/database/schema.ts'

export type PacsRow = Selectable<Pacs>
export type StoredStudy = Selectable<Study>
export type PacsState = PacsStatus['state']

/** The settings of a server that is to be polled; undefined once it is switched off or gone. */
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

/** The image servers of the caller's client. */
export const selectPacs = ({ tx, caller }: Pick<Context, 'tx' | 'caller'>) =>
  tx.selectFrom('pacs').selectAll().where('client_id', '=', caller.clientId).where('hidden', 'is', null)

/** One of them; undefined where there is none of that id. */
export const findPacs = (ctx: Pick<Context, 'tx' | 'caller'>, id: string): Promise<PacsRow | undefined> =>
  selectPacs(ctx).where('id', '=', id).executeTakeFirst()

/** What polling found out about the server; the revision stays, since nobody edited it. */
export async function updatePacs(
  tx: Tx,
  clientId: string,
  id: string,
  change: Updateable<Pacs>,
): Promise<void> {
  await tx.updateTable('pacs').set(change).where('client_id', '=', clientId).where('id', '=', id).execute()
}

/** Marked as gone at this server, at most so many as it is worth looking for. */
const MISSING_MAX = 5_000

/** UIDs of the studies that their image server holds no longer. */
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

/** The branches that a study may belong to. */
export async function selectPlaceableBranches(tx: Tx, clientId: string): Promise<PlaceableBranch[]> {
  const rows = await tx
    .selectFrom('branch')
    .select(['id', 'time_zone', 'aet_sources', 'pacs_id', 'tat_type', 'tat_minutes'])
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, tat_type: row.tat_type as PlaceableBranch['tat_type'] }))
}

/** Studies that are known already, hidden ones too, locked in the order of their ids. */
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
    // Of a study that was split the first row stands for its images.
    .where('split_from_id', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.study_iuid, row]))
}

/** Inserts a study that has arrived; undefined if another process was first: its UID is unique. */
export async function insertArrival(tx: Tx, row: Insertable<Study>): Promise<StoredStudy | undefined> {
  return tx
    .insertInto('study')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'study_iuid']).where('split_from_id', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Writes what a later header changed, with the next revision. */
export async function updateArrival(
  tx: Tx,
  study: StoredStudy,
  change: Updateable<Study>,
): Promise<StoredStudy> {
  return tx
    .updateTable('study')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', study.client_id)
    .where('id', '=', study.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
