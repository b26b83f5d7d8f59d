import type { Updateable } from 'kysely'
import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { instantOfDicom } from '#domain/study/dicom/dicom-time.ts'
import { isUid } from '#domain/study/dicom/study-uid.ts'
import { dayAt } from '#domain/time/zones.ts'
import { TAKEN_AWAY } from '#server/integrations/hl7/read-field.ts'
import type { HospitalOrder } from '#server/integrations/hl7/read-order.ts'
import type { OrderedPatient } from '#server/integrations/hl7/read-patient.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'
import type { OrderBranch } from './store.ts'

/** Maximum length of DICOM's accession number (PS3.5, SH). */
const ACCESSION_MAX = 16

/** One order of a message, with the message's other data. */
export interface Given {
  order: HospitalOrder
  patient: OrderedPatient
  branch: OrderBranch
  now: Date
}

type Fields = Updateable<BookingRequest>

/** Returns the fields of a new request from a message. */
export function fieldsOf(given: Given): Fields {
  const said = saidFields(given)
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value === TAKEN_AWAY ? '' : value]),
  )
}

/** Returns the changed fields: fields that the message omits stay unchanged, and fields that it deletes are emptied. */
export function changedFields(given: Given): Fields {
  const { pat_dob, pat_dob_given, ...said } = saidFields(given)
  const isSaid = (value: unknown) =>
    value !== '' && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
  const kept = Object.entries(said)
    .filter(([, value]) => isSaid(value))
    .map(([name, value]) => [name, value === TAKEN_AWAY ? '' : value])
  const born = pat_dob === null && pat_dob_given === '' ? {} : { pat_dob, pat_dob_given }
  return { ...Object.fromEntries(kept), ...born }
}

function saidFields({ order, patient, branch, now }: Given) {
  const at = instantOf(order.start, branch.zone)
  // The hospital's zone is unknown, so a birth date is valid if that day has begun anywhere.
  const isBorn = patient.dob !== null && !birthDayProblem(patient.dob, dayAt(now, 'Pacific/Kiritimati'))
  return {
    branch_id: branch.branchId,
    pat_id: patient.patId.slice(0, 64),
    pat_id_authority: patient.patIdAuthority.slice(0, 120),
    pat_first_name: patient.fname.slice(0, 60),
    pat_last_name: patient.lname.slice(0, 60),
    pat_dob: isBorn ? patient.dob : null,
    pat_dob_given: isBorn ? '' : (patient.dobGiven || (patient.dob ?? '')).slice(0, 40),
    gender: patient.gender,
    mobile: patient.mobile.slice(0, 20),
    ref_doctor_name: (patient.referrer || order.referrer).slice(0, 120),
    ipno: patient.ipNo.slice(0, 40),
    bedno: patient.bedNo.slice(0, 40),
    study_desc: order.description.slice(0, 200),
    // A truncated number could be another order's.
    accession_no: order.accessionNo.length > ACCESSION_MAX ? '' : order.accessionNo,
    modalities: order.modality === '' || order.modality === TAKEN_AWAY ? [] : [order.modality.slice(0, 16)],
    exam_reason: order.reason.slice(0, 1000),
    start_date: at,
    order_priority: order.priority.slice(0, 20),
    study_iuid: isUid(order.studyUid) ? order.studyUid : '',
  }
}

function instantOf(start: string, zone: string): Date | null {
  if (start === '') return null
  const [, clock = '', offset] = /^\d{8}(\d*)[^+-]*([+-]\d{4})?$/.exec(start) ?? []
  const text = instantOfDicom(start.slice(0, 8), clock, { zone, ...(offset !== undefined && { offset }) })
  return text === undefined ? null : new Date(text)
}

/** Returns what could not be stored as received, for the desk and the sender. */
export function lostWords({ order }: Pick<Given, 'order'>): string {
  const words = [
    order.startGiven === '' ? '' : `The time "${order.startGiven.slice(0, 40)}" could not be read.`,
    order.accessionNo.length > ACCESSION_MAX
      ? `The accession number ${order.accessionNo.slice(0, 60)} is longer than ${ACCESSION_MAX} letters. A new one is assigned.`
      : '',
    order.studyUid === '' || order.studyUid === TAKEN_AWAY || isUid(order.studyUid)
      ? ''
      : `The study UID "${order.studyUid.slice(0, 80)}" is no DICOM UID. A new one is assigned.`,
  ]
  return words.filter(Boolean).join(' ')
}
