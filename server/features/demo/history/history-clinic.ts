import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { DemoBranch, DemoCentre } from '../centres.ts'
import type { PlannedVisit } from '../desk/desk-plan.ts'
import { deskVisitOf } from '../desk/desk-visits.ts'
import { FIRST_VISIT_NO } from '../desk/study-visits.ts'
import { type DemoVisit, receptionOf } from '../desk/visit-rows.ts'
import { demoId, type Random } from '../random.ts'

/** Visits to the clinic, and occasionally a patient who does not come. */
const PLANS: readonly (PlannedVisit & { weight: number })[] = [
  {
    weight: 4,
    at: -30,
    codes: ['CL-CARD', 'CL-ECG'],
    status: 11,
    services: 4,
    paid: 'all',
    isClinical: true,
  },
  { weight: 3, at: 20, codes: ['CL-ECHO'], status: 11, services: 4, paid: 'all', isClinical: true },
  { weight: 2, at: 50, codes: ['CL-CARD'], status: 11, services: 4, paid: 'all', isClinical: true },
  { weight: 1, at: -80, codes: ['CT-KUB'], status: 12, services: 12, reason: 'The patient did not come.' },
  { weight: 1, at: 70, codes: ['MR-KNEE'], status: 12, services: 12, reason: 'The patient has a pacemaker.' },
]
/** One clinic visit is added per this many visits at the machines. */
const EVERY = 6
/** Offset that keeps the numbers apart from those of visits at the machines. */
const NUMBERS_BELOW = 20_000
const HOUR_MS = 3_600_000

interface Around {
  exams: readonly DemoVisit[]
  departments: ReadonlyMap<string, string>
  random: Random
}

/** Returns visits to a clinic, and cancelled ones with their refunds, on the days of the visits at the machines. */
export function historyClinicOf(centre: DemoCentre, { exams, departments, random }: Around): DemoVisit[] {
  return exams
    .filter((_, index) => index % EVERY === 0)
    .map(({ visit }, number) => {
      const branch = centre.branches.find(({ id }) => id === visit.branch_id) as DemoBranch
      const planned = random.weighted(PLANS)
      const at = new Date(visit.start_dt)
      const made = deskVisitOf(planned, {
        centre,
        branch,
        number: NUMBERS_BELOW + number,
        patientId: visit.patient_id,
        visitNo: `V${String(FIRST_VISIT_NO - NUMBERS_BELOW + number).padStart(6, '0')}`,
        accessionOf: () => '',
        departments,
        now: at,
      })
      return planned.status === 12 && random.chance(0.5) ? refunded(made, { centre, branch, at }) : made
    })
}

// The patient paid at the booking and was refunded one hour after the cancellation.
function refunded(
  visit: DemoVisit,
  { centre, branch, at }: { centre: DemoCentre; branch: DemoBranch; at: Date },
): DemoVisit {
  const { noOfDecimal } = centre
  const amount = visit.services.reduce((sum, { charges }) => sum + toMinor(String(charges), noOfDecimal), 0)
  const { id } = visit.visit
  const money = {
    client_id: centre.id,
    visit_id: id,
    branch_id: branch.id,
    amount: fromMinor(amount, noOfDecimal),
    mode: 'Cash',
    business_day: dayAt(at, branch.timeZone),
    created_by: receptionOf(centre, branch.id),
  }
  const given = new Date(at.getTime() + HOUR_MS)
  return {
    ...visit,
    visit: { ...visit.visit, received: money.amount, refunded: money.amount, payment_status: 'Paid' },
    receipts: [
      { ...money, id: demoId('receipt', `history ${id}`), receipt_no: '', taken_on: at, created: at },
    ],
    refunds: [
      {
        ...money,
        id: demoId('refund', `history ${id}`),
        refund_no: '',
        created: given,
        remarks: visit.visit.cancel_reason ?? '',
      },
    ],
  }
}
