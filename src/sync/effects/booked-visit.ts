import type { VisitRow, VisitServiceRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import { paymentStatusOf } from '#domain/money/balance.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { hasVisitStarted, NEW_VISIT_STATUS, statusAfterMove } from '#domain/status/visit-status.ts'
import { untouchedServiceStatus } from '#domain/visit/service-start.ts'
import { type BookingContext, bookedSlotOf, findName, otherIds, textOf } from './booked-slot.ts'

/** The effect of a booking on its visit on this device: the same times, statuses and totals as the server computes. */
export async function bookedVisit(input: BookingInput, context: BookingContext): Promise<Partial<VisitRow>> {
  const { before } = context
  const slots = await Promise.all(
    input.departments.flatMap((department) =>
      department.machines.map((machine) => bookedSlotOf(department, machine, context)),
    ),
  )
  const start = Math.min(...slots.map(({ machine }) => Date.parse(machine.start_dt)))
  const end = Math.max(...slots.map(({ machine }) => Date.parse(machine.end_dt)))
  const isMoved = before !== undefined && Date.parse(before.start_dt) !== start
  const status = before ? (isMoved ? statusAfterMove(before.status) : before.status) : NEW_VISIT_STATUS
  const cancelled = before?.services.filter((one) => !isLiveService(one.status)) ?? []
  const services = slots
    .flatMap((slot) => slot.services)
    .map((service) => {
      const stored = before?.services.find(({ id }) => id === service.id)
      if (stored && hasVisitStarted(before?.status ?? status)) return { ...service, status: stored.status }
      const isRadiology = input.is_radiology === 1
      return { ...service, status: untouchedServiceStatus(status, { type: service.type, isRadiology }) }
    })
  return {
    ...(before ? {} : await newHeader(input, context)),
    ...(await headerOf(input, context)),
    status,
    start_dt: new Date(start).toISOString(),
    end_dt: new Date(end).toISOString(),
    machines: slots.map(({ machine }) => machine),
    services: [...services, ...cancelled],
    ...totalsOf(services, context),
  }
}

/** The fields of a new visit that no edit changes. */
async function newHeader(input: BookingInput, { local, author }: BookingContext): Promise<Partial<VisitRow>> {
  const [patient, branch] = await Promise.all([
    local.findPatient(input.patient_id),
    local.findBranch(input.branch_id),
  ])
  return {
    id: input.id,
    rev: 0,
    visit_no: input.provisional_no ?? 'New',
    branch_id: input.branch_id,
    branch: branch?.name ?? '',
    is_radiology: input.is_radiology,
    started_on: null,
    patient_id: input.patient_id,
    pat_id: patient?.pat_id ?? '',
    name: `${patient?.fname ?? ''} ${patient?.lname ?? ''}`.trim(),
    gender: patient?.gender ?? '',
    dob: patient?.dob ?? null,
    mobile: patient?.mobile ?? '',
    email: patient?.email ?? '',
    is_vip: patient?.is_vip ?? 0,
    allergies: patient?.allergies.join(', ') ?? '',
    invoice_version: 1,
    flags: [],
    ipno: '',
    bedno: '',
    cancel_reason: '',
    created: author.at,
    created_by_id: author.userId,
    created_by: author.name,
  }
}

async function headerOf(input: BookingInput, { before, local }: BookingContext): Promise<Partial<VisitRow>> {
  const referred =
    input.departments.find((one) => one.ref_dr_id || one.ref_hospital_id) ?? input.departments[0]
  const isSameScheme = before?.ref_dr_scheme_id === input.ref_dr_scheme_id
  const [tags, scheme, bundle, hospital, doctor] = await Promise.all([
    local.findTags(),
    findName(local, 'refDrScheme', input.ref_dr_scheme_id),
    findName(local, 'package', input.package_id),
    referred?.ref_hospital_id ? local.findPerson(referred.ref_hospital_id) : undefined,
    referred?.ref_dr_id ? local.findPerson(referred.ref_dr_id) : undefined,
  ])
  const tag = tags.find(({ id }) => id === input.tag_id)
  const share = typeof scheme?.patient_share === 'number' ? scheme.patient_share : 100
  return {
    tag_id: input.tag_id,
    tag: tag?.name ?? '',
    tag_color: tag?.color ?? '',
    package_id: input.package_id,
    package: textOf(bundle?.name),
    discount_head_id: input.discount_head_id,
    ref_dr_scheme_id: input.ref_dr_scheme_id,
    ref_dr_scheme: textOf(scheme?.name),
    ref_dr_scheme_type: input.ref_dr_scheme_id === null ? '' : input.ref_dr_scheme_type,
    patient_share: before && isSameScheme ? before.patient_share : share,
    ref_hospital_id: referred?.ref_hospital_id ?? null,
    ref_hospital: hospital?.name ?? '',
    ref_dr_id: referred?.ref_dr_id ?? null,
    ref_dr: doctor?.name ?? '',
    other_ref_dr_ids: [...new Set(input.departments.flatMap(otherIds))],
  }
}

/** Totals over the services that count, and the amount due. */
export function totalsOf(
  services: readonly VisitServiceRow[],
  { before, decimals }: Pick<BookingContext, 'before' | 'decimals'>,
): Partial<VisitRow> {
  const live = services.filter(({ status }) => isLiveService(status))
  const sum = (name: 'charges' | 'discount') =>
    live.reduce((total, service) => total + toMinor(service[name] ?? 0, decimals), 0)
  const net = sum('charges') - sum('discount')
  const paid = toMinor(before?.paid ?? 0, decimals)
  return {
    charges: fromMinor(sum('charges'), decimals),
    discount: fromMinor(sum('discount'), decimals),
    net_charges: fromMinor(net, decimals),
    paid: fromMinor(paid, decimals),
    balance: fromMinor(net - paid, decimals),
    payment_status: paymentStatusOf(net, paid),
  }
}
