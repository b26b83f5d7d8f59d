import { type Selectable, sql } from 'kysely'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import type { StudySkip } from '#server/kernel/database/schema.ts'

export type StoredSkip = Selectable<StudySkip>

/** Inserts a skip; returns the existing one if there is one with its id. */
export async function insertSkip(
  { tx, caller: { clientId } }: Context,
  skip: Omit<StoredSkip, 'client_id'>,
): Promise<{ stored: StoredSkip; isNew: boolean }> {
  const added = await tx
    .insertInto('study_skip')
    .values({ ...skip, client_id: clientId })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) return { stored: added, isNew: true }
  const stored = await tx
    .selectFrom('study_skip')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', skip.id)
    .executeTakeFirstOrThrow()
  return { stored, isNew: false }
}

/** Selects the ids of the studies that the caller skipped since the session began, oldest skip first. */
export async function selectSkippedIds(tx: Tx, { clientId, userId, sessionId }: Caller): Promise<string[]> {
  const rows = await tx
    .selectFrom('study_skip')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('skipped_on', '>=', sql<Date>`entry.session_opened(${clientId}, ${userId}, ${sessionId || null})`)
    .groupBy('study_id')
    .orderBy((eb) => eb.fn.max('skipped_on'))
    .select('study_id')
    .execute()
  return rows.map((row) => row.study_id)
}
