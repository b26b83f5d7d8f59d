import type { Insertable } from 'kysely'
import type { Patient } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from '../centres.ts'
import type { PlannedVisit } from '../desk/desk-plan.ts'
import { deskVisitOf } from '../desk/desk-visits.ts'
import { FIRST_VISIT_NO } from '../desk/study-visits.ts'
import { type DemoVisit, patientIdOf } from '../desk/visit-rows.ts'

const DAY_MS = 86_400_000
/** Offset that keeps the numbers apart from those of all other visits. */
const NUMBERS_BELOW = 40_000
/** First number of duplicate patients, apart from all other patients. */
const FIRST_TWIN_NO = 3_001
/** Offset for the visits of the original records, after the others here. */
const TWINS_FROM = 500
/** Time between the visit of the original record and the second registration. */
const BEFORE_MS = 4 * DAY_MS

/** Days before the demo's day and the visits on them, in addition to the examinations. None of them has payments. */
const PLANS: readonly (PlannedVisit & {
  kind: 'no_show' | 'begun' | 'free' | 'twin'
  daysAgo: readonly number[]
})[] = [
  {
    kind: 'no_show',
    daysAgo: [3, 9, 16, 27, 48, 83, 140, 201, 270, 333],
    at: 30,
    codes: ['MR-KNEE'],
    status: 2,
    services: 2,
  },
  { kind: 'no_show', daysAgo: [5, 21, 62, 118, 245], at: -60, codes: ['US-ABPL'], status: 1, services: 1 },
  {
    kind: 'begun',
    daysAgo: [6, 19, 55, 131, 222, 301],
    at: 90,
    codes: ['CT-HRCT'],
    status: 12,
    services: 12,
    reason: 'The patient could not lie still.',
  },
  { kind: 'free', daysAgo: [8, 24, 71, 166], at: -30, codes: ['US-THYR'], status: 7, services: 7 },
  {
    kind: 'twin',
    daysAgo: [7, 36, 92, 187, 290],
    at: 60,
    codes: ['CL-FOLL'],
    status: 11,
    services: 4,
    isClinical: true,
  },
]

interface Around {
  /** Patients of the history, who come again. */
  patients: readonly Insertable<Patient>[]
  departments: ReadonlyMap<string, string>
  now: Date
}

/**
 * Returns visits for the leakage board over the demo's year and month: patients who did not come, scans cancelled
 * after their start, scans without a charge, and patients who were registered twice.
 */
export function leakVisitsOf(
  centre: DemoCentre,
  { patients, departments, now }: Around,
): { visits: DemoVisit[]; twins: Insertable<Patient>[] } {
  const visits: DemoVisit[] = []
  const twins: Insertable<Patient>[] = []
  let number = 0
  for (const { kind, daysAgo, ...planned } of PLANS)
    for (const ago of daysAgo) {
      number += 1
      const branch = centre.branches[number % centre.branches.length]
      const patient = patients[(number * 37) % patients.length]
      if (!branch || !patient) continue
      const at = new Date(now.getTime() - ago * DAY_MS)
      const visit = (patientId: string, count: number, when: Date) =>
        deskVisitOf(planned, {
          centre,
          branch,
          number: NUMBERS_BELOW + count,
          patientId,
          visitNo: `V${String(FIRST_VISIT_NO - NUMBERS_BELOW + count).padStart(6, '0')}`,
          accessionOf: () => '',
          departments,
          now: when,
        })
      if (kind === 'twin') {
        const twin = twinOf(centre, patient, twins.length, at)
        twins.push(twin)
        // The original record was used some days earlier.
        visits.push(
          visit(patient.id, TWINS_FROM + number, new Date(at.getTime() - BEFORE_MS)),
          visit(twin.id, number, at),
        )
        continue
      }
      const made = visit(patient.id, number, at)
      visits.push(kind === 'free' ? free(made) : kind === 'begun' ? begun(made) : made)
    }
  return { visits, twins }
}

/** Returns the same person under another number, as if somebody had registered them again without searching. */
function twinOf(
  centre: DemoCentre,
  patient: Insertable<Patient>,
  index: number,
  at: Date,
): Insertable<Patient> {
  const patId = `${centre.patientPrefix}-${String(FIRST_TWIN_NO + index).padStart(6, '0')}`
  const id = patientIdOf(centre, patId)
  return { ...patient, id, pat_id: patId, email: '', created: at, touched: at }
}

const begun = (visit: DemoVisit): DemoVisit => ({
  ...visit,
  services: visit.services.map((service) => ({ ...service, exm_start_dt: service.start_dt })),
})

const free = (visit: DemoVisit): DemoVisit => ({
  ...visit,
  services: visit.services.map((service) => ({
    ...service,
    list_charges: service.charges ?? 0,
    charges: 0,
    net_charges: 0,
  })),
  visit: { ...visit.visit, charges: 0, net_charges: 0, payment_status: 'Paid' },
})
