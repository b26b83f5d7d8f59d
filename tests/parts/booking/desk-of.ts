import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { patientOfVisit } from '#src/parts/booking/patient/patient-of-visit.ts'
import { visitRowOf } from './visit-row.ts'

/** A branch with a CT and an X-ray department, their services, a package, heads, schemes and referrers. */
export const BRANCH = {
  id: 'branch',
  name: 'Andheri',
  time_zone: 'Asia/Kolkata',
  open_time: '08:00',
  close_time: '20:00',
}

const service = (id: string, department_id: string, charges: number) => ({
  id,
  department_id,
  name: id,
  code: '',
  charges,
  branches: {},
  status: 1,
})

const ref = (id: string, ref_doctor_type: 'Hospital' | 'Doctor') => ({
  id,
  name: id,
  ref_doctor_type,
  is_ref_doctor: 1,
  is_clinic_doctor: 0,
  status: 1,
  department_id: null,
  branch_ids: ['branch'],
})

export const MASTERS: Record<string, readonly object[]> = {
  department: [
    { id: 'ct', name: 'CT', slot_duration: 20, isradiology: 1 },
    { id: 'xray', name: 'X-Ray', slot_duration: 15, isradiology: 1 },
    { id: 'mri', name: 'MRI', slot_duration: 0, isradiology: 1 },
  ],
  service: [
    service('CT Brain', 'ct', 3000),
    service('CT Chest', 'ct', 5000),
    service('Chest PA', 'xray', 600),
    service('MR Knee', 'mri', 7000),
  ],
  machine: [
    { id: 'ct-1', name: 'Aquilion', department_id: 'ct', disp_odr: 1 },
    { id: 'xr-1', name: 'DR Room', department_id: 'xray', disp_odr: 1 },
  ],
  package: [
    {
      id: 'heart',
      name: 'Heart check',
      services: [
        { service_id: 'CT Chest', charges: 4000 },
        { service_id: 'Chest PA', charges: 500 },
      ],
    },
  ],
  discountHead: [
    { id: 'staff', name: 'Staff', percent: 10 },
    { id: 'none', name: 'No gift', percent: 0 },
  ],
  refDrScheme: [{ id: 'corporate', name: 'Corporate', patient_share: 20 }],
}

export const PEOPLE = [ref('City Hospital', 'Hospital'), ref('Dr. Rao', 'Doctor')]

/** A patient known to the desk. */
export const ASHA: PatientRow = {
  ...patientOfVisit(visitRowOf()),
  id: 'asha',
  fname: 'Asha',
  lname: 'Kulkarni',
}
