import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { CheckedPacs } from './store.ts'

/** Selects studies that their image server no longer holds and that are not marked yet. */
export async function selectUnmarked(tx: Tx, { clientId, pacsId }: CheckedPacs): Promise<string[]> {
  const rows = await tx
    .selectFrom('pacs_check_gap as g')
    .innerJoin('study as s', (on) =>
      on.onRef('s.client_id', '=', 'g.client_id').onRef('s.id', '=', 'g.study_id'),
    )
    .select('s.id')
    .where('g.client_id', '=', clientId)
    .where('g.pacs_id', '=', pacsId)
    .where('g.kind', '=', 'missing_there')
    .where('g.closed_on', 'is', null)
    .where('s.missing_at_source_since', 'is', null)
    .where('s.hidden', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Sums the studies on both sides of the days that were compared since `since`. */
export async function sumOfDays(
  tx: Tx,
  { clientId, pacsId }: CheckedPacs,
  since: Date,
): Promise<{ here: number; there: number }> {
  const { rows } = await sql<{ here: number; there: number }>`
    select coalesce(sum(count_here), 0)::int as here, coalesce(sum(count_there), 0)::int as there
    from pacs_check_day where client_id = ${clientId} and pacs_id = ${pacsId} and checked_on >= ${since}`.execute(
    tx,
  )
  return rows[0] ?? { here: 0, there: 0 }
}

/** Deletes old days and closed differences. */
export async function forgetOld(tx: Tx, { clientId, pacsId }: CheckedPacs, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await tx
    .deleteFrom('pacs_check_gap')
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('closed_on', '<', before(90))
    .execute()
  await tx
    .deleteFrom('pacs_check_day')
    .where('client_id', '=', clientId)
    .where('pacs_id', '=', pacsId)
    .where('checked_on', '<', before(400))
    .execute()
}
