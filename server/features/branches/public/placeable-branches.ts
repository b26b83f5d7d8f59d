import type { PlaceableBranch } from '#domain/study/dicom/place-study.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Selects the branches that a study can belong to. */
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
