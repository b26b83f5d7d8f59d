import type { SavedFilter, SavedFilterBody } from '#contract/calls/saved-filters.ts'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** A filter as it is kept: without the count, which is that of the moment. */
export type KeptFilter = Omit<SavedFilter, 'count'>

const COLUMNS = ['id', 'rev', 'flag', 'name', 'filter', 'place'] as const

interface Stored {
  id: string
  rev: number
  flag: string
  name: string
  filter: unknown
  place: number
}

// What stands in the columns was checked by the contract on its way in.
const toKept = (row: Stored): KeptFilter => ({
  ...row,
  flag: row.flag as StudyListFlag,
  filter: row.filter as SavedFilterBody,
})

/** The caller's own filters of a list, in their order. */
export async function selectOwnFilters(tx: Tx, caller: Caller, flag: StudyListFlag): Promise<KeptFilter[]> {
  const rows = await tx
    .selectFrom('saved_filter')
    .select(COLUMNS)
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('flag', '=', flag)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map(toKept)
}

/** Keeps a filter, new or changed; undefined where the id is another person's. */
export async function putFilter(
  tx: Tx,
  caller: Caller,
  { id, flag, name, filter, place }: Omit<KeptFilter, 'rev'>,
): Promise<KeptFilter | undefined> {
  const content = { flag, name, place, filter: JSON.stringify(filter) }
  const row = await tx
    .insertInto('saved_filter')
    .values({ client_id: caller.clientId, user_id: caller.userId, id, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'id'])
        .doUpdateSet((eb) => ({ ...content, rev: eb('saved_filter.rev', '+', 1) }))
        .where('saved_filter.user_id', '=', caller.userId),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toKept(row)
}

/** Takes a filter of the caller's own out; false where there is none under this id. */
export async function removeFilter(tx: Tx, caller: Caller, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_filter')
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
