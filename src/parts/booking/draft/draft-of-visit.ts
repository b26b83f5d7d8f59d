import type { PricedService, PricedVisit } from '#contract/calls/priced-visit.ts'
import { findMinor, minorToText } from '#domain/money/minor-units.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import {
  type BookingDraft,
  CUSTOM_HEAD,
  type DraftLine,
  type DraftSlot,
  NO_DISCOUNT,
  NO_REFERRER,
  type Referrer,
  slotKey,
} from './draft.ts'

/** Returns a new, empty booking. */
export function newDraft(
  visitId: string,
  {
    branchId,
    isRadiology,
    start,
    isFirstFree = false,
  }: Pick<BookingDraft, 'branchId' | 'isRadiology' | 'start'> & { isFirstFree?: boolean },
): BookingDraft {
  return {
    visitId,
    branchId,
    isRadiology,
    start,
    isStartSet: false,
    isFirstFree,
    lines: [],
    slots: {},
    packageId: null,
    headId: null,
    discount: NO_DISCOUNT,
    scheme: null,
    referrer: NO_REFERRER,
    referrers: {},
    tagId: null,
  }
}

/**
 * Returns true if a form for `visit` would also begin with `draft`. The progress of its examinations does not
 * count.
 */
export function beginsTheSame(draft: BookingDraft, visit: PricedVisit, decimals: number): boolean {
  return textOfForm(draft) === textOfForm(draftOfVisit(visit, decimals))
}

const textOfForm = ({ lines, ...rest }: BookingDraft): string =>
  JSON.stringify({
    ...rest,
    lines: lines.map((line) => ({
      ...line,
      status: line.status === undefined || isLiveService(line.status),
      provisionalAccession: undefined,
    })),
  })

/** Returns a visit as its form shows it: prices and discounts are those agreed, not today's lists. */
export function draftOfVisit(visit: PricedVisit, decimals: number): BookingDraft {
  const money = (amount: number) => minorToText(findMinor(amount, decimals) ?? 0, decimals)
  const slots: Record<string, DraftSlot> = {}
  const referrers: Record<string, Referrer> = {}
  for (const machine of visit.machines) {
    const placeId = machine.machine_id ?? machine.doctor_id
    const { department_id: departmentId } = machine
    slots[slotKey({ departmentId, placeId })] = { id: machine.id, start: Date.parse(machine.start_dt) }
    referrers[departmentId] ??= {
      hospitalId: machine.ref_hospital_id,
      drId: machine.ref_dr_id,
      otherIds: machine.other_ref_dr_ids,
    }
  }
  const isCustom = visit.discount_head_id === null && visit.discount > 0
  const { ref_dr_scheme_id, ref_dr_scheme_type: type } = visit
  return {
    ...newDraft(visit.id, {
      branchId: visit.branch_id,
      isRadiology: visit.is_radiology,
      start: Date.parse(visit.start_dt),
    }),
    lines: visit.services.map((service) => lineOf(service, visit, money)),
    slots,
    packageId: visit.package_id,
    headId: isCustom ? CUSTOM_HEAD : visit.discount_head_id,
    scheme: ref_dr_scheme_id !== null && type !== '' ? { id: ref_dr_scheme_id, type } : null,
    referrer: Object.values(referrers)[0] ?? NO_REFERRER,
    referrers,
    tagId: visit.tag_id,
  }
}

function lineOf(
  service: PricedService,
  { machines, rev }: PricedVisit,
  money: (amount: number) => string,
): DraftLine {
  const slot = machines.find(({ id }) => id === service.appt_machine_id)
  return {
    id: service.id,
    serviceId: service.service_id ?? '',
    name: service.name,
    code: service.code,
    departmentId: slot?.department_id ?? service.department_id ?? '',
    placeId: slot ? (slot.machine_id ?? slot.doctor_id) : service.machine_id,
    charges: money(service.charges),
    discount: service.discount > 0 ? money(service.discount) : undefined,
    status: service.status,
    ...(rev === 0 && service.accession_no !== '' && { provisionalAccession: service.accession_no }),
  }
}
