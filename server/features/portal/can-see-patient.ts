import { sql } from 'kysely'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { visibleStudies } from '../studies/public/rights.ts'

/**
 * Returns true if the caller works with this patient: a visit to one of the caller's branches, or a visible study.
 */
export async function canSeePatient(tx: Tx, caller: Caller, patientId: string): Promise<boolean> {
  if (caller.isClientAdmin) return true
  const visit = await tx
    .selectFrom('visit')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', patientId)
    .where('branch_id', '=', sql<string>`any(${[...caller.branchIds]}::uuid[])`)
    .limit(1)
    .executeTakeFirst()
  if (visit) return true
  const study = await tx
    .selectFrom('study as s')
    .select('s.id')
    .where('s.client_id', '=', caller.clientId)
    .where('s.patient_id', '=', patientId)
    .where('s.hidden', 'is', null)
    .where(visibleStudies(caller))
    .limit(1)
    .executeTakeFirst()
  return study !== undefined
}
