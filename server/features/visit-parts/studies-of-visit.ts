import type { Caller, Tx } from '#server/kernel/context.ts'
import { selectVisibleIds } from '../studies/public/store.ts'

/** Selects the studies of a visit's services that the caller may see; their parts are shown with the visit. */
export async function selectStudiesOfVisit(tx: Tx, caller: Caller, visitId: string): Promise<string[]> {
  const rows = await linkedStudies(tx, caller)
    .select('s.id')
    .where('s.hidden', 'is', null)
    .where('vs.visit_id', '=', visitId)
    .execute()
  return selectVisibleIds(
    tx,
    caller,
    rows.map(({ id }) => id),
  )
}

/** Returns the visit of a study; undefined if it is not linked. Does not check rights. */
export async function findVisitOfStudy(tx: Tx, caller: Caller, studyId: string): Promise<string | undefined> {
  const service = await linkedStudies(tx, caller)
    .select('vs.visit_id')
    .where('s.id', '=', studyId)
    .executeTakeFirst()
  return service?.visit_id
}

const linkedStudies = (tx: Tx, { clientId }: Caller) =>
  tx
    .selectFrom('study as s')
    .innerJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .where('s.client_id', '=', clientId)
