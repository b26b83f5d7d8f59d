import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import {
  isLiveService,
  SCAN_COMPLETED,
  type ServiceStatus,
  waitsForScan,
} from '#domain/status/service-status.ts'
import { hasVisitStarted, isVisitCancelled } from '#domain/status/visit-status.ts'
import { dayAt, startOfDay } from '#domain/time/zones.ts'
import { DEMO_PEOPLE } from '../centre/people.ts'
import type { DemoBranch, DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import type { PlannedVisit } from './desk-plan.ts'
import { machineOf, type SoldService, soldByCode } from './sold-exams.ts'
import { type DemoVisit, receptionOf } from './visit-rows.ts'

const MINUTE_MS = 60_000
/** The middle of the demo's day is limited to these minutes, so that the whole plan is within the open hours. */
const EARLIEST = 11 * 60
const LATEST = 17 * 60

/**
 * The clinic doctor of a centre sees the patients of each next branch this many minutes earlier, so that no two
 * visits overlap.
 */
const DOCTOR_AHEAD = 40

/** What a planned visit is made of: its branch, its number there, and its patient. */
export interface DemoVisitContext {
  centre: DemoCentre
  branch: DemoBranch
  number: number
  patientId: string
  visitNo: string
  accessionOf: (place: number) => string
  departments: ReadonlyMap<string, string>
  now: Date
}

/** Returns a visit of the plan with its slot, services and receipt. */
export function deskVisitOf(planned: PlannedVisit, context: DemoVisitContext): DemoVisit {
  const { centre, branch } = context
  const sold = planned.codes.map((code) => soldByCode(centre, code, branch.id))
  const start = startOf(planned, context)
  const end = new Date(start.getTime() + sold.reduce((sum, { slot }) => sum + slot, 0) * MINUTE_MS)
  const isLive = isLiveService(planned.services ?? 1)
  const net = isLive ? sold.reduce((sum, { charges }) => sum + toMinor(charges, centre.noOfDecimal), 0) : 0
  const received = receivedOf(planned, net)
  const key = keyOf(context)
  const common = { client_id: centre.id, visit_id: demoId('visit', key) }
  const department = context.departments.get(sold[0]?.department ?? '') ?? ''
  return {
    visit: {
      ...headerOf(planned, context),
      start_dt: start,
      end_dt: end,
      started_on: hasVisitStarted(planned.status) ? start : null,
      charges: fromMinor(net, centre.noOfDecimal),
      net_charges: fromMinor(net, centre.noOfDecimal),
      received: fromMinor(received, centre.noOfDecimal),
      payment_status: received >= net ? 'Paid' : received > 0 ? 'Partial_Paid' : 'Pending',
    },
    machines: [
      {
        ...common,
        id: demoId('visit machine', key),
        department_id: department,
        machine_id: machineIdOf(planned, context, sold),
        doctor_id: planned.isClinical ? clinicDoctorOf(centre) : null,
        start_dt: start,
        end_dt: end,
        blocks: isLive,
      },
    ],
    services: sold.map((service, index) => serviceOf(planned, context, { service, index, start })),
    receipts: received > 0 ? [receiptOf(context, fromMinor(received, centre.noOfDecimal), start)] : [],
  }
}

const keyOf = ({ branch, number }: DemoVisitContext) => `desk ${branch.id} ${number}`

function startOf(planned: PlannedVisit, { centre, branch, now }: DemoVisitContext): Date {
  const midnight = startOfDay(dayAt(now, branch.timeZone), branch.timeZone).getTime()
  const minute = Math.floor((now.getTime() - midnight) / MINUTE_MS / 10) * 10
  const ahead = planned.isClinical ? centre.branches.indexOf(branch) * DOCTOR_AHEAD : 0
  return new Date(midnight + (Math.min(Math.max(minute, EARLIEST), LATEST) + planned.at - ahead) * MINUTE_MS)
}

function receivedOf({ paid }: PlannedVisit, net: number): number {
  if (paid === 'all') return net
  return paid === 'half' ? Math.floor(net / 2) : 0
}

function headerOf(planned: PlannedVisit, context: DemoVisitContext) {
  const { centre, branch, now } = context
  const desk = receptionOf(centre, branch.id)
  return {
    client_id: centre.id,
    id: demoId('visit', keyOf(context)),
    visit_no: context.visitNo,
    patient_id: context.patientId,
    branch_id: branch.id,
    is_radiology: !planned.isClinical,
    status: planned.status,
    flags: planned.needsSlot ? ['needs_slot'] : [],
    created: new Date(now.getTime() - 86_400_000),
    created_by: desk,
    cancel_reason: planned.reason ?? '',
    cancelled_on: isVisitCancelled(planned.status) ? now : null,
    cancelled_by: isVisitCancelled(planned.status) ? desk : null,
  }
}

function machineIdOf(
  planned: PlannedVisit,
  { branch }: DemoVisitContext,
  [first]: SoldService[],
): string | null {
  if (planned.needsSlot || planned.isClinical || !first) return null
  return machineOf(branch.id, first.department, planned.second)?.id ?? null
}

interface Line {
  service: SoldService
  index: number
  start: Date
}

function serviceOf(planned: PlannedVisit, context: DemoVisitContext, { service, index, start }: Line) {
  const { centre, branch } = context
  const status: ServiceStatus = planned.services ?? 1
  const from = new Date(start.getTime() + index * service.slot * MINUTE_MS)
  const to = new Date(from.getTime() + service.slot * MINUTE_MS)
  const wasBegun = isLiveService(status) && !waitsForScan(status)
  return {
    client_id: centre.id,
    id: demoId('visit service', `${keyOf(context)} ${service.code}`),
    visit_id: demoId('visit', keyOf(context)),
    visit_machine_id: demoId('visit machine', keyOf(context)),
    service_id: service.serviceId,
    department_id: context.departments.get(service.department) ?? '',
    place: index,
    name: service.name,
    code: service.code,
    modality: machineOf(branch.id, service.department)?.modality ?? '',
    accession_no: context.accessionOf(index),
    status,
    start_dt: from,
    end_dt: to,
    charges: service.charges,
    net_charges: service.charges,
    is_bring_next: planned.isBringNext ?? false,
    exm_start_dt: wasBegun ? from : null,
    exm_end_dt: wasBegun ? to : null,
    scanned_on: status === SCAN_COMPLETED ? to : null,
  }
}

function receiptOf(context: DemoVisitContext, amount: number, at: Date) {
  const { centre, branch, now } = context
  const taken = new Date(Math.min(at.getTime(), now.getTime()))
  return {
    client_id: centre.id,
    id: demoId('receipt', keyOf(context)),
    visit_id: demoId('visit', keyOf(context)),
    branch_id: branch.id,
    receipt_no: '',
    amount,
    mode: 'Cash',
    taken_on: taken,
    business_day: dayAt(taken, branch.timeZone),
    created: taken,
    created_by: receptionOf(centre, branch.id),
  }
}

/** Returns the doctor who sees the patients of a centre's clinic. */
export function clinicDoctorOf(centre: DemoCentre): string {
  const doctor = DEMO_PEOPLE.find(({ centre: { id }, isClinicDoctor }) => id === centre.id && isClinicDoctor)
  if (!doctor) throw new Error('nobody sees the patients of this clinic of the demo')
  return doctor.id
}
