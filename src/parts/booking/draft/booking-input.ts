import type { BookingInput } from '#contract/calls/visits.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { type BookingDraft, CUSTOM_HEAD, type DraftLine, NO_REFERRER, referrerOf } from './draft.ts'
import type { Reckoning } from './reckon.ts'
import type { TimedSlot, Timetable } from './timetable.ts'

/** Facts in addition to the draft. */
export interface InputFacts {
  patientId: string
  timetable: Timetable
  reckoning: Reckoning
  decimals: number
  rev?: number | undefined
  overbookReason?: string | undefined
  hoursReason?: string | undefined
  changeReason?: string | undefined
  requestId?: string | null | undefined
  /** Numbers of a booking that the server does not have yet. */
  provisional?: { visitNo: string; accessionNo: (place: number) => string } | undefined
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Returns the booking as it is sent (docs/visits.md#booking). */
export function bookingInputOf(draft: BookingDraft, facts: InputFacts): BookingInput {
  const { timetable, reckoning, decimals, provisional } = facts
  const accessionOf = ({ id, provisionalAccession }: DraftLine) => {
    const place = draft.lines.findIndex((line) => line.id === id)
    const number = provisionalAccession ?? (draft.isRadiology ? provisional?.accessionNo(place) : undefined)
    return number === undefined ? {} : { provisional_accession: number }
  }
  const amounts = new Map(reckoning.lines.map((line) => [line.id, line]))
  const machineOf = ({ draftSlot, placeId, start, end, lines }: TimedSlot) => ({
    id: draftSlot?.id ?? draft.visitId,
    ...(draft.isRadiology ? { machine_id: placeId } : { machine_id: null, doctor_id: placeId }),
    start_dt: iso(start),
    end_dt: iso(end),
    ...(draftSlot?.isFound && lines.every(({ isFound }) => isFound) && { first_free: 1 as const }),
    services: lines.map((line) => {
      const { charges = 0, discount = 0, net = 0 } = amounts.get(line.id) ?? {}
      return {
        id: line.id,
        service_id: line.serviceId,
        charges: fromMinor(charges, decimals),
        discount: fromMinor(discount, decimals),
        net_charges: fromMinor(net, decimals),
        ...(line.status !== undefined && { status: line.status }),
        ...accessionOf(line),
      }
    }),
  })
  const departments = [...Map.groupBy(timetable.slots, ({ departmentId }) => departmentId)].map(
    ([id, slots]) => {
      const { hospitalId, drId, otherIds } = referrerOf(draft, id) ?? NO_REFERRER
      return {
        id,
        ref_hospital_id: hospitalId,
        ref_dr_id: drId,
        other_ref_dr_ids: otherIds.length > 0 ? otherIds.join(',') : null,
        machines: slots.map(machineOf),
      }
    },
  )
  const starts = timetable.slots.map(({ start }) => start)
  return {
    id: draft.visitId,
    ...(facts.rev !== undefined && { rev: facts.rev }),
    is_radiology: draft.isRadiology,
    branch_id: draft.branchId,
    patient_id: facts.patientId,
    discount_head_id: draft.headId === CUSTOM_HEAD ? null : draft.headId,
    ref_dr_scheme_id: draft.scheme?.id ?? null,
    ref_dr_scheme_type: draft.scheme?.type ?? '',
    start_dt: iso(Math.min(...(draft.isFirstFree ? [] : [draft.start]), ...starts)),
    end_dt: iso(timetable.end),
    tag_id: draft.tagId,
    package_id: draft.packageId,
    departments,
    ...(provisional && { provisional_no: provisional.visitNo }),
    ...(facts.overbookReason && { overbook_reason: facts.overbookReason }),
    ...(facts.hoursReason && { hours_reason: facts.hoursReason }),
    ...(facts.changeReason && { change_reason: facts.changeReason }),
    ...(facts.requestId && { booking_request_id: facts.requestId }),
  }
}
