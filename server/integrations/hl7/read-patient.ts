import type { Hl7Message, Hl7Segment } from '@medplum/core'
import { dayOfDicom } from '#domain/study/dicom/dicom-time.ts'
import {
  firstOf,
  firstPart,
  plainOf,
  readComponent,
  repetitionsOf,
  TAKEN_AWAY,
  valueOf,
} from './read-field.ts'

/**
 * The patient of an order. A text is empty if the message does not contain it, and `""` if the message deletes it.
 */
export interface OrderedPatient {
  patId: string
  patIdAuthority: string
  fname: string
  lname: string
  /** YYYY-MM-DD; null without a complete date. */
  dob: string | null
  /** The birth date as given, if it is not a complete date. */
  dobGiven: string
  gender: '' | 'Male' | 'Female'
  mobile: string
  ipNo: string
  bedNo: string
  /** The patient's location; selects the branch with that name, if there is one. */
  place: string
  referrer: string
}

const GENDERS: Readonly<Record<string, 'Male' | 'Female'>> = { M: 'Male', F: 'Female' }
/** Numbers of a hospital stay or an account do not identify a person. */
const NOT_OF_A_PERSON = ['AN', 'VN', 'VISIT', 'BA', 'BC']
/** The types of patient numbers (HL7 table 0203), most preferred first. */
export const ID_TYPES: readonly string[] = ['MR', 'PI', 'PT', 'MRN']

/** Reads PID and PV1; `idTypes` are the types of patient numbers, most preferred first. */
export function patientOf(message: Hl7Message, idTypes: readonly string[] = ID_TYPES): OrderedPatient {
  const pid = message.getSegment('PID')
  const pv1 = message.getSegment('PV1')
  const name = repetitionsOf(pid, 5)[0]
  const lname = withoutMark(firstPart(name, 1))
  const fname = [plainOf(pid, 5, 2), plainOf(pid, 5, 3)].filter(Boolean).join(' ')
  const { id, authority } = numberOf(pid, idTypes)
  const birth = plainOf(pid, 7)
  const dob = dayOfDicom(birth.slice(0, 8)) ?? null
  return {
    patId: id,
    patIdAuthority: authority,
    fname: fname || lname,
    lname: fname === '' ? '' : lname,
    dob,
    dobGiven: dob === null ? birth : '',
    gender: GENDERS[plainOf(pid, 8).toUpperCase()] ?? '',
    mobile: digits(firstOf(valueOf(pid, 13), valueOf(pid, 13, 12))),
    ipNo: firstOf(valueOf(pv1, 19), valueOf(pid, 18)),
    bedNo: [plainOf(pv1, 3, 1), plainOf(pv1, 3, 2), plainOf(pv1, 3, 3)].filter(Boolean).join('-'),
    place: plainOf(pv1, 3, 4),
    referrer: nameOf(pv1, 8),
  }
}

/** Returns a person of an XCN field: the name with the given name first, otherwise the number. */
export const nameOf = (segment: Hl7Segment | undefined, field: number): string =>
  [plainOf(segment, field, 3), plainOf(segment, field, 2)].filter(Boolean).join(' ') ||
  plainOf(segment, field, 1)

const withoutMark = (text: string) => (text === TAKEN_AWAY ? '' : text)

const digits = (phone: string) => (phone === TAKEN_AWAY ? phone : phone.replace(/\D/g, ''))

/**
 * Returns the patient's number: of the most preferred type, otherwise the first that identifies a person, otherwise
 * PID-2.
 */
function numberOf(pid: Hl7Segment | undefined, wanted: readonly string[]): { id: string; authority: string } {
  const all = repetitionsOf(pid, 3)
    .map((one) => ({
      id: readComponent(one, 1),
      authority: firstPart(one, 4),
      type: readComponent(one, 5).toUpperCase(),
    }))
    .filter(({ id }) => id !== '' && id !== TAKEN_AWAY)
  const byType = wanted.flatMap((type) => all.filter((one) => one.type === type))
  const persons = all.filter(({ type }) => !NOT_OF_A_PERSON.includes(type))
  const found = byType[0] ?? persons[0]
  return found ?? { id: plainOf(pid, 2), authority: plainOf(pid, 2, 4) }
}
