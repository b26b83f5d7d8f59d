import { sql } from 'kysely'
import type { BookingStatus } from '#domain/status/booking-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import { tagIdOf } from '../centre/tags.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'

const HOUR_MS = 3_600_000

interface DemoRequest {
  status: BookingStatus
  department: string
  /** Hours from now: arrival, and the requested time of the examination. */
  came: number
  wished: number
  reason: string
  /**
   * The hospital's patient, who is unknown here. If absent, the request is from a patient of the centre, through the
   * patient's own pages.
   */
  hospital?: {
    name: readonly [first: string, last: string]
    gender: 'Male' | 'Female'
    born: string
    study: string
    doctor: string
    ward: readonly [ipno: string, bedno: string]
  }
  tag?: string
  /** True for a request of the patient who signs in, at the first branch. */
  isOfAccount?: true
}

const REQUESTS: readonly DemoRequest[] = [
  {
    status: 'Requested',
    department: 'CT',
    came: -2,
    wished: 26,
    reason: 'Acute onset headache, rule out bleed.',
    tag: 'Urgent',
    hospital: {
      name: ['Ramesh', 'Solanki'],
      gender: 'Male',
      born: '1961-08-14',
      study: 'CT Brain Plain',
      doctor: 'Dr. V. Apte',
      ward: ['IP-20417', 'ICU-4'],
    },
  },
  {
    status: 'Requested',
    department: 'Ultrasound',
    came: -5,
    wished: 30,
    reason: 'Pain in the right upper abdomen.',
    tag: 'In-patient',
    hospital: {
      name: ['Farida', 'Contractor'],
      gender: 'Female',
      born: '1979-01-30',
      study: 'USG Abdomen and Pelvis',
      doctor: 'Dr. S. Naik',
      ward: ['IP-20431', 'B-12'],
    },
  },
  { status: 'Requested', department: 'MRI', came: -20, wished: 50, reason: 'Knee pain since a fall in May.' },
  { status: 'Requested', department: 'X-Ray', came: -1, wished: 28, reason: '' },
  { status: 'Completed', department: 'Mammography', came: -90, wished: -40, reason: 'Yearly check.' },
  { status: 'Cancelled', department: 'CT', came: -70, wished: -20, reason: 'Cough for three weeks.' },
  {
    status: 'Requested',
    department: 'Cardiology',
    came: -3,
    wished: 29,
    reason: 'Palpitations at night.',
    isOfAccount: true,
  },
]

/** Inserts waiting requests at every branch, and some completed ones, from a hospital's system and from patients. */
export async function insertRequests(tx: Tx, centre: DemoCentre, now: Date): Promise<void> {
  const departments = new Map(
    (await tx.selectFrom('department').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  for (const [place, branch] of centre.branches.entries()) {
    const patients = await selectPatients(tx, centre.id, branch.id)
    // Requests of the hospital and of the patient's account go to the first branch only.
    const rows = REQUESTS.filter(
      ({ hospital, isOfAccount }) => place === 0 || !(hospital || isOfAccount),
    ).map((request, index) => ({
      client_id: centre.id,
      id: demoId('booking request', `${branch.id} ${index}`),
      source: request.hospital ? 'HL7' : 'Patient',
      status: request.status,
      branch_id: branch.id,
      department_id: departments.get(request.department) ?? null,
      exam_reason: request.reason,
      created: after(request.came),
      start_date: after(request.wished),
      tag_id: request.tag ? tagIdOf(centre.id, request.tag) : null,
      ...(request.hospital
        ? hospitalFields(request.hospital, branch.aet, index)
        : patientFields(patients[request.isOfAccount ? 0 : index % Math.max(1, patients.length)])),
    }))
    await tx.insertInto('booking_request').values(rows).execute()
  }
}

const hospitalFields = (
  { name, gender, born, study, doctor, ward }: NonNullable<DemoRequest['hospital']>,
  aet: string,
  index: number,
) => ({
  patient_id: null,
  pat_id: `MRN${81_200 + index}`,
  pat_first_name: name[0],
  pat_last_name: name[1],
  pat_dob: born,
  gender,
  // Unassigned numbers.
  mobile: `900009${String(1000 + index)}`,
  ref_doctor_name: doctor,
  study_desc: study,
  ipno: ward[0],
  bedno: ward[1],
  aetiles: [aet],
  placer_order_no: `ORD${6_410 + index}`,
})

interface KnownPatient {
  id: string
  pat_id: string
  fname: string
  lname: string
  dob: string | null
  gender: string
  mobile: string
}

// Small centres of tests have no patients; the request then names nobody.
const patientFields = (patient: KnownPatient | undefined) => ({
  patient_id: patient?.id ?? null,
  pat_id: patient?.pat_id ?? '',
  pat_first_name: patient?.fname ?? '',
  pat_last_name: patient?.lname ?? '',
  pat_dob: patient?.dob ?? null,
  gender: patient?.gender ?? '',
  mobile: patient?.mobile ?? '',
  ref_doctor_name: '',
  study_desc: '',
  ipno: '',
  bedno: '',
  aetiles: [],
  placer_order_no: '',
})

/** Returns patients of the branch, the one who signs in first. */
async function selectPatients(tx: Tx, clientId: string, branchId: string): Promise<KnownPatient[]> {
  const { rows } = await sql<KnownPatient>`
    select p.id, p.pat_id, p.fname, p.lname, p.dob, p.gender, p.mobile from patient p
    where p.client_id = ${clientId} and exists (select from visit v
      where v.client_id = p.client_id and v.patient_id = p.id and v.branch_id = ${branchId})
    order by p.user_id is null, p.id limit 8`.execute(tx)
  return rows
}
