import type { VisitMachineRow, VisitRow, VisitServiceRow } from '#contract/calls/visit-records.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { isLiveService, type ServiceType } from '#domain/status/service-status.ts'
import { NEW_VISIT_STATUS } from '#domain/status/visit-status.ts'
import { DEFAULT_SLOT_MINUTES, endOfSlot, serviceTimes } from '#domain/visit/end-time.ts'
import type { Author, LocalRecords } from './effect.ts'

type Department = BookingInput['departments'][number]
type Machine = Department['machines'][number]

/** The inputs of a booking's effect: the visit before it, this device's records, the author, and decimals of money. */
export interface BookingContext {
  before: VisitRow | undefined
  local: LocalRecords
  author: Author
  decimals: number
}

/** The other referral doctors of a department. */
export const otherIds = ({ other_ref_dr_ids }: Department): string[] =>
  other_ref_dr_ids ? other_ref_dr_ids.split(',') : []
/** A text field of a master's record, or an empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the master record that an input names, or undefined if it names none or the device has none. */
export const findName = async (local: LocalRecords, key: MasterKey, id: string | null | undefined) =>
  id ? local.findMaster(key, id) : undefined

/** A slot as shown, with its services. */
export interface BookedSlot {
  machine: VisitMachineRow
  services: VisitServiceRow[]
}

/** A slot at a machine with its services: exam after exam, each for the slot length of its department. */
export async function bookedSlotOf(
  department: Department,
  machine: Machine,
  context: BookingContext,
): Promise<BookedSlot> {
  const { before, local } = context
  const live = machine.services.filter(({ id }) => {
    const stored = before?.services.find((one) => one.id === id)
    return !stored || isLiveService(stored.status)
  })
  const [record, bookedAt, hospital, doctor] = await Promise.all([
    findName(local, 'department', department.id),
    findName(local, 'machine', machine.machine_id),
    department.ref_hospital_id ? local.findPerson(department.ref_hospital_id) : undefined,
    department.ref_dr_id ? local.findPerson(department.ref_dr_id) : undefined,
  ])
  const slotMinutes = typeof record?.slot_duration === 'number' ? record.slot_duration : DEFAULT_SLOT_MINUTES
  const start = Date.parse(machine.start_dt)
  const times = serviceTimes(start, live.length, slotMinutes)
  const shared = {
    department_id: department.id,
    department: textOf(record?.name),
    appt_machine_id: machine.id,
    machine_id: machine.machine_id,
    machine: textOf(bookedAt?.name),
    referred_by_hospital: hospital?.name ?? '',
    referred_by_dr: doctor?.name ?? '',
  }
  return {
    machine: {
      id: machine.id,
      department_id: department.id,
      machine_id: machine.machine_id,
      doctor_id: machine.doctor_id ?? null,
      start_dt: new Date(start).toISOString(),
      end_dt: new Date(endOfSlot(start, live.length, slotMinutes)).toISOString(),
      ref_hospital_id: department.ref_hospital_id,
      ref_dr_id: department.ref_dr_id,
      other_ref_dr_ids: otherIds(department),
      blocks: record?.may_overlap !== 1 && live.length > 0 && !isOverbooked(machine, before) ? 1 : 0,
    },
    services: await Promise.all(
      live.map(async (line, index) => ({
        ...(before?.services.find(({ id }) => id === line.id) ?? (await newService(line, local, bookedAt))),
        ...shared,
        ...amountsOf(line, context.decimals),
        start_dt: new Date(times[index]?.from ?? start).toISOString(),
        end_dt: new Date(times[index]?.to ?? start).toISOString(),
      })),
    ),
  }
}

/** True for a slot that was booked over another visit and has not moved: it stays overbooked. */
function isOverbooked({ id, machine_id, doctor_id = null, start_dt }: Machine, before: VisitRow | undefined) {
  const stood = before?.machines.find((one) => one.id === id)
  return (
    stood?.blocks === 0 &&
    stood.machine_id === machine_id &&
    stood.doctor_id === doctor_id &&
    Date.parse(stood.start_dt) === Date.parse(start_dt)
  )
}

type Line = Machine['services'][number]

function amountsOf({ charges, discount }: Line, decimals: number) {
  const net = toMinor(charges, decimals) - toMinor(discount, decimals)
  return { charges, discount, net_charges: fromMinor(net, decimals) }
}

type NewService = Omit<
  VisitServiceRow,
  | 'department_id'
  | 'department'
  | 'appt_machine_id'
  | 'machine_id'
  | 'machine'
  | 'referred_by_hospital'
  | 'referred_by_dr'
  | 'charges'
  | 'discount'
  | 'net_charges'
  | 'start_dt'
  | 'end_dt'
>

async function newService(
  line: Line,
  local: LocalRecords,
  machine: Readonly<Record<string, unknown>> | undefined,
): Promise<NewService> {
  const service = await local.findMaster('service', line.service_id)
  const type: ServiceType = service?.type === 'Exam_Consumable' ? 'Exam_Consumable' : 'Exam_Service'
  return {
    id: line.id,
    service_id: line.service_id,
    name: textOf(service?.name),
    code: textOf(service?.code),
    modality: textOf(machine?.modality),
    status: NEW_VISIT_STATUS as VisitServiceRow['status'],
    type,
    islaboratory: 0,
    lab_services: [],
    lab_sent_on: null,
    accession_no: line.provisional_accession ?? '',
    is_sent_to_machine: 0,
    exm_start_dt: null,
    exm_end_dt: null,
    is_bring_next: 'N',
    study_id: null,
    report_status: '',
    assigned_doctor_id: null,
    assigned_doctor: '',
    signed_by_doctor_id: null,
    signed_by_doctor: '',
    tag_id: null,
    tag: '',
    tag_color: '',
  }
}
