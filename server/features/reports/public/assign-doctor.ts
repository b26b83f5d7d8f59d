import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { ownerOfCritical } from '#domain/study/critical-rules.ts'
import { giveOpenCriticals, hasOpenCritical } from '#server/features/criticals/public/store.ts'
import { notifyCriticalTo } from '#server/features/notifications/public/events.ts'
import { canSeeStudy } from '#server/features/studies/public/rights.ts'
import { getStudyRow } from '#server/features/studies/public/store.ts'
import { changeStudy, type LockedStudy, lockStudy } from '#server/features/studies/public/write-store.ts'
import { moveParts } from '#server/features/study-parts/announce-parts.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { reportScopes, selectReportsOfStudy } from './store.ts'

type AssignInput = ParsedInputOf<typeof reportCalls.assignDoctor>
type Doctors = Pick<LockedStudy, 'assigned_doctor_id' | 'signed_by_doctor_id'>

/**
 * Handles assignDoctor (docs/studies.md#dialogs, docs/visits.md#booking): throws once signed; copies of the reports
 * move with the doctors.
 */
export async function assignDoctor(
  input: AssignInput,
  ctx: Context,
): Promise<OutputOf<typeof reportCalls.assignDoctor>> {
  const before = await lockStudy(ctx, input.study_id)
  if (hasSigned(before)) throw new Refusal('already_signed')
  if (!isSameDoctors(before, input)) await assign(ctx, before, input)
  return {
    message: 'Assigned',
    result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, before.id, ctx.now) },
  }
}

async function assign(ctx: Context, before: LockedStudy, input: AssignInput): Promise<void> {
  demandRight(ctx.caller, before, input)
  await demandDoctors(ctx, input)
  await putDoctors(ctx, before, input)
}

/**
 * Copies the doctors that the desk assigned to a visit's service to its study; does nothing without a study. Does not
 * check rights; a signed study keeps its doctors.
 */
export async function carryDoctors(ctx: Context, serviceId: string, doctors: Doctors): Promise<void> {
  const study = await ctx.tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('visit_service_id', '=', serviceId)
    .where('hidden', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!study) return
  const before = study as LockedStudy
  if (isSameDoctors(before, doctors)) return
  if (hasSigned(before)) throw new Refusal('already_signed')
  await putDoctors(ctx, before, doctors)
}

async function putDoctors(ctx: Context, before: LockedStudy, input: Doctors): Promise<void> {
  const { assigned_doctor_id, signed_by_doctor_id } = input
  const isSameWriter = assigned_doctor_id === before.assigned_doctor_id
  const assigned_on = isSameWriter ? before.assigned_on : assigned_doctor_id && ctx.now
  const after = await changeStudy(ctx, before, { assigned_doctor_id, signed_by_doctor_id, assigned_on })
  await moveReports(ctx, before, after)
  if (assigned_doctor_id === null && signed_by_doctor_id === null) await takeOverCriticals(ctx, after)
  await moveParts(ctx, after.id, before, after)
  await tellOfCriticals(ctx, before, after)
  await ctx.audit('assign', 'study', before.id, { assigned_doctor_id, signed_by_doctor_id })
}

// Notifies the doctor who takes over the study of its open critical results.
async function tellOfCriticals(ctx: Context, before: LockedStudy, after: LockedStudy): Promise<void> {
  const owner = ownerOfCritical(after, { doctor_id: null })
  if (owner === null || owner === ownerOfCritical(before, { doctor_id: null })) return
  if (await hasOpenCritical(ctx.tx, after)) await notifyCriticalTo(ctx, after, owner)
}

// The previous doctor may no longer see the study (docs/decisions/170), nor may a desk that only books.
function takeOverCriticals({ tx, caller }: Context, study: LockedStudy): Promise<void> {
  return giveOpenCriticals(tx, study, canSeeStudy(caller, study) ? caller.userId : null)
}

function demandRight(caller: Caller, study: LockedStudy, input: AssignInput): void {
  if (caller.isClientAdmin || caller.permissions.has('assign_doctor_to_study')) return
  if (!caller.isDoctor || input.assigned_doctor_id !== caller.userId) throw new Refusal('not_permitted')
  if (study.assigned_doctor_id !== null) throw new Refusal('refused', 'Another doctor is already assigned.')
  const isOwnSignature = input.signed_by_doctor_id === caller.userId && study.signed_by_doctor_id === null
  const keepsSigner = input.signed_by_doctor_id === study.signed_by_doctor_id
  if (!keepsSigner && !isOwnSignature) throw new Refusal('not_permitted')
}

/** Throws unless the writing doctor is a doctor and the signing doctor may sign (docs/visits.md#booking). */
export async function demandDoctors(ctx: Context, input: Doctors): Promise<void> {
  const ids = [input.assigned_doctor_id, input.signed_by_doctor_id].filter((id) => id !== null)
  if (ids.length === 0) return
  const doctors = await ctx.tx
    .selectFrom('app_user')
    .select(['id', 'can_sign'])
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', 'in', ids)
    .where('is_doctor', '=', true)
    .where('active', '=', true)
    .execute()
  const find = (id: string | null) => doctors.find((doctor) => doctor.id === id)
  const fields: Record<string, string> = {}
  if (input.assigned_doctor_id && !find(input.assigned_doctor_id))
    fields.assigned_doctor_id = 'must be a doctor'
  if (input.signed_by_doctor_id && !find(input.signed_by_doctor_id)?.can_sign) {
    fields.signed_by_doctor_id = 'must be a doctor who can sign'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', undefined, { fields })
}

async function moveReports(ctx: Context, before: LockedStudy, after: LockedStudy): Promise<void> {
  for (const report of await selectReportsOfStudy(ctx.tx, after.id)) {
    const scopes = reportScopes(report, after)
    const left = reportScopes(report, before).filter((scope) => !scopes.includes(scope))
    ctx.changed({ type: 'report', id: report.id, rev: report.rev, scopes, left })
  }
}

function isSameDoctors(a: Doctors, b: Doctors): boolean {
  return a.assigned_doctor_id === b.assigned_doctor_id && a.signed_by_doctor_id === b.signed_by_doctor_id
}
