import type { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

type Signed = OutputOf<typeof patientDeskCalls.signedExaminations>['result']

const SHOWN = 50

/**
 * Selects a patient's studies with a signed report: those of the caller's branches with names, the others as a count.
 */
export async function selectSignedExaminations(tx: Tx, caller: Caller, patientId: string): Promise<Signed> {
  const rows = await tx
    .selectFrom('study as s')
    .leftJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .leftJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'vs.client_id').onRef('v.id', '=', 'vs.visit_id'),
    )
    .select(['s.id', 's.branch_id', 's.study_desc', 's.study_datetime', 's.received_datetime'])
    .select(['vs.name', 'vs.start_dt', 'v.visit_no'])
    .where('s.client_id', '=', caller.clientId)
    .where('s.patient_id', '=', patientId)
    .where('s.signed_reports', '>', 0)
    .where('s.hidden', 'is', null)
    .execute()
  const isOwn = (branch: string | null) =>
    caller.isClientAdmin || (branch !== null && caller.branchIds.includes(branch))
  const examinations = rows
    .filter(({ branch_id }) => isOwn(branch_id))
    .map(({ id, visit_no, name, start_dt, ...study }) => ({
      id,
      visit_no: visit_no ?? '',
      service: name ?? study.study_desc,
      start_dt: (start_dt ?? study.study_datetime ?? study.received_datetime).toISOString(),
    }))
    .toSorted((a, b) => Date.parse(b.start_dt) - Date.parse(a.start_dt))
    .slice(0, SHOWN)
  return { examinations, more: rows.length - examinations.length }
}
