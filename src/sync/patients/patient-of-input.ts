import type { PatientInput, PatientRow } from '#contract/calls/patient-desk.ts'
import { birthOf } from '#domain/patient/patient-rules.ts'
import { provisionalPatId } from '#domain/patient/provisional-pat-id.ts'
import { dayAt } from '#domain/time/zones.ts'

/** The time of an entry, by the device's clock (ISO) and zone. */
export interface EnteredAt {
  at: string
  zone: string
}

/** Time and device of an entry: provisional numbers name the device. */
export interface EnteredHere extends EnteredAt {
  deviceName: string
}

/** The initial values of a new patient. */
const BLANK = {
  phone_code: '',
  email: '',
  ssn: '',
  passport: '',
  lmp: null,
  bloodgroup: '',
  is_vip: 0,
  is_allergic: 0,
  allergies: [],
  nationality: '',
  address: '',
  country_id: 0,
  state: '',
  city: '',
  pincode: '',
  height: '',
  weight: '',
  language: null,
} as const

/** The changes of a save to the record as this device shows it. */
export function changeOfInput(input: PatientInput, when: EnteredAt): Partial<PatientRow> {
  const { rev: _rev, before: _before, is_confirmed: _confirmed, age_y, age_m, age_d, dob, ...fields } = input
  const isBirthTold = dob !== undefined || [age_y, age_m, age_d].some((part) => part !== undefined)
  const birth = birthOf({ ...input, dob }, dayAt(new Date(when.at), when.zone))
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  // A blank id is assigned by the server.
  if (said.pat_id === '') delete said.pat_id
  return {
    ...said,
    ...(isBirthTold && { dob: birth.dob, is_dob_from_age: birth.isFromAge ? 1 : 0 }),
    touched: when.at,
  }
}

/** A registration as this device shows it until the server's own record arrives. */
export function patientOfInput(input: PatientInput, when: EnteredHere): PatientRow {
  return {
    ...BLANK,
    allergies: [],
    dob: null,
    is_dob_from_age: 0,
    pat_id: provisionalPatId(when.deviceName, input.id),
    ...changeOfInput(input, when),
    id: input.id,
    rev: 0,
    fname: input.fname,
    lname: input.lname,
    mobile: input.mobile,
    gender: input.gender,
    needs_merge: 0,
    touched: when.at,
    created: when.at,
  }
}
