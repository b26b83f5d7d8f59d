import type { Context } from '#server/kernel/context.ts'
import { patientsScope } from '#server/kernel/scopes.ts'
import { hasOlderRecord, patientScopes, selectBranchesOf } from '../of-branch.ts'
import { type StoredPatient, selectPatients } from '../patient-row.ts'

/**
 * Announces a changed patient to the patient's branches. A hidden patient is removed from them, and from the branches
 * of the record that it was merged into.
 */
export async function patientChanged(
  ctx: Pick<Context, 'changed' | 'tx'>,
  patient: StoredPatient,
): Promise<void> {
  const { client_id, id, rev, hidden, merged_into_id } = patient
  const ids = merged_into_id === null ? [id] : [id, merged_into_id]
  const branches = await selectBranchesOf(ctx.tx, client_id, ids)
  const scopes = patientScopes([...new Set([...branches.values()].flat())])
  ctx.changed({ type: 'patient', id, rev, scopes: hidden ? [] : scopes, ...(hidden && { left: scopes }) })
}

/**
 * Announces a patient to a branch whose first record of the patient (a visit, a booking request or a study) was just
 * written, because its devices did not hold the patient. Removes the patient from branches that no longer have a
 * record: the `former` branch, and, for a patient without earlier records, the branches of the person who registered
 * the patient.
 */
export async function patientCame(
  ctx: Pick<Context, 'changed' | 'tx'>,
  clientId: string,
  came: { patientId: string; branchId: string; former?: string | undefined },
): Promise<void> {
  const { patientId, branchId, former } = came
  if (former === undefined && (await hasOlderRecord(ctx.tx, clientId, patientId, branchId))) return
  const [patient] = await selectPatients(ctx.tx, clientId, [patientId])
  if (!patient) return
  const branches = (await selectBranchesOf(ctx.tx, clientId, [patientId])).get(patientId) ?? []
  const registrar = await ctx.tx
    .selectFrom('app_user')
    .select('branch_ids')
    .where('client_id', '=', clientId)
    .where('id', '=', patient.created_by)
    .executeTakeFirst()
  const knew = [...(registrar?.branch_ids ?? []), ...(former === undefined ? [] : [former])]
  const left = knew.filter((branch) => !branches.includes(branch))
  ctx.changed({
    type: 'patient',
    id: patientId,
    rev: patient.rev,
    scopes: patientScopes(branches),
    left: [patientsScope(null), ...left.map(patientsScope)],
  })
}

/** The fields of a patient that a visit's row shows. */
export const SHOWN_ON_VISITS = [
  'pat_id',
  'fname',
  'lname',
  'gender',
  'dob',
  'mobile',
  'is_vip',
  'allergies',
] as const
