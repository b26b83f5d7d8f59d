import type { VisitRow } from '#contract/calls/visit-records.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canEditVisit, statusAfterMove } from '#domain/status/visit-status.ts'
import { demandOpenMonthAt } from '#server/features/month-lock/public/gate.ts'
import { noticeBooked, noticeMoved } from '#server/features/notices/visit-notices.ts'
import { patientCame } from '#server/features/patients/public/announce.ts'
import { touchPatient } from '#server/features/patients/public/store.ts'
import { allotOwnMoney } from '#server/features/payments/public/allocate.ts'
import { newInvoiceVersion, settleBill } from '#server/features/payments/public/bill.ts'
import { linkArrived } from '#server/features/unmatched/public/link-arrived.ts'
import {
  type BookingMasters,
  readBookingMasters,
} from '#server/features/visits/public/booking/booking-masters.ts'
import {
  type Booking,
  type BookingPlan,
  isReferredAsBefore,
  namesIn,
  planBooking,
} from '#server/features/visits/public/booking/booking-plan.ts'
import { giveNumbers } from '#server/features/visits/public/booking/give-numbers.ts'
import { insertVisit } from '#server/features/visits/public/booking/insert-visit.ts'
import {
  liveServices,
  readStoredBooking,
  type StoredBooking,
} from '#server/features/visits/public/booking/stored-booking.ts'
import { NEEDS_BOOKING, needsBooking } from '#server/features/visits/public/booking/unbooked.ts'
import { removeLines, writeLines } from '#server/features/visits/public/booking/write-lines.ts'
import {
  checkAmounts,
  type LineAmounts,
  minorOf,
  totalsOf,
} from '#server/features/visits/public/prices/booking-money.ts'
import { demandReferrersFree } from '#server/features/visits/public/prices/commission-guards.ts'
import { readCommissions } from '#server/features/visits/public/prices/freeze-commission.ts'
import { bringVisitParts } from '#server/features/visits/public/reading/announce-parts.ts'
import { writeSlots } from '#server/features/visits/public/slots/write-slots.ts'
import { impliedStatus } from '#server/features/visits/public/status/refresh-status.ts'
import { getVisitRow } from '#server/features/visits/public/store.ts'
import {
  changeVisit,
  findLockedVisit,
  type LockedVisit,
  lockVisit,
} from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { checkBooking, refusePast } from '../../booking/check-booking.ts'
import { checkHeader } from '../../booking/check-header.ts'
import { isRepeat } from '../../booking/is-repeat.ts'
import { auditPrices, judgePrices } from '../../booking/judge-prices.ts'
import { readListPrices } from '../../booking/list-prices.ts'
import { carryTags, retaggedBy } from '../../carry-tags.ts'

/**
 * Books a visit or changes a booking (docs/visits.md#booking; docs/visits.md#visit-and-service-status,
 * docs/money.md). Used by the calls of the desk, by the conversion of a request and by a hospital's order. The rights
 * are checked before the response reveals anything; the branch must be one of the caller's.
 */
export async function saveBooking(ctx: Context, booking: Booking): Promise<VisitRow> {
  const { caller } = ctx
  if (!caller.isClientAdmin && !caller.branchIds.includes(booking.branch_id)) throw new Refusal('not_found')
  const stored = await findStored(ctx, booking)
  if (stored && isRepeat(ctx, booking, stored)) return getVisitRow(ctx.tx, caller, stored.visit.id)
  const masters = await readBookingMasters(ctx, namesIn(booking))
  const asked = planBooking(booking, masters, stored)
  const header = await checkHeader(ctx, booking, stored?.visit)
  checkBooking(booking, asked, masters)
  // A slot that requests the first free place moves to a later time if its minute has passed.
  refusePast(ctx, { ...asked, slots: asked.slots.filter((slot) => !slot.is_first_free) })
  const prices = await priceBooking(ctx, booking, { plan: asked, masters, headPercent: header.headPercent })
  const { amounts, decimals } = prices
  const booked = stored && needsBooking(stored.visit) ? undefined : stored
  if (booked && isBillChanged(booked, { plan: asked, amounts, decimals })) {
    await demandOpenInvoice(ctx, booked.visit)
    await newInvoiceVersion(ctx, booked.visit, booking.change_reason)
  }
  const visit =
    stored?.visit ?? (await insertVisit(ctx, booking, { plan: asked, patientId: header.patientId }))
  // From here on, `visit` in memory is changed to the new state.
  const startBefore = booked?.visit.start_dt
  if (stored) await removeLines(ctx, visit, goneFrom(stored, asked))
  const { flags, plan } = await writeSlots(ctx, {
    visit,
    plan: asked,
    stored,
    masters,
    reason: booking.overbook_reason,
    hoursReason: booking.hours_reason,
  })
  const isMoved = booked !== undefined && booked.visit.start_dt.getTime() !== plan.start
  const status = isMoved ? statusAfterMove(visit.status) : visit.status
  await writeServices(ctx, booking, { visit, plan, masters, prices, status })
  const after = { ...visit, status }
  const tagBefore = visit.tag_id
  await changeVisit(ctx, visit, {
    ...headerColumns(booking, plan),
    ...(stored && !booked && headerOfFirst(booking)),
    ...headPercentOf(booking, stored?.visit.discount_head_id, header.headPercent),
    ...totalsOf(amounts, decimals),
    patient_share: header.patientShare,
    flags: flags.filter((flag) => flag !== NEEDS_BOOKING),
    booked_rev: visit.rev + 1,
    status: await impliedStatus(ctx, after),
  })
  if (stored && !booked) await allotOwnMoney(ctx, visit)
  await settleBill(ctx, visit)
  // If the visit's tag is unchanged, a tag that was chosen for a study since stays too.
  if (stored && tagBefore !== visit.tag_id)
    await carryTags(ctx, retaggedBy(stored.services, tagBefore, visit.tag_id))
  if (isMoved) await bringVisitParts(ctx, visit)
  // Runs before the number series are locked. An accession number that this save assigns cannot be on an image yet.
  await linkArrived(ctx, visit)
  await touchPatient(ctx, visit.patient_id)
  const former = stored?.visit.branch_id === visit.branch_id ? undefined : stored?.visit.branch_id
  await patientCame(ctx, caller.clientId, { patientId: visit.patient_id, branchId: visit.branch_id, former })
  if (!booked) await noticeBooked(ctx, visit)
  else if (startBefore && isMoved) await noticeMoved(ctx, visit, startBefore)
  await auditPrices(ctx, visit.id, prices.lowered)
  await ctx.audit(booked ? 'edit_booking' : 'book', 'visit', visit.id, { services: plan.lines.length })
  return giveNumbers(ctx, visit, await getVisitRow(ctx.tx, caller, visit.id), stored === undefined)
}

interface Priced {
  plan: BookingPlan
  masters: BookingMasters
  headPercent: number | undefined
}

/** Reads the list prices and refuses amounts and prices that the person may not give. */
async function priceBooking(ctx: Context, booking: Booking, { plan, masters, headPercent }: Priced) {
  const decimals = await decimalsOf(ctx)
  const amounts = checkAmounts(
    ctx,
    plan.lines.map((line) => ({
      ...line,
      discountBefore: line.stored ? minorOf(line.stored.discount, decimals) : 0,
    })),
    { decimals, headPercent },
  )
  const priceOf = await readListPrices(ctx, booking, {
    serviceIds: [...masters.services.keys()],
    referrals: plan.slots,
  })
  const { lowered, reasons } = await judgePrices(ctx, booking, {
    plan,
    amounts,
    priceOf,
    headPercent,
    decimals,
  })
  return { decimals, amounts, priceOf, lowered, reasons }
}

interface BookedServices {
  visit: LockedVisit
  plan: BookingPlan
  masters: BookingMasters
  prices: Awaited<ReturnType<typeof priceBooking>>
  status: LockedVisit['status']
}

/** Writes the services of a visit; new ones and those with another referrer get the current commission terms. */
async function writeServices(
  ctx: Context,
  booking: Booking,
  { visit, plan, masters, prices, status }: BookedServices,
): Promise<void> {
  const freeze = await readCommissions(ctx, booking.branch_id, plan.slots)
  const lines = plan.slots.flatMap((slot) => slot.lines.map((line) => ({ slot, line })))
  await demandReferrersFree(
    ctx,
    lines.flatMap(({ slot, line }) =>
      line.stored && !isReferredAsBefore(slot, line.stored) ? [line.stored.id] : [],
    ),
  )
  await writeLines(
    ctx,
    visit,
    lines.map(({ slot, line }, place) => ({
      line,
      slot,
      place,
      modality: masters.machines.get(slot.machine_id ?? '')?.modality || line.service?.modality || '',
      amounts: prices.amounts[place] ?? { charges: 0, discount: 0 },
      priceReason: prices.reasons.get(line.id),
      terms:
        line.service && !isReferredAsBefore(slot, line.stored)
          ? { ...freeze(line.service, slot), list_charges: prices.priceOf(line.service.id, slot) }
          : undefined,
    })),
    { status, decimals: prices.decimals },
  )
}

/**
 * Refuses a change of a visit's bill if its month is locked. Work made offline is accepted, because the person could
 * not know. The cancellation of a scan is accepted too; the reconcile page shows what it changed.
 */
async function demandOpenInvoice(ctx: Context, { branch_id, start_dt }: LockedVisit): Promise<void> {
  if (ctx.madeOffline) return
  await demandOpenMonthAt(
    ctx,
    branch_id,
    start_dt,
    'Book what is new as a visit of its own, or ask for the month to be unlocked.',
  )
}

/**
 * Reads and locks the stored visit; returns undefined for a new one. An edit is based on the revision that the person
 * saw: payments and examinations may have changed since, but not the booking (docs/decisions/111).
 */
async function findStored(ctx: Context, booking: Booking): Promise<StoredBooking | undefined> {
  const base = ctx.baseRev ?? booking.rev
  if (base === undefined && !(await findLockedVisit(ctx, ctx.caller.clientId, booking.id))) return undefined
  const visit = await lockVisit(ctx, booking.id)
  const stored = await readStoredBooking(ctx, visit)
  if (isRepeat(ctx, booking, stored)) return stored
  // A visit that was opened only for its payment was never booked, so there is nothing to conflict with.
  if (needsBooking(visit)) return stored
  if (base === undefined || base < visit.booked_rev)
    throw new Refusal('conflict', undefined, { current: await getVisitRow(ctx.tx, ctx.caller, visit.id) })
  if (!canEditVisit(visit.status))
    throw new Refusal('refused', 'A reported, completed or cancelled visit cannot be changed.')
  return stored
}

const goneFrom = (stored: StoredBooking, plan: BookingPlan) => {
  const kept = new Set(plan.lines.map(({ id }) => id))
  return liveServices(stored).filter(({ id }) => !kept.has(id))
}

interface NewBill {
  plan: BookingPlan
  amounts: readonly LineAmounts[]
  decimals: number
}

/** Returns true if the invoice would change: another service, charge or discount. */
function isBillChanged(stored: StoredBooking, { plan, amounts, decimals }: NewBill): boolean {
  const before = liveServices(stored)
  if (before.length !== plan.lines.length) return true
  return plan.lines.some(({ stored: line }, index) => {
    const now = amounts[index]
    return (
      !line ||
      minorOf(line.charges, decimals) !== now?.charges ||
      minorOf(line.discount, decimals) !== now.discount
    )
  })
}

/** Keeps the percent that the head allowed when it was chosen, because the head may change later. */
const headPercentOf = (
  { discount_head_id }: Booking,
  before: string | null | undefined,
  percent: number | undefined,
): Pick<Partial<LockedVisit>, 'head_percent'> =>
  discount_head_id !== null && discount_head_id === before
    ? {}
    : { head_percent: percent === undefined ? null : String(percent) }

/** Header values that only the first booking of a visit sets. */
const headerOfFirst = ({
  provisional_no = '',
  booking_request_id = null,
}: Booking): Partial<LockedVisit> => ({ provisional_no, booking_request_id })

/** Returns the header columns of a booking. The referrers are those of the first slot that names any. */
function headerColumns(booking: Booking, plan: BookingPlan): Partial<LockedVisit> {
  const referred = plan.slots.find((slot) => slot.ref_dr_id || slot.ref_hospital_id) ?? plan.slots[0]
  if (!referred) throw invalid({ departments: 'are required' })
  return {
    start_dt: new Date(plan.start),
    end_dt: new Date(plan.end),
    discount_head_id: booking.discount_head_id,
    package_id: booking.package_id,
    tag_id: booking.tag_id,
    ref_dr_scheme_id: booking.ref_dr_scheme_id,
    ref_dr_scheme_type: booking.ref_dr_scheme_id === null ? '' : booking.ref_dr_scheme_type,
    ref_hospital_id: referred.ref_hospital_id,
    ref_dr_id: referred.ref_dr_id,
    other_ref_dr_ids: [...new Set(plan.slots.flatMap((slot) => slot.other_ref_dr_ids))],
  }
}
