import { type Insertable, sql } from 'kysely'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { showsResults } from '#server/features/studies/public/portal-rights.ts'
import { studyPartSource } from '#server/features/study-parts/part-source.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { ReportAddendum } from '#server/kernel/database/schema.ts'

/** Selects addenda in wire format; does not check rights. */
export async function selectAddenda(tx: Tx, ids: readonly string[]): Promise<AddendumRow[]> {
  if (ids.length === 0) return []
  const rows = await namedAddenda(tx)
    .where('a.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toAddendumRow)
}

/** Selects the addenda of a study in the order of their signatures. */
export async function selectAddendaOfStudy(tx: Tx, studyId: string): Promise<AddendumRow[]> {
  const rows = await namedAddenda(tx)
    .where('a.study_id', '=', studyId)
    .orderBy('a.signed_on')
    .orderBy('a.id')
    .execute()
  return rows.map(toAddendumRow)
}

export async function insertAddendum(tx: Tx, addendum: Insertable<ReportAddendum>): Promise<void> {
  await tx.insertInto('report_addendum').values(addendum).execute()
}

/** The sync source of addenda: in the scopes of their study, like its signed reports, for the same readers. */
export const addendumSource = studyPartSource(
  'addendum',
  (tx, _caller, ids) => selectAddenda(tx, ids),
  showsResults,
)

function namedAddenda(tx: Tx) {
  return tx
    .selectFrom('report_addendum as a')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'a.client_id').onRef('u.id', '=', 'a.signed_by_id'),
    )
    .selectAll('a')
    .select('u.name as signed_by')
}

type NamedAddendum = Awaited<ReturnType<ReturnType<typeof namedAddenda>['execute']>>[number]

const toAddendumRow = (a: NamedAddendum): AddendumRow => ({
  id: a.id,
  rev: a.rev,
  study_id: a.study_id,
  report_id: a.report_id,
  content: a.content,
  seen_hash: a.seen_hash,
  signed_hash: a.signed_hash,
  signed_by: a.signed_by ?? '',
  signed_by_id: a.signed_by_id,
  signed_on: a.signed_on.toISOString(),
})
