import type { Updateable } from 'kysely'
import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  type ExamStatus,
  isLiveService,
  SCAN_COMPLETED,
  SCAN_IN_PROGRESS,
  waitsForScan,
} from '#domain/status/service-status.ts'
import { hasVisitStarted } from '#domain/status/visit-status.ts'
import { endOfSlot } from '#domain/visit/end-time.ts'
import { newInvoiceVersion, settleBill } from '#server/features/payments/public/bill.ts'
import type { Context } from '#server/kernel/context.ts'
import type { VisitService } from '#server/kernel/database/schema.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { readBookingMasters } from '../visits/public/booking/booking-masters.ts'
import {
  liveServices,
  readStoredBooking,
  type StoredService,
} from '../visits/public/booking/stored-booking.ts'
import { minorOf, totalsOf } from '../visits/public/prices/booking-money.ts'
import { getService, updateService } from '../visits/public/service-store.ts'
import { placeSlot } from '../visits/public/slots/place-slots.ts'
import { impliedStatus } from '../visits/public/status/refresh-status.ts'
import { changeVisit, type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import { demandFormF } from './demand-form-f.ts'
import { answerVisit, momentOf } from './run-visit.ts'

type Input = ParsedInputOf<typeof visitCalls.changeServiceStatus>
const NEEDS_SLOT = 'needs_slot'

/**
 * Sets the scan status of an examination. After the start of the visit, each of the four statuses can follow any
 * other (docs/visits.md#visit-and-service-status). A cancelled examination is removed from totals, invoice and slot,
 * and added to them again when it is set back.
 */
export async function changeServiceStatus(
  ctx: Context,
  input: Input,
): Promise<OutputOf<typeof visitCalls.changeServiceStatus>> {
  const visit = await lockVisit(ctx, input.appt_id)
  const service = await getService(ctx, visit, input.id)
  if (service.type !== 'Exam_Service') throw new Refusal('refused', 'Only an examination has a scan.')
  if (!hasVisitStarted(visit.status)) throw new Refusal('refused', 'The visit has not started.')
  if (service.status === input.status) return answerVisit(ctx, visit, 'Changed')
  if (beginsScan(input.status)) await demandFormF(ctx, visit, { id: service.id, status: input.status })
  const isCounted = isLiveService(service.status)
  const counts = isLiveService(input.status)
  if (isCounted !== counts) {
    if (isCounted) await refuseWithImages(ctx, visit, service)
    if (isCounted) demandReason(ctx, visit, input.reason)
    await newInvoiceVersion(ctx, visit, changeWords(counts, input.reason))
  }
  await updateService(ctx, visit, service.id, await examColumns(ctx, service, input.status))
  const flags = isCounted === counts ? visit.flags : await fitSlot(ctx, visit, service)
  await changeVisit(ctx, visit, {
    flags,
    // The lines of the invoice change, so an edit of the booking that is based on the older revision must conflict.
    ...(isCounted === counts ? {} : { ...(await totals(ctx, visit)), booked_rev: visit.rev + 1 }),
    status: await impliedStatus(ctx, visit),
  })
  if (isCounted !== counts) await settleBill(ctx, visit)
  await ctx.audit('exam_status', 'visit_service', service.id, {
    appt_id: visit.id,
    before: service.status,
    after: input.status,
  })
  return answerVisit(ctx, visit, 'Changed')
}

// A cancelled scan that is resumed needs its Form F only once it begins.
const beginsScan = (status: ExamStatus) => status === SCAN_IN_PROGRESS || status === SCAN_COMPLETED

/**
 * Throws if money was received and no reason is given. Accepts work made offline, because the device could not know of
 * another desk's receipt.
 */
function demandReason({ madeOffline }: Context, { received, refunded }: LockedVisit, reason = ''): void {
  const isPaid = Number(received) > Number(refunded)
  if (isPaid && reason.trim() === '' && !madeOffline)
    throw new Refusal('reason_needed', undefined, { fields: { reason: 'is required' } })
}

/** Returns the reason of the invoice's change: what happened to the scan, and the reason that the person gave. */
function changeWords(isTakenUp: boolean, reason = ''): string {
  if (isTakenUp) return 'The scan is taken up again.'
  const said = reason.trim()
  return said === '' ? 'The scan was cancelled.' : `The scan was cancelled: ${said}`
}

async function refuseWithImages({ tx }: Context, visit: LockedVisit, { id }: StoredService): Promise<void> {
  const study = await tx
    .selectFrom('study')
    .select('id')
    .where('client_id', '=', visit.client_id)
    .where('visit_service_id', '=', id)
    .where('hidden', 'is', null)
    .executeTakeFirst()
  if (study) throw new Refusal('refused', 'This examination already has images and cannot be cancelled.')
}

/**
 * Returns the columns of a status with its times. A scan that begins now ends after the slot length of its
 * department.
 */
async function examColumns(
  ctx: Context,
  service: StoredService,
  status: ExamStatus,
): Promise<Updateable<VisitService>> {
  const at = momentOf(ctx)
  if (status === SCAN_IN_PROGRESS)
    return {
      status,
      is_bring_next: false,
      exm_start_dt: at,
      exm_end_dt: new Date(endOfSlot(at.getTime(), 1, await slotMinutesOf(ctx, service))),
      scanned_on: null,
    }
  if (status === SCAN_COMPLETED) return { status, is_bring_next: false, scanned_on: at }
  if (!isLiveService(status)) return { status, is_bring_next: false }
  return { status, exm_start_dt: null, exm_end_dt: null, scanned_on: null }
}

async function departmentOf(ctx: Context, { department_id }: StoredService) {
  if (department_id === null) return undefined
  const { departments } = await readBookingMasters(ctx, {
    branchId: department_id,
    services: [],
    departments: [department_id],
    machines: [],
    people: [],
  })
  return departments.get(department_id)
}

const slotMinutesOf = async (ctx: Context, service: StoredService): Promise<number> =>
  (await departmentOf(ctx, service))?.slot_minutes ?? 15

/** Frees the place of a slot without live services, or takes it again; returns the visit's flags. */
async function fitSlot(ctx: Context, visit: LockedVisit, service: StoredService): Promise<string[]> {
  const booking = await readStoredBooking(ctx, visit)
  const slot = booking.slots.find(({ id }) => id === service.visit_machine_id)
  if (!slot) return visit.flags
  const isLive = liveServices(booking).some(({ visit_machine_id }) => visit_machine_id === slot.id)
  const mayOverlap = (await departmentOf(ctx, service))?.may_overlap ?? false
  const begun = booking.services.some(
    (one) => one.visit_machine_id === slot.id && isLiveService(one.status) && !waitsForScan(one.status),
  )
  // The patient of a resumed scan is on the machine even if another visit was booked there since, so a slot that has
  // begun does not block again.
  const blocks = isLive && !mayOverlap && slot.overbook_reason === '' && (slot.blocks || !begun)
  const { client_id: _client, visit_id: _visit, ...columns } = slot
  const placing = await placeSlot(
    ctx,
    visit,
    { ...columns, blocks },
    { path: '', needsMachine: false, before: undefined, overbookReason: '' },
  )
  if (placing !== 'needs_slot') return visit.flags
  ctx.flag(NEEDS_SLOT)
  return [...visit.flags.filter((flag) => flag !== NEEDS_SLOT), NEEDS_SLOT]
}

async function totals(ctx: Context, visit: LockedVisit) {
  const decimals = await decimalsOf(ctx)
  const live = liveServices(await readStoredBooking(ctx, visit))
  return totalsOf(
    live.map(({ charges, discount }) => ({
      charges: minorOf(charges, decimals),
      discount: minorOf(discount, decimals),
    })),
    decimals,
  )
}
