import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Study } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { studyScopes } from './store.ts'

type FeedWriter = Pick<Write, 'tx' | 'changed'>
type StoredStudy = Selectable<Study>

/** Inserts a study that a person made of another one, and announces it. */
export async function insertStudy(
  { tx, changed }: FeedWriter,
  study: Insertable<Study> & Parameters<typeof studyScopes>[0],
): Promise<void> {
  await tx.insertInto('study').values(study).execute()
  changed({ type: 'study', id: study.id, rev: 1, scopes: studyScopes(study) })
}

/**
 * Inserts a study that has arrived; returns undefined if another process inserted it first, because its UID is
 * unique. Announces it.
 */
export async function insertArrival(
  { tx, changed }: FeedWriter,
  row: Insertable<Study>,
): Promise<StoredStudy | undefined> {
  const study = await tx
    .insertInto('study')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'study_iuid']).where('split_from_id', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (study) changed({ type: 'study', id: study.id, rev: study.rev, scopes: studyScopes(study) })
  return study
}

/** Writes the changes of a later header with the next revision, and announces which scopes gained and lost the study. */
export async function updateArrival(
  { tx, changed }: FeedWriter,
  study: StoredStudy,
  change: Updateable<Study>,
): Promise<StoredStudy> {
  const after = await tx
    .updateTable('study')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', study.client_id)
    .where('id', '=', study.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const scopes = studyScopes(after)
  const left = studyScopes(study).filter((scope) => !scopes.includes(scope))
  changed({ type: 'study', id: after.id, rev: after.rev, scopes, left })
  return after
}
