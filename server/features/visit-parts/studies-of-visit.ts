import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectVisibleIds } from '../studies/store.ts'

/** The studies of a visit's services that the caller may see: what stands with them is shown with the visit. */
export async function selectStudiesOfVisit(tx: Tx, caller: Caller, visitId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('study as s')
    .innerJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .select('s.id')
    .where('s.client_id', '=', caller.clientId)
    .where('s.hidden', 'is', null)
    .where('vs.visit_id', '=', visitId)
    .execute()
  return selectVisibleIds(
    tx,
    caller,
    rows.map(({ id }) => id),
  )
}
