import { v7 as mintId } from 'uuid'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { Context } from '#server/kernel/context.ts'
import { visitComments } from '../comments/public/store.ts'
import { visitDocuments } from '../documents/public/store.ts'
import { linkArrived } from '../unmatched/public/link-arrived.ts'
import { visitPartChanged } from '../visits/public/reading/announce-parts.ts'
import { updateService } from '../visits/public/service-store.ts'
import { changeVisit, type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import type { LockedBooking } from './store.ts'

/**
 * Copies the request's details to the visit: the patient's location, the reason, the patient's document, and the
 * accession number and study UID of the hospital's order, which identify the study.
 */
export async function copyFromRequest(ctx: Context, request: LockedBooking, booked: VisitRow): Promise<void> {
  const visit = await lockVisit(ctx, booked.id)
  // Uses the first service that is examined; other services have no accession number.
  const service = booked.services.find(({ accession_no }) => accession_no !== '')
  const takesNumber =
    service && request.accession_no !== '' && (await isFree(ctx, request.accession_no, service.id))
  const order = {
    ...(takesNumber && { accession_no: request.accession_no }),
    ...(request.study_iuid !== '' && { study_iuid: request.study_iuid }),
  }
  if (service && Object.keys(order).length > 0) await updateService(ctx, visit, service.id, order)
  await changeVisit(ctx, visit, {
    ipno: request.ipno,
    bedno: request.bedno,
    booking_request_id: request.id,
  })
  // The machine received the order's number from the hospital, so its images may have arrived before the desk
  // converted it.
  if (takesNumber) await linkArrived(ctx, visit)
  await carryDocument(ctx, request, visit)
  await carryReason(ctx, request, visit)
}

async function carryReason(ctx: Context, request: LockedBooking, visit: LockedVisit): Promise<void> {
  if (request.exam_reason.trim() === '') return
  const id = mintId()
  await visitComments.insert(ctx.tx, {
    client_id: visit.client_id,
    id,
    owner_id: visit.id,
    type: 'Exam_Reason',
    comment: request.exam_reason,
    comment_by: ctx.caller.userId,
    is_dr_comment: ctx.caller.isDoctor,
    created: ctx.now,
  })
  await ctx.audit('add', 'visit_comment', id, { visit_id: visit.id, type: 'Exam_Reason' })
  visitPartChanged(ctx, 'visit_comment', { id, rev: 1 }, visit)
}

/**
 * Copies the document to the visit as one brought by the patient; the file stays with the request
 * (docs/decisions/142).
 */
async function carryDocument(ctx: Context, request: LockedBooking, visit: LockedVisit): Promise<void> {
  if (request.doc_file_id === null) return
  const file = await ctx.tx
    .selectFrom('file')
    .select(['name', 'mime', 'created_by'])
    .where('client_id', '=', request.client_id)
    .where('id', '=', request.doc_file_id)
    .executeTakeFirst()
  if (!file) return
  const id = mintId()
  await visitDocuments.insert(ctx.tx, {
    client_id: visit.client_id,
    id,
    owner_id: visit.id,
    tag_id: null,
    file_id: request.doc_file_id,
    name: file.name,
    is_image: file.mime.startsWith('image/'),
    uploaded_by: file.created_by ?? ctx.caller.userId,
    created: ctx.now,
  })
  await ctx.audit('add', 'visit_document', id, { appt_id: visit.id, file_id: request.doc_file_id })
  visitPartChanged(ctx, 'visit_document', { id, rev: 1 }, visit)
}

/** Accession numbers are unique: if another examination has it, the visit keeps the centre's own number. */
async function isFree({ tx, caller }: Context, accession: string, exceptId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('visit_service')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('accession_no', '=', accession)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return other === undefined
}
