import { sql } from 'kysely'
import type { PatientCard, PatientStudy, patientCalls, UpcomingVisit } from '#contract/calls/patients.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { ageText } from '#domain/patient/age.ts'
import { imagesHeldBack, waitsForPayment } from '#domain/sharing/results.ts'
import { UPCOMING_STATUSES } from '#domain/status/visit-status.ts'
import { dayAt } from '#domain/time/zones.ts'
import {
  findPatient,
  patientName,
  type StoredPatient,
} from '#server/features/patients/public/find-patient.ts'
import { clientWaitsForPayment } from '#server/features/share-links/waits-for-payment.ts'
import { openAddress } from '#server/features/sharing/public/open-link.ts'
import { findVisibleStudy, selectStudyRows, selectVisibleIds } from '#server/features/studies/public/store.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { canSeePatient } from '../can-see-patient.ts'
import { demandProof, ownPatient } from './proof.ts'

type Input = ParsedInputOf<typeof patientCalls.studyPatientDtl>
type Detail = OutputOf<typeof patientCalls.studyPatientDtl>['result']

/** Throws unless the caller is a patient or manages the portal. */
export function demandDetailReader({ userType, isClientAdmin, permissions }: Caller): void {
  if (userType === 'PATIENT') return
  const mayLook = isClientAdmin || permissions.has('view_patient_portal_patients')
  if (userType !== 'CLIENT' || !mayLook) throw new Refusal('not_permitted')
}

/**
 * Returns a patient with past and planned examinations; patients get their own record, after they have proven their
 * identity.
 */
export async function patientDetail(input: Input, ctx: Context): Promise<Detail> {
  const patient =
    ctx.caller.userType === 'PATIENT' ? await provenPatient(ctx) : await patientAskedFor(input, ctx)
  await ctx.audit('read', 'patient', patient.id)
  return {
    patient: cardOf(patient, dayAt(ctx.now, ctx.caller.timeZone)),
    upcoming: input.getUpcomingBookings ? await selectUpcoming(ctx, patient.id) : [],
    studies: await selectPatientStudies(ctx, patient.id),
  }
}

async function provenPatient(ctx: Context): Promise<StoredPatient> {
  const patient = await ownPatient(ctx)
  await demandProof(ctx)
  return patient
}

async function patientAskedFor(input: Input, ctx: Context): Promise<StoredPatient> {
  const { tx, caller } = ctx
  const id = input.patient_id ?? (await patientOfStudy(ctx, input.study_id))
  const by = id ? { id } : input.pat_id ? { pat_id: input.pat_id } : undefined
  const patient = by && (await findPatient(tx, caller.clientId, by))
  if (!patient || !(await canSeePatient(tx, caller, patient.id))) throw new Refusal('not_found')
  return patient
}

async function patientOfStudy(ctx: Context, studyId: string | undefined): Promise<string | null | undefined> {
  if (studyId === undefined) return undefined
  return (await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now))?.patient_id
}

function cardOf(patient: StoredPatient, today: string): PatientCard {
  return {
    id: patient.id,
    pat_id: patient.pat_id,
    name: patientName(patient),
    dob: patient.dob,
    age: ageText(patient.dob, today),
    gender: patient.gender,
    bloodgroup: patient.bloodgroup,
    weight: patient.weight,
    height: patient.height,
  }
}

/** Selects the studies of a patient, newest first; those that cannot be opened now have no address. */
export async function selectPatientStudies(ctx: Context, patientId: string): Promise<PatientStudy[]> {
  const { tx, caller, now } = ctx
  const found = await tx
    .selectFrom('study as s')
    .leftJoin('visit_service as vs', (on) =>
      on.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .leftJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'vs.client_id').onRef('v.id', '=', 'vs.visit_id'),
    )
    .select(['s.id', 'vs.name as service', 'v.visit_no'])
    .where('s.client_id', '=', caller.clientId)
    .where('s.patient_id', '=', patientId)
    .where('s.hidden', 'is', null)
    .orderBy(sql`coalesce(s.study_datetime, s.received_datetime)`, 'desc')
    .limit(500)
    .execute()
  const ids = found.map(({ id }) => id)
  const seen = new Set(caller.userType === 'PATIENT' ? ids : await selectVisibleIds(tx, caller, ids))
  const waits = await clientWaitsForPayment(tx, caller.clientId)
  const visits = new Map(found.map((row) => [row.id, row]))
  const rows = await selectStudyRows(
    tx,
    caller.clientId,
    ids.filter((id) => seen.has(id)),
    now,
  )
  return rows.map((study) => {
    const is_unpaid = waitsForPayment(waits, study.payment_status)
    const isHeld = imagesHeldBack({ ...study, is_unpaid }) !== undefined
    return {
      study_id: study.id,
      visit_no: visits.get(study.id)?.visit_no ?? '',
      service: visits.get(study.id)?.service || study.study_desc,
      modality: study.modality,
      study_datetime: study.study_datetime ?? study.received_datetime,
      branch: study.branch,
      branch_id: study.branch_id,
      status: study.status,
      signed_reports: study.signed_reports,
      is_active_for_patient: study.is_active_for_patient,
      is_unpaid: is_unpaid ? 1 : 0,
      viewer_url: isHeld ? '' : openAddress(study),
    }
  })
}

async function selectUpcoming({ tx, caller, now }: Context, patientId: string): Promise<UpcomingVisit[]> {
  const rows = await tx
    .selectFrom('visit as v')
    .innerJoin('branch as b', (on) =>
      on.onRef('b.client_id', '=', 'v.client_id').onRef('b.id', '=', 'v.branch_id'),
    )
    .leftJoin('visit_service as vs', (on) =>
      on
        .onRef('vs.client_id', '=', 'v.client_id')
        .onRef('vs.visit_id', '=', 'v.id')
        .on('vs.status', '!=', 12),
    )
    .select(['v.visit_no', 'v.start_dt', 'v.branch_id', 'b.name as branch'])
    .select(sql<string[]>`array_remove(array_agg(vs.name order by vs.start_dt), null)`.as('services'))
    .where('v.client_id', '=', caller.clientId)
    .where('v.patient_id', '=', patientId)
    .where('v.status', 'in', UPCOMING_STATUSES)
    .where('v.start_dt', '>', now)
    .groupBy(['v.visit_no', 'v.start_dt', 'v.branch_id', 'b.name'])
    .orderBy('v.start_dt')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, start_dt: row.start_dt.toISOString() }))
}
