import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'

const isGender = (text: string): text is PatientRow['gender'] => ['', 'Male', 'Female'].includes(text)

/**
 * Returns the patient as described by a visit, if the patient's own record is unavailable: enough to identify
 * the person.
 */
export function patientOfVisit(visit: VisitRow): PatientRow {
  return {
    id: visit.patient_id,
    rev: 0,
    pat_id: visit.pat_id,
    fname: visit.name,
    lname: '',
    mobile: visit.mobile,
    phone_code: '',
    email: visit.email,
    gender: isGender(visit.gender) ? visit.gender : '',
    dob: visit.dob,
    is_dob_from_age: 0,
    ssn: '',
    passport: '',
    lmp: null,
    bloodgroup: '',
    is_vip: visit.is_vip,
    is_allergic: visit.allergies === '' ? 0 : 1,
    allergies: visit.allergies === '' ? [] : visit.allergies.split(',').map((one) => one.trim()),
    nationality: '',
    address: '',
    country_id: 0,
    state: '',
    city: '',
    pincode: '',
    height: '',
    weight: '',
    language: null,
    needs_merge: 0,
    touched: visit.created,
    created: visit.created,
  }
}
