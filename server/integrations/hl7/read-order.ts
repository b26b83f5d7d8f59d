import { Hl7Message, type Hl7Segment } from '@medplum/core'
import { dayOfDicom } from '#domain/study/dicom/dicom-time.ts'
import { controlOf, type OrderControl } from './order-control.ts'
import { firstOf, firstPart, linesOf, plainOf, repetitionsOf, valueOf } from './read-field.ts'
import { headerOf, type MessageHeader } from './read-header.ts'
import { nameOf, type OrderedPatient, patientOf } from './read-patient.ts'
import { withStandardMarks } from './standard-marks.ts'

/**
 * One order of an ORM, OMI or OMG message: an examination that a hospital requests. A text is empty if the message
 * does not contain it, and `""` if the message deletes it.
 */
export interface HospitalOrder {
  control: OrderControl
  /** ORC-1 as written. */
  code: string
  placerNo: string
  /** The authority of the number (ORC-2.2 to 4); empty if none is named. */
  placerAuthority: string
  accessionNo: string
  description: string
  modality: string
  reason: string
  /** As written, YYYYMMDDHHMM with or without an offset; empty if the hospital gives no time. */
  start: string
  /** An unreadable time, as written. */
  startGiven: string
  /** HL7 table 0485, for example S (stat) and A (as soon as possible). */
  priority: string
  studyUid: string
  /** ORC-9 as written: when the order reached this state. */
  time: string
  referrer: string
}

export type ReadOrders =
  | { ok: true; header: MessageHeader; patient: OrderedPatient; orders: HospitalOrder[] }
  | { ok: false; header: MessageHeader | undefined; error: { place: string; rule: string } }

/** The settings for reading a message. */
export interface Reading {
  /** The character set of hexadecimal bytes. */
  label?: string
  /** The types of patient numbers (PID-3.5), most preferred first. */
  idTypes?: readonly string[] | undefined
}

const TYPES = ['ORM^O01', 'OMI^O23', 'OMG^O19']
/** ORM of versions before 2.3 has no event. */
const OLD_TYPE = 'ORM'
const ORDERS_MAX = 200
/** The longest number, authority or system. Longer ones are not cut, because two could become equal. */
const NAME_MAX = 200

/** Reads orders of a hospital system (ORM^O01, OMI^O23, OMG^O19); names the segment and field of an error. */
export function readOrders(text: string, { label = 'utf-8', idTypes }: Reading = {}): ReadOrders {
  if (!/^\s*MSH[^\r\n]{5,}/.test(text)) return broken(undefined, 'MSH', 'the message does not begin with MSH')
  const standard = withStandardMarks(text, label)
  if (standard === undefined) return broken(undefined, 'MSH-2', 'the marks between fields are not told apart')
  const segments = standard.split('\r').filter((line) => line.trim() !== '')
  const header = headerOf(Hl7Message.parse(segments[0] ?? '').getSegment('MSH'))
  const nonsense = segments.findIndex((line) => !/^[A-Z][A-Z0-9]{2}(\||$)/.test(line))
  if (nonsense >= 0) return broken(header, `segment ${nonsense + 1}`, 'is no HL7 segment')
  if (header.controlId === '') return broken(header, 'MSH-10', 'the control id is required')
  if (![...TYPES, OLD_TYPE].includes(header.type))
    return broken(header, 'MSH-9', `must be one of ${TYPES.join(', ')}`)
  if (Math.max(header.application.length, header.facility.length) > NAME_MAX)
    return broken(header, 'MSH-3', `application and facility are at most ${NAME_MAX} letters`)
  const parsed = Hl7Message.parse(segments.join('\r'))
  const patient = patientOf(parsed, idTypes)
  const orders = ordersOf(parsed.segments)
  if (!Array.isArray(orders)) return broken(header, orders.place, orders.rule)
  const nameless =
    patient.fname === '' && orders.some(({ control }) => control === 'new' || control === 'change')
  if (nameless && !parsed.getSegment('PID')) return broken(header, 'PID', 'the patient is missing')
  if (nameless) return broken(header, 'PID-5', 'the name of the patient is required')
  return { ok: true, header, patient, orders }
}

interface Wrong {
  place: string
  rule: string
}

const broken = (header: MessageHeader | undefined, place: string, rule: string): ReadOrders => ({
  ok: false,
  header,
  error: { place, rule },
})

/** Each ORC begins an order, or each OBR if there is no ORC; the segments up to the next one belong to it. */
function ordersOf(segments: readonly Hl7Segment[]): HospitalOrder[] | Wrong {
  const start = segments.some(({ name }) => name === 'ORC') ? 'ORC' : 'OBR'
  const groups: Hl7Segment[][] = []
  for (const segment of segments) {
    if (segment.name === start) groups.push([segment])
    else groups.at(-1)?.push(segment)
  }
  if (groups.length === 0) return { place: 'ORC', rule: 'the order is missing' }
  if (groups.length > ORDERS_MAX)
    return {
      place: 'ORC',
      rule: `at most ${ORDERS_MAX} orders come in a message: send the others in a second one`,
    }
  const orders: HospitalOrder[] = []
  for (const [index, group] of groups.entries()) {
    const order = orderOf(group, index + 1)
    if ('rule' in order) return order
    orders.push(order)
  }
  return orders
}

function orderOf(group: readonly Hl7Segment[], no: number): HospitalOrder | Wrong {
  const named = (name: string) => group.find((segment) => segment.name === name)
  const [orc, obr, ipc] = [named('ORC'), named('OBR'), named('IPC')]
  const code = plainOf(orc, 1).toUpperCase()
  const control = controlOf(code, plainOf(orc, 5).toUpperCase())
  if (!control)
    return {
      place: 'ORC-1',
      rule: `order ${no} must be NW, XO, CA, DC, OC, HD, RL or SC, and not ${code.slice(0, 20)}`,
    }
  const placer = placerOf(orc, obr)
  if (placer.no === '') return { place: 'ORC-2', rule: `the placer order number of order ${no} is required` }
  if (Math.max(placer.no.length, placer.authority.length) > NAME_MAX)
    return {
      place: 'ORC-2',
      rule: `the placer order number of order ${no} and its authority are at most ${NAME_MAX} letters`,
    }
  const description = firstOf(plainOf(obr, 4, 2), plainOf(obr, 4, 5), plainOf(obr, 4, 1), plainOf(ipc, 6, 2))
  if (control === 'new' && description === '')
    return { place: 'OBR-4', rule: `order ${no} names no examination` }
  return {
    control,
    code,
    placerNo: placer.no,
    placerAuthority: placer.authority,
    accessionNo: firstOf(valueOf(ipc, 1), valueOf(obr, 18), valueOf(orc, 3)),
    description,
    modality: firstOf(valueOf(ipc, 5), valueOf(obr, 24)),
    reason: reasonOf(group, obr),
    ...timingOf(orc, obr, named('TQ1')),
    studyUid: firstOf(plainOf(named('ZDS'), 1), plainOf(ipc, 3)),
    time: plainOf(orc, 9),
    referrer: nameOf(obr, 16) || nameOf(orc, 12),
  }
}

/** Returns the number with its authority (ORC-2); the authority is taken from OBR-2 if only OBR-2 names it. */
function placerOf(
  orc: Hl7Segment | undefined,
  obr: Hl7Segment | undefined,
): { no: string; authority: string } {
  const read = (segment: Hl7Segment | undefined) => {
    const [components] = repetitionsOf(segment, 2)
    return {
      no: plainOf(segment, 2),
      authority: firstOf(...[2, 3, 4].map((at) => firstPart(components, at))),
    }
  }
  const [first, second] = [read(orc), read(obr)]
  if (first.no === '') return second
  if (first.authority === '' && second.no === first.no) return second
  return first
}

/** Returns the reason for the examination: OBR-31, OBR-13 and the notes; `""` alone deletes the reason. */
function reasonOf(group: readonly Hl7Segment[], obr: Hl7Segment | undefined): string {
  const texts = [
    linesOf(obr, 31, 2) || linesOf(obr, 31, 1),
    linesOf(obr, 13),
    ...group.filter(({ name }) => name === 'NTE').map((note) => linesOf(note, 3)),
  ].filter(Boolean)
  const said = texts.filter((text) => text !== '""')
  return said.length === 0 ? (texts[0] ?? '') : [...new Set(said)].join('\n')
}

/** Returns the requested time and the priority: TQ1, otherwise the older fields of ORC and OBR. */
function timingOf(orc: Hl7Segment | undefined, obr: Hl7Segment | undefined, tq1: Hl7Segment | undefined) {
  const given = firstOf(plainOf(tq1, 7), plainOf(orc, 7, 4), plainOf(obr, 27, 4), plainOf(obr, 36))
  const isDay = dayOfDicom(given.slice(0, 8)) !== undefined && /^(19|20|21)/.test(given)
  return {
    start: isDay ? given : '',
    startGiven: isDay ? '' : given,
    priority: firstOf(plainOf(tq1, 9), plainOf(orc, 7, 6), plainOf(obr, 27, 6), plainOf(obr, 5)),
  }
}
