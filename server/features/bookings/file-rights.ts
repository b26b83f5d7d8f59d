import type { Caller, Tx } from '#server/kernel/context.ts'
import { visibleVisits } from '../visits/public/store.ts'
import { visibleBookings } from './store.ts'

/**
 * Returns true if the caller may read the document of a request: people who handle requests at its branch and, after
 * the conversion, everybody who can see the visit.
 */
export async function canReadRequestFile(tx: Tx, caller: Caller, requestId: string): Promise<boolean> {
  const isOfDesk = caller.isClientAdmin || caller.permissions.has('appointments')
  return (isOfDesk && (await seesRequest(tx, caller, requestId))) || seesItsVisit(tx, caller, requestId)
}

async function seesRequest(tx: Tx, caller: Caller, id: string): Promise<boolean> {
  const request = await tx
    .selectFrom('booking_request as r')
    .select('r.id')
    .where('r.id', '=', id)
    .where('r.hidden', 'is', null)
    .where(visibleBookings(caller))
    .executeTakeFirst()
  return request !== undefined
}

async function seesItsVisit(tx: Tx, caller: Caller, requestId: string): Promise<boolean> {
  const visit = await tx
    .selectFrom('booking_request as r')
    .innerJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'r.client_id').onRef('v.id', '=', 'r.visit_id'),
    )
    .select('v.id')
    .where('r.id', '=', requestId)
    .where(visibleVisits(caller))
    .executeTakeFirst()
  return visit !== undefined
}
