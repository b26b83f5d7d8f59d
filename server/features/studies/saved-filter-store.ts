import type { SavedFilter, SavedFilterBody } from '#contract/calls/saved-filters.ts'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** A stored filter, without the count, which is calculated on each read. */
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

// The contract validated the column values before they were written.
const toKept = (row: Stored): KeptFilter => ({
  ...row,
  flag: row.flag as StudyListFlag,
  filter: row.filter as SavedFilterBody,
})

/** Selects the caller's own filters of a list, in their order. */
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

/** Inserts or updates a filter; returns undefined if the id belongs to another person. */
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

/** Deletes one of the caller's own filters; returns false if there is none with this id. */
export async function removeFilter(tx: Tx, caller: Caller, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_filter')
    .where('client_id', '=', caller.clientId)
    .where('user_id', '=', caller.userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
