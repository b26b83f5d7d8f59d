import { Hl7Message, type Hl7Segment } from '@medplum/core'
import { dayOfDicom } from '#domain/study/dicom-time.ts'
import { unescapeHl7 } from './escape.ts'

/** What the sender says about the message itself: enough to acknowledge it, whatever else is wrong with it. */
export interface MessageHeader {
  application: string
  facility: string
  receivingApplication: string
  receivingFacility: string
  controlId: string
  type: string
}

/** What is asked with an order: ORC-1 of HL7 table 0119. */
export type OrderControl = 'new' | 'change' | 'cancel'

/** One order of an ORM or OMI message: an examination that a hospital asks for. */
export interface HospitalOrder {
  control: OrderControl
  placerNo: string
  accessionNo: string
  description: string
  modality: string
  reason: string
  /** As written, YYYYMMDDHHMM with or without an offset; empty where the hospital names no time. */
  start: string
}

export interface OrderedPatient {
  patId: string
  fname: string
  lname: string
  /** YYYY-MM-DD. */
  dob: string | null
  gender: '' | 'Male' | 'Female'
  mobile: string
  ipNo: string
  bedNo: string
  /** Where the patient lies: names the branch where one is called so. */
  place: string
  referrer: string
}

export type ReadOrders =
  | { ok: true; header: MessageHeader; patient: OrderedPatient; orders: HospitalOrder[] }
  | { ok: false; header: MessageHeader | undefined; error: { place: string; rule: string } }

const CONTROLS: Readonly<Record<string, OrderControl>> = {
  NW: 'new',
  SN: 'new',
  XO: 'change',
  RP: 'change',
  CA: 'cancel',
  OC: 'cancel',
  DC: 'cancel',
}
const TYPES = ['ORM^O01', 'OMI^O23', 'OMG^O19']
const GENDERS: Readonly<Record<string, 'Male' | 'Female'>> = { M: 'Male', F: 'Female' }
const ORDERS_MAX = 50

/** Reads orders of a hospital system (ORM^O01, OMI^O23, OMG^O19); what is wrong is named by segment and field. */
export function readOrders(text: string): ReadOrders {
  // The end of a segment is a carriage return; some systems write lines instead.
  const message = text.replace(/\r?\n/g, '\r').trim()
  if (!/^MSH[^\r]{8,}/.test(message)) return broken(undefined, 'MSH', 'the message does not begin with MSH')
  const segments = message.split('\r').filter((line) => line !== '')
  const nonsense = segments.findIndex((line) => !/^[A-Z][A-Z0-9]{2}(\||$)/.test(line))
  const header = headerOf(Hl7Message.parse(segments[0] ?? ''))
  if (nonsense >= 0) return broken(header, `segment ${nonsense + 1}`, 'is no HL7 segment')
  const parsed = Hl7Message.parse(segments.join('\r'))
  if (header.controlId === '') return broken(header, 'MSH-10', 'the control id is required')
  if (!TYPES.includes(header.type)) return broken(header, 'MSH-9', `must be one of ${TYPES.join(', ')}`)
  const patient = patientOf(parsed)
  if (typeof patient === 'string') return broken(header, ...split(patient))
  const orders = ordersOf(parsed.segments)
  if (typeof orders === 'string') return broken(header, ...split(orders))
  return { ok: true, header, patient, orders }
}

const broken = (header: MessageHeader | undefined, place: string, rule: string): ReadOrders => ({
  ok: false,
  header,
  error: { place, rule },
})
const split = (words: string): [string, string] => {
  const at = words.indexOf(': ')
  return [words.slice(0, at), words.slice(at + 2)]
}

const valueOf = (segment: Hl7Segment | undefined, field: number, component = 1): string => {
  const [first = ''] = (segment?.getField(field)?.toString() ?? '').split('~')
  return unescapeHl7(first.split('^')[component - 1] ?? '').trim()
}

function headerOf(message: Hl7Message): MessageHeader {
  const msh = message.getSegment('MSH')
  const type = [valueOf(msh, 9, 1), valueOf(msh, 9, 2)].filter(Boolean).join('^')
  return {
    application: valueOf(msh, 3),
    facility: valueOf(msh, 4),
    receivingApplication: valueOf(msh, 5),
    receivingFacility: valueOf(msh, 6),
    controlId: valueOf(msh, 10),
    type,
  }
}

function patientOf(message: Hl7Message): OrderedPatient | string {
  const pid = message.getSegment('PID')
  const pv1 = message.getSegment('PV1')
  if (!pid) return 'PID: the patient is missing'
  const [lname, fname] = [valueOf(pid, 5, 1), valueOf(pid, 5, 2)]
  if (fname === '' && lname === '') return 'PID-5: the name of the patient is required'
  const birth = valueOf(pid, 7).slice(0, 8)
  const dob = birth === '' ? null : dayOfDicom(birth)
  if (dob === undefined) return 'PID-7: the date of birth must be YYYYMMDD'
  const referrer = [valueOf(pv1, 8, 3), valueOf(pv1, 8, 2)].filter(Boolean).join(' ') || valueOf(pv1, 8, 1)
  return {
    patId: valueOf(pid, 3) || valueOf(pid, 2),
    fname: fname || lname,
    lname: fname === '' ? '' : lname,
    dob,
    gender: GENDERS[valueOf(pid, 8).toUpperCase()] ?? '',
    mobile: valueOf(pid, 13).replace(/\D/g, ''),
    ipNo: valueOf(pv1, 19) || valueOf(pid, 18),
    bedNo: [valueOf(pv1, 3, 1), valueOf(pv1, 3, 2), valueOf(pv1, 3, 3)].filter(Boolean).join('-'),
    place: valueOf(pv1, 3, 4),
    referrer,
  }
}

/** Each ORC begins an order; what follows until the next one is its own. */
function ordersOf(segments: readonly Hl7Segment[]): HospitalOrder[] | string {
  const groups: Hl7Segment[][] = []
  for (const segment of segments) {
    if (segment.name === 'ORC') groups.push([segment])
    else groups.at(-1)?.push(segment)
  }
  if (groups.length === 0) return 'ORC: the order is missing'
  if (groups.length > ORDERS_MAX) return `ORC: at most ${ORDERS_MAX} orders come in a message`
  const orders: HospitalOrder[] = []
  for (const [index, group] of groups.entries()) {
    const order = orderOf(group, index + 1)
    if (typeof order === 'string') return order
    orders.push(order)
  }
  return orders
}

function orderOf(group: readonly Hl7Segment[], no: number): HospitalOrder | string {
  const named = (name: string) => group.find((segment) => segment.name === name)
  const [orc, obr, ipc] = [named('ORC'), named('OBR'), named('IPC')]
  const control = CONTROLS[valueOf(orc, 1).toUpperCase()]
  if (!control) return `ORC-1: order ${no} must be NW, XO or CA`
  const placerNo = valueOf(orc, 2) || valueOf(obr, 2)
  if (placerNo === '') return `ORC-2: the placer order number of order ${no} is required`
  const description = valueOf(obr, 4, 2) || valueOf(obr, 4, 1)
  if (control !== 'cancel' && description === '') return `OBR-4: order ${no} names no examination`
  const start = valueOf(orc, 7, 4) || valueOf(obr, 27, 4) || valueOf(obr, 36)
  if (start !== '' && dayOfDicom(start.slice(0, 8)) === undefined)
    return `OBR-36: the time of order ${no} must be YYYYMMDDHHMM`
  const notes = group.filter(({ name }) => name === 'NTE').map((note) => valueOf(note, 3))
  return {
    control,
    placerNo,
    accessionNo: valueOf(ipc, 1) || valueOf(obr, 18) || valueOf(orc, 3),
    description,
    modality: valueOf(ipc, 5) || valueOf(obr, 24),
    reason: [valueOf(obr, 31, 2) || valueOf(obr, 31, 1) || valueOf(obr, 13), ...notes]
      .filter(Boolean)
      .join('\n'),
    start,
  }
}
