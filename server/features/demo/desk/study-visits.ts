import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { SCAN_COMPLETED } from '#domain/status/service-status.ts'
import { dayAt } from '#domain/time/zones.ts'
import { DEMO_PEOPLE } from '../centre/people.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import type { DemoStudy } from '../reading/studies.ts'
import { machineOf, type SoldService, soldForExam } from './sold-exams.ts'
import { type DemoVisit, patientIdOf, receptionOf } from './visit-rows.ts'

const MINUTE_MS = 60_000

/** Status of a study's visit (docs/visits.md#visit-and-service-status). */
const VISIT_STATUS = {
  Pending: 7,
  Draft: 8,
  ReadyForSign: 8,
  Signed: 9,
  Verified: 11,
} as const satisfies Record<ReportStatus, number>
/** Status of a visit whose study is in the unmatched list: it has no report yet. */
const SCANNED = VISIT_STATUS.Pending

/** Number of the first visit; displayed numbers have six digits. */
export const FIRST_VISIT_NO = 100_001

export const visitIdOf = (study: DemoStudy) => demoId('visit', study.row.id)
export const serviceIdOf = (study: DemoStudy) => demoId('visit service', study.row.id)

interface DemoContext {
  index: number
  isLinked: boolean
  departments: ReadonlyMap<string, string>
}

/** Returns the visit of a study, scanned and charged, with payments according to its payment status. */
export function visitOfStudy(centre: DemoCentre, study: DemoStudy, place: DemoContext): DemoVisit {
  const { row } = study
  const branchId = row.branch_id ?? ''
  const sold = soldForExam(centre, row.study_desc ?? '', branchId)
  const start = new Date(row.study_datetime ?? 0)
  const end = new Date(start.getTime() + sold.slot * MINUTE_MS)
  const departmentId = place.departments.get(sold.department) ?? ''
  const common = { client_id: centre.id, visit_id: visitIdOf(study), department_id: departmentId }
  const slotId = demoId('visit machine', row.id)
  const paid = paidOf(centre, sold, row.payment_status || 'Paid')
  return {
    visit: { ...headerOf(centre, study, place), ...amountsOf(sold, paid), start_dt: start, end_dt: end },
    machines: [
      {
        ...common,
        id: slotId,
        machine_id: machineOf(branchId, sold.department)?.id ?? null,
        start_dt: start,
        end_dt: end,
        // Past slots do not block the calendar.
        blocks: false,
      },
    ],
    services: [
      {
        ...common,
        id: serviceIdOf(study),
        visit_machine_id: slotId,
        service_id: sold.serviceId,
        name: row.study_desc ?? '',
        code: sold.code,
        modality: row.modality ?? '',
        accession_no: row.accession_no ?? '',
        status: SCAN_COMPLETED,
        start_dt: start,
        end_dt: end,
        exm_start_dt: start,
        exm_end_dt: end,
        scanned_on: end,
        charges: sold.charges,
        net_charges: sold.charges,
      },
    ],
    receipts: paid > 0 ? [receiptOf(centre, study, paid, start)] : [],
  }
}

function headerOf(centre: DemoCentre, study: DemoStudy, { index, isLinked }: DemoContext) {
  const { row } = study
  const referrer = DEMO_PEOPLE.find(
    ({ centre: { id }, refDoctorType, name }) =>
      id === centre.id && refDoctorType && name === row.ref_physician,
  )
  return {
    client_id: centre.id,
    id: visitIdOf(study),
    visit_no: `V${String(FIRST_VISIT_NO + index).padStart(6, '0')}`,
    patient_id: patientIdOf(centre, String(row.pat_id)),
    branch_id: row.branch_id ?? '',
    status: isLinked ? VISIT_STATUS[study.timeline.status] : SCANNED,
    started_on: row.study_datetime ?? null,
    ref_dr_id: referrer?.refDoctorType === 'Doctor' ? referrer.id : null,
    ref_hospital_id: referrer?.refDoctorType === 'Hospital' ? referrer.id : null,
    payment_status: row.payment_status || 'Paid',
    created: row.study_datetime ?? new Date(0),
    created_by: receptionOf(centre, row.branch_id ?? ''),
  }
}

/** Returns the amount received: all, half, or nothing. */
function paidOf({ noOfDecimal }: DemoCentre, { charges }: SoldService, status: string): number {
  if (status === 'Paid') return charges
  if (status !== 'Partial_Paid') return 0
  return fromMinor(Math.floor(toMinor(charges, noOfDecimal) / 2), noOfDecimal)
}

const amountsOf = ({ charges }: SoldService, received: number) => ({
  charges,
  net_charges: charges,
  received,
})

function receiptOf(centre: DemoCentre, { row }: DemoStudy, amount: number, at: Date) {
  const branchId = row.branch_id ?? ''
  const branch = centre.branches.find(({ id }) => id === branchId)
  return {
    client_id: centre.id,
    id: demoId('receipt', row.id),
    visit_id: demoId('visit', row.id),
    branch_id: branchId,
    // Assigned once all receipts of the branch exist (visit-rows.ts).
    receipt_no: '',
    amount,
    mode: 'Cash',
    taken_on: at,
    business_day: dayAt(at, branch?.timeZone ?? 'UTC'),
    created: at,
    created_by: receptionOf(centre, branchId),
  }
}
