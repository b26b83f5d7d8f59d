import type { FiledReport } from '#contract/calls/filed-report.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasVerified } from '#domain/report/filed.ts'
import { HELD_BACK_TABLE, reportHeldBack, waitsForPayment } from '#domain/sharing/results.ts'
import { isSigned, isVerified } from '#domain/status/report-status.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { readFiledReport } from '../reports/public/filed-report.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
import { findVisibleStudy, selectStudyRows } from '../studies/public/store.ts'
import { demandProof, ownPatient } from './public/proof.ts'
import { isReferredBy, isReferrer } from './referred-patients.ts'

/** Returns the filed report of a study for its patient, for the referrer, and for people who manage the portal. */
export async function patientReport(ctx: Context, studyId: string): Promise<FiledReport> {
  const study = await studyOfReader(ctx, studyId)
  await ctx.audit('read', 'report', study.id)
  // A referrer reads only verified reports, even if others of the study are signed.
  return readFiledReport(ctx, study, (await isReferrer(ctx)) ? isVerified : isSigned)
}

/** Throws unless the caller is a patient or a referrer, or manages the portal. */
export function demandReportReader({ userType, isRefDoctor, isClientAdmin, permissions }: Caller): void {
  const mayLook = isClientAdmin || permissions.has('view_patient_portal_patients')
  if (userType !== 'PATIENT' && !isRefDoctor && !mayLook) throw new Refusal('not_permitted')
}

async function studyOfReader(ctx: Context, studyId: string): Promise<StudyRow> {
  if (ctx.caller.userType === 'PATIENT') return studyOfPatient(ctx, studyId)
  if (await isReferrer(ctx)) return studyOfReferrer(ctx, studyId)
  const study = await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now)
  if (!study) throw new Refusal('not_found')
  return released(ctx, study)
}

async function studyOfPatient(ctx: Context, studyId: string): Promise<StudyRow> {
  const patient = await ownPatient(ctx)
  await demandProof(ctx)
  const [study] = await selectStudyRows(ctx.tx, ctx.caller.clientId, [studyId], ctx.now)
  if (!study || study.patient_id !== patient.id) throw new Refusal('not_found')
  return released(ctx, study)
}

// A referrer may read a report once it is verified (docs/people.md#my-patients); no activation is needed.
async function studyOfReferrer(ctx: Context, studyId: string): Promise<StudyRow> {
  if (!(await isReferredBy(ctx, studyId))) throw new Refusal('not_found')
  const [study] = await selectStudyRows(ctx.tx, ctx.caller.clientId, [studyId], ctx.now)
  if (!study) throw new Refusal('not_found')
  if (!hasVerified(study)) throw new Refusal('refused', 'The report is not verified yet.')
  if (waitsForPayment(await clientWaitsForPayment(ctx.tx, ctx.caller.clientId), study.payment_status))
    throw new Refusal('unpaid')
  return study
}

async function released(ctx: Context, study: StudyRow): Promise<StudyRow> {
  const waits = await clientWaitsForPayment(ctx.tx, ctx.caller.clientId)
  const is_unpaid = waitsForPayment(waits, study.payment_status)
  const held = reportHeldBack({ ...study, is_unpaid })
  if (held !== undefined) throw new Refusal(is_unpaid ? 'unpaid' : 'refused', `${HELD_BACK_TABLE[held]}.`)
  return study
}
