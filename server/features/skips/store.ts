import type { Selectable } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import type { StudySkip } from '#server/kernel/database/schema.ts'

export type StoredSkip = Selectable<StudySkip>

/** Keeps a skip, unless one with its id is there: that one is returned then. */
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
