import { Refusal } from '#contract/kernel/error-codes.ts'
import { type FormFGround, formFMissing, formFRefusal, needsFormF } from '#domain/pndt/form-f-start.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import { selectConsentsOfVisit } from '../consents/store.ts'
import type { LockedVisit } from '../visits/write-store.ts'
import { getPndtBranch } from './pndt-branch.ts'

/**
 * Throws if an obstetric ultrasound is started without a complete Form F, at a branch where it applies. `serviceId`:
 * that service of the visit alone (docs/form-f.md#before-the-scan).
 */
export async function demandFormF(tx: Tx, visit: LockedVisit, serviceId?: string): Promise<void> {
  const branch = await getPndtBranch(tx, visit.client_id, visit.branch_id)
  if (!branch.pndt_applies) return
  const exams = await selectExams(tx, visit, serviceId)
  if (!needsFormF({ branch, exams })) return
  const { gender } = await tx
    .selectFrom('patient')
    .select('gender')
    .where('client_id', '=', visit.client_id)
    .where('id', '=', visit.patient_id)
    .executeTakeFirstOrThrow()
  const consents = await selectConsentsOfVisit(tx, visit.id)
  const missing = formFMissing({ branch, gender, exams, consents })
  if (missing.length > 0) throw new Refusal('refused', formFRefusal(missing))
}

async function selectExams(
  tx: Tx,
  visit: LockedVisit,
  serviceId: string | undefined,
): Promise<FormFGround['exams']> {
  let query = tx
    .selectFrom('visit_service as vs')
    .innerJoin('service as s', (on) =>
      on.onRef('s.client_id', '=', 'vs.client_id').onRef('s.id', '=', 'vs.service_id'),
    )
    .leftJoin('visit_machine as st', (on) =>
      on.onRef('st.client_id', '=', 'vs.client_id').onRef('st.id', '=', 'vs.visit_machine_id'),
    )
    .leftJoin('machine as m', (on) =>
      on.onRef('m.client_id', '=', 'st.client_id').onRef('m.id', '=', 'st.machine_id'),
    )
    .select(['s.name', 's.is_obstetric', 'm.name as machine', 'm.pndt_registration_no'])
    .where('vs.client_id', '=', visit.client_id)
    .where('vs.visit_id', '=', visit.id)
  // A scan that was cancelled may be begun after all: it is asked about where it is the one.
  query =
    serviceId === undefined
      ? query.where('vs.status', '<>', SCAN_CANCELLED)
      : query.where('vs.id', '=', serviceId)
  const rows = await query.orderBy('vs.place').orderBy('vs.id').execute()
  return rows.map(({ name, is_obstetric, machine, pndt_registration_no }) => ({
    name,
    isObstetric: is_obstetric,
    machine: machine === null ? undefined : { name: machine, registrationNo: pndt_registration_no ?? '' },
  }))
}
