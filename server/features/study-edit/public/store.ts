import { type Insertable, type Selectable, sql } from 'kysely'
import type { DicomHeader } from '#domain/study/dicom/study-header.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Patient, Study, StudyEdit } from '#server/kernel/database/schema.ts'

export async function insertEdit(tx: Tx, edit: Insertable<StudyEdit>): Promise<void> {
  await tx.insertInto('study_edit').values(edit).execute()
}

/** Selects the corrections, links and unlinks of a study with their authors, newest first. */
export function selectEdits(tx: Tx, clientId: string, studyId: string) {
  return tx
    .selectFrom('study_edit as e')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'e.client_id').onRef('u.id', '=', 'e.edited_by'),
    )
    .leftJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 'e.client_id').onRef('vs.id', '=', 'e.service_id'),
    )
    .leftJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'vs.client_id').onRef('v.id', '=', 'vs.visit_id'),
    )
    .select(['e.id', 'e.edited_on', 'e.kind', 'e.service_id', 'e.before', 'e.after', 'u.name'])
    .select(['v.visit_no', 'vs.name as service'])
    .where('e.client_id', '=', clientId)
    .where('e.study_id', '=', studyId)
    .orderBy('e.edited_on', 'desc')
    .orderBy('e.id', 'desc')
    .limit(50)
    .execute()
}

/** Returns the study with that id in any state, or undefined. */
export function findStudy(tx: Tx, clientId: string, id: string): Promise<Selectable<Study> | undefined> {
  return tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the header with which the study arrived. */
export async function selectHeader(tx: Tx, clientId: string, studyId: string): Promise<DicomHeader> {
  const row = await tx
    .selectFrom('study')
    .select('dicom_header')
    .where('client_id', '=', clientId)
    .where('id', '=', studyId)
    .executeTakeFirstOrThrow()
  return row.dicom_header as DicomHeader
}

/** Returns the visit and the service that a study is linked to; undefined if it is not linked. */
export function findLinkedVisit(tx: Tx, clientId: string, studyId: string) {
  return tx
    .selectFrom('study as s')
    .innerJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .innerJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'vs.client_id').onRef('v.id', '=', 'vs.visit_id'),
    )
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 's.client_id').onRef('u.id', '=', 's.linked_by_id'),
    )
    .select(['v.visit_no', 'v.status', 'v.start_dt', 'v.started_on'])
    .select(['vs.name as service', 'vs.status as service_status'])
    .select(['s.linked_on', 'u.name as linked_by'])
    .where('s.client_id', '=', clientId)
    .where('s.id', '=', studyId)
    .executeTakeFirst()
}

export function findPatient(tx: Tx, clientId: string, id: string): Promise<Selectable<Patient> | undefined> {
  return tx
    .selectFrom('patient')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Selects a patient's future visits, soonest first; statuses 1 to 3 are before the start. */
export function selectUpcoming(tx: Tx, caller: Caller, patientId: string, now: Date) {
  let query = tx
    .selectFrom('visit as v')
    .leftJoin('branch as b', (on) =>
      on.onRef('b.client_id', '=', 'v.client_id').onRef('b.id', '=', 'v.branch_id'),
    )
    .select(['v.id', 'v.visit_no', 'v.start_dt', 'v.status', 'b.name as branch'])
    .where('v.patient_id', '=', patientId)
    .where('v.start_dt', '>=', now)
    .where('v.status', '<=', 3)
  if (!caller.isClientAdmin)
    query = query.where('v.branch_id', '=', sql<string>`any(${[...caller.branchIds]}::uuid[])`)
  return query.orderBy('v.start_dt').limit(20).execute()
}
