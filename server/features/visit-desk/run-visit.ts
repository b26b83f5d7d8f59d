import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import {
  CANCELLED_STATUS,
  COMPLETED_STATUS,
  CONFIRMED_STATUS,
  canCancelVisit,
  canCompleteVisit,
  canConfirmVisit,
  canStartVisit,
  hasVisitStarted,
  isVisitCancelled,
  isVisitCompleted,
  STARTED_STATUS,
  type VisitStatus,
} from '#domain/status/visit-status.ts'
import { untouchedServiceStatus } from '#domain/visit/service-start.ts'
import {
  noticeBill,
  noticeCancelled,
  noticeConfirmed,
  noticeStarted,
} from '#server/features/notices/visit-notices.ts'
import { newInvoiceVersion, readBill, settleBill } from '#server/features/payments/public/bill.ts'
import {
  invoiceColumns,
  keepPrintedInvoice,
  withPrinted,
} from '#server/features/payments/public/invoice-number.ts'
import type { Context } from '#server/kernel/context.ts'
import { readStoredBooking } from '../visits/public/booking/stored-booking.ts'
import { demandBooked, NEEDS_BOOKING } from '../visits/public/booking/unbooked.ts'
import { updateService } from '../visits/public/service-store.ts'
import { freeAll } from '../visits/public/slots/free-all.ts'
import { impliedStatus } from '../visits/public/status/refresh-status.ts'
import { getVisitRow } from '../visits/public/store.ts'
import { changeVisit, type LockedVisit, lockVisit } from '../visits/public/write-store.ts'
import { demandFormF } from './demand-form-f.ts'

type Done = OutputOf<typeof visitCalls.confirm>

/** Returns when the person acted: the device's time for work made offline, but never a time in the future. */
export function momentOf({ madeOffline, madeAt, now }: Context): Date {
  return madeOffline && madeAt && madeAt < now ? madeAt : now
}

/** Returns the common response of the calls on a visit. */
export async function answerVisit(ctx: Context, visit: LockedVisit, message: string): Promise<Done> {
  return { message, result: { visit: await getVisitRow(ctx.tx, ctx.caller, visit.id) } }
}

/** Confirms a visit that is Booked or Rescheduled; does nothing if it is already confirmed or further. */
export async function confirmVisit(ctx: Context, id: string): Promise<Done> {
  const visit = await lockVisit(ctx, id)
  if (isVisitCancelled(visit.status)) throw new Refusal('refused', 'This visit is cancelled.')
  if (canConfirmVisit(visit.status)) {
    await setServices(ctx, visit, CONFIRMED_STATUS)
    await changeVisit(ctx, visit, { status: CONFIRMED_STATUS })
    await noticeConfirmed(ctx, visit)
    await ctx.audit('confirm', 'visit', visit.id)
  }
  return answerVisit(ctx, visit, 'Confirmed')
}

/**
 * Starts a visit: the exam services of a radiology visit become Ready to Scan, and the invoice gets its number. Two
 * desks may do this for the same patient. `printed` is the provisional number of an invoice that was printed offline.
 */
export async function startVisit(
  ctx: Context,
  { appt_id, invoice_provisional_no: printed }: ParsedInputOf<typeof visitCalls.startVisit>,
): Promise<Done> {
  const visit = await lockVisit(ctx, appt_id)
  if (isVisitCancelled(visit.status)) throw new Refusal('refused', 'This visit is cancelled.')
  demandBooked(visit)
  if (canStartVisit(visit.status)) {
    await demandFormF(ctx, visit)
    await setServices(ctx, visit, STARTED_STATUS)
    const status = await impliedStatus(ctx, { ...visit, status: STARTED_STATUS })
    const invoice = await invoiceColumns(ctx, visit)
    await changeVisit(ctx, visit, {
      status,
      started_on: momentOf(ctx),
      ...invoice,
      invoice_provisional_no: withPrinted(visit, printed),
    })
    await noticeStarted(ctx, visit)
    await noticeBill(ctx, visit, await readBill(ctx, visit.id))
    await ctx.audit('start', 'visit', visit.id)
  } else await keepPrintedInvoice(ctx, visit, printed)
  return answerVisit(ctx, visit, 'Started')
}

/** Completes a clinical visit in progress; only a clinic doctor may (docs/visits.md#visit-and-service-status). */
export async function completeVisit(ctx: Context, id: string): Promise<Done> {
  const visit = await lockVisit(ctx, id)
  if (!ctx.caller.isClinicDoctor) throw new Refusal('not_permitted')
  if (!isVisitCompleted(visit.status)) {
    if (!canCompleteVisit(visit.status, visit.is_radiology))
      throw new Refusal('refused', 'Only a clinical visit in progress can be completed.')
    await changeVisit(ctx, visit, { status: COMPLETED_STATUS, completed_on: momentOf(ctx) })
    await ctx.audit('complete', 'visit', visit.id)
  }
  return answerVisit(ctx, visit, 'Completed')
}

/**
 * Cancels a visit, up to Ready to Scan. Its services no longer count and free their places; its receipts stay, and
 * received money can be refunded (docs/money.md).
 */
export async function cancelVisit(
  ctx: Context,
  { appt_id, reason, rev }: { appt_id: string; reason?: string | undefined; rev?: number | undefined },
): Promise<Done> {
  const visit = await lockVisit(ctx, appt_id)
  if (isVisitCancelled(visit.status)) return answerVisit(ctx, visit, 'Cancelled')
  if (rev !== undefined && rev !== visit.rev)
    throw new Refusal('conflict', undefined, { current: await getVisitRow(ctx.tx, ctx.caller, visit.id) })
  if (!canCancelVisit(visit.status))
    throw new Refusal('refused', 'A visit whose scan has started cannot be cancelled.')
  await newInvoiceVersion(ctx, visit, reason)
  await freeAll(ctx, visit)
  await changeVisit(ctx, visit, {
    status: CANCELLED_STATUS,
    cancelled_on: ctx.now,
    cancelled_by: ctx.caller.userId,
    cancel_reason: reason?.trim() ?? '',
    charges: 0,
    discount: 0,
    net_charges: 0,
    flags: visit.flags.filter((flag) => flag !== 'needs_slot' && flag !== NEEDS_BOOKING),
  })
  await settleBill(ctx, visit)
  await noticeCancelled(ctx, visit)
  await ctx.audit('cancel', 'visit', visit.id)
  return answerVisit(ctx, visit, 'Cancelled')
}

// Sets the services of a visit that has not started. After the start, the technician sets their statuses.
async function setServices(ctx: Context, visit: LockedVisit, status: VisitStatus): Promise<void> {
  if (hasVisitStarted(visit.status)) return
  const { services } = await readStoredBooking(ctx, visit)
  for (const { id, type, status: before } of services) {
    if (!isLiveService(before)) continue
    const after = untouchedServiceStatus(status, { type, isRadiology: visit.is_radiology })
    if (after !== before) await updateService(ctx, visit, id, { status: after })
  }
}
