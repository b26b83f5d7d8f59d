import { sql } from 'kysely'
import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { Context } from '#server/kernel/context.ts'

/** The commission table stores "Without Hospital" as this id. */
const NO_HOSPITAL = '00000000-0000-0000-0000-000000000000'

/** Selects the agreed prices for patients of a referrer, by service and branch. */
export async function selectReferrerPrices(
  { tx, caller }: Context,
  refDrId: string,
): Promise<OutputOf<typeof visitCalls.refCharges>['result']> {
  const { rows } = await sql<{ service_id: string; branch_id: string; service_charges: number }>`
    select service_id, branch_id, service_charges::float8 as service_charges from ref_dr_commission_service
    where client_id = ${caller.clientId} and ref_dr_id = ${refDrId} and hospital_id = ${NO_HOSPITAL}
      and service_charges is not null
    order by branch_id, service_id`.execute(tx)
  return rows
}
