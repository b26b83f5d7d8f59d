import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { carryDoctors, demandDoctors } from '../reports/public/assign-doctor.ts'
import { findNormalTag } from '../tags/public/store.ts'
import { readStoredBooking } from '../visits/public/booking/stored-booking.ts'
import { getService, updateService } from '../visits/public/service-store.ts'
import { changeVisit, lockVisit } from '../visits/public/write-store.ts'
import { carryTags, retaggedBy } from './carry-tags.ts'
import { demandPermission } from './demand-permission.ts'
import { answerVisit } from './run-visit.ts'

/**
 * Assigns the tag of a visit or of one of its services, and of the studies linked to it (docs/people.md#permissions:
 * assign_tag_to_study).
 */
export async function assignVisitTag(
  ctx: Context,
  { id, tag_id, service_id }: ParsedInputOf<typeof visitCalls.assignTag>,
): Promise<OutputOf<typeof visitCalls.assignTag>> {
  const visit = await lockVisit(ctx, id)
  demandPermission(ctx.caller, 'assign_tag_to_study')
  if (tag_id !== null && !(await findNormalTag(ctx.tx, ctx.caller.clientId, tag_id)))
    throw invalid({ tag_id: 'is not a tag' })
  if (service_id === undefined) {
    const before = visit.tag_id
    const { services } = await readStoredBooking(ctx, visit)
    // The booking form saves the tag too, so an edit of the booking that is based on the older revision must
    // conflict.
    await changeVisit(ctx, visit, { tag_id, ...(before !== tag_id && { booked_rev: visit.rev + 1 }) })
    await carryTags(ctx, retaggedBy(services, before, tag_id))
  } else {
    const { tag_id: before } = await getService(ctx, visit, service_id)
    await updateService(ctx, visit, service_id, { tag_id })
    await changeVisit(ctx, visit, {})
    const ofVisit = visit.tag_id
    await carryTags(ctx, [{ id: service_id, before: before ?? ofVisit, after: tag_id ?? ofVisit }])
  }
  await ctx.audit('tag', service_id === undefined ? 'visit' : 'visit_service', service_id ?? visit.id, {
    tag_id,
  })
  return answerVisit(ctx, visit, 'Assigned')
}

/**
 * Assigns who writes and who signs the report of a service (docs/visits.md#booking). The doctors are kept with the
 * service until its study arrives and are copied to a study that is already here. They cannot change once the report
 * is signed.
 */
export async function assignServiceDoctor(
  ctx: Context,
  input: ParsedInputOf<typeof visitCalls.assignDoctor>,
): Promise<OutputOf<typeof visitCalls.assignDoctor>> {
  const { id, appt_id, assigned_doctor_id, signed_by_doctor_id } = input
  const visit = await lockVisit(ctx, appt_id)
  demandPermission(ctx.caller, 'assign_doctor_to_study')
  const service = await getService(ctx, visit, id)
  if (!visit.is_radiology) throw new Refusal('refused', 'Doctors are assigned to examinations of radiology.')
  const doctors = { assigned_doctor_id, signed_by_doctor_id }
  await demandDoctors(ctx, doctors)
  await updateService(ctx, visit, service.id, doctors)
  await changeVisit(ctx, visit, {})
  await carryDoctors(ctx, service.id, doctors)
  await ctx.audit('assign', 'visit_service', service.id, doctors)
  return answerVisit(ctx, visit, 'Assigned')
}
