import { Hl7Message } from '@medplum/core'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askPartner, basicAuth } from './ask-partner.ts'
import { headerOf, segment, sexCode, timeOf } from './hl7/segments.ts'
import { sendHl7 } from './hl7/send-hl7.ts'
import { SENDING_APPLICATION } from './outgoing-report.ts'

/** How a branch's machines receive orders (docs/masters.md#settings). */
export interface MachinePartner {
  url: string
  user: string
  password: string
  type: 'JSON' | 'HL7'
  dateformat: 'American' | 'European'
  /** The client's outgoing connection rules. */
  out: WayOut
}

/** An examination in the form of a machine's order. */
export interface MachineOrder {
  controlId: string
  sentAt: Date
  facility: string
  accessionNo: string
  studyUid: string
  visitNo: string
  service: { name: string; code: string }
  modality: string
  machine: { name: string; aet: string }
  /** The branch's local time: YYYY-MM-DD and HH:MM. */
  day: string
  time: string
  at: Date
  patient: {
    id: string
    fname: string
    lname: string
    dob: string | null
    sex: string
    mobile: string
    weight: string
    allergies: readonly string[]
  }
  referrer: string
}

/** The longest response that is read. */
const ANSWER_MAX = 64 * 1024

/** Sends an order in the branch's format; throws NotTakenError with the machine's reason. */
export async function sendMachineOrder(partner: MachinePartner, order: MachineOrder): Promise<void> {
  const { url, user, password, out } = partner
  if (partner.type === 'HL7') {
    await sendHl7({ url, user, password, out }, orderAsHl7(order), order.controlId)
    return
  }
  await askPartner({
    out,
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...basicAuth(user, password) },
    body: JSON.stringify(orderAsJson(order, partner.dateformat)),
    maxBytes: ANSWER_MAX,
  })
}

/** Returns `21/11/2026` or `11/21/2026`, by the date format of the branch's machines. */
export function machineDay(day: string, format: MachinePartner['dateformat']): string {
  const [year, month, date] = day.split('-')
  return format === 'American' ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
}

/** Returns the order as a flat record; dates are in the machine's format, times in the branch's time zone. */
export function orderAsJson(
  order: MachineOrder,
  format: MachinePartner['dateformat'],
): Record<string, unknown> {
  const { patient, service, machine } = order
  return {
    accession_no: order.accessionNo,
    study_instance_uid: order.studyUid,
    visit_no: order.visitNo,
    pat_id: patient.id,
    pat_first_name: patient.fname,
    pat_last_name: patient.lname,
    pat_dob: patient.dob === null ? '' : machineDay(patient.dob, format),
    gender: patient.sex,
    mobile: patient.mobile,
    weight: patient.weight,
    allergies: patient.allergies,
    service_name: service.name,
    service_code: service.code,
    modality: order.modality,
    machine: machine.name,
    ae_title: machine.aet,
    exam_date: machineDay(order.day, format),
    exam_time: order.time,
    ref_physician: order.referrer,
  }
}

/** Builds an ORM^O01 of HL7 2.5.1: a new order for the machine. */
export function orderAsHl7(order: MachineOrder): string {
  const { patient, accessionNo, at } = order
  const sending = {
    sender: { application: SENDING_APPLICATION, facility: order.facility },
    sentAt: order.sentAt,
    controlId: order.controlId,
  }
  const referrer = ['', order.referrer]
  const segments = [
    headerOf(sending, ['ORM', 'O01', 'ORM_O01']),
    segment('PID', {
      1: '1',
      3: [patient.id],
      5: [patient.lname, patient.fname],
      7: patient.dob?.replaceAll('-', '') ?? '',
      8: sexCode(patient.sex),
      13: patient.mobile,
    }),
    ...patient.allergies.map((allergy, index) =>
      segment('AL1', { 1: String(index + 1), 2: 'MC', 3: ['', allergy] }),
    ),
    segment('PV1', { 1: '1', 2: 'O', 8: referrer, 19: [order.visitNo] }),
    segment('ORC', {
      1: 'NW',
      2: [accessionNo],
      3: [accessionNo],
      5: 'SC',
      9: timeOf(order.sentAt),
      12: referrer,
    }),
    segment('OBR', {
      1: '1',
      2: [accessionNo],
      3: [accessionNo],
      4: [order.service.code, order.service.name],
      16: referrer,
      18: accessionNo,
      19: order.studyUid,
      20: order.machine.aet,
      24: order.modality,
      27: ['', '', '', timeOf(at)],
      36: timeOf(at),
    }),
  ]
  return `${new Hl7Message(segments).toString()}\r`
}
