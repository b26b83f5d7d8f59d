import type { Insertable } from 'kysely'
import { keepWords } from '#server/features/patients/keep-words.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from '../centres.ts'
import { selectDepartmentIds } from '../desk/insert-visits.ts'
import { settleSchemes } from '../desk/scheme-settlements.ts'
import { serviceIdOf, visitOfStudy } from '../desk/study-visits.ts'
import {
  type DemoVisit,
  insertVisitRows,
  type NumbersGiven,
  numbered,
  numbersGiven,
  patientIdOf,
} from '../desk/visit-rows.ts'
import { insertRows } from '../insert-rows.ts'
import { randomFrom } from '../random.ts'
import { deliveriesOf } from '../reading/deliveries.ts'
import { reportOf, versionsOf } from '../reading/reports.ts'
import type { DemoStudy } from '../reading/studies.ts'
import { historyClinicOf } from './history-clinic.ts'
import { withLeaks } from './history-leaks.ts'
import { payHistory } from './history-money.ts'
import { insertReferrers, type Referrers } from './history-referrers.ts'
import { historyStudiesOf } from './history-studies.ts'
import { leakVisitsOf } from './leak-visits.ts'

/** The commission agreed with referrers, in percent of the line. */
const COMMISSION = { type: 'Percent', rate: 10 } as const

/**
 * Inserts the year before the demo's month at a centre: patients, visits with their payments, studies and reports.
 * Returns how many numbers of receipts and refunds it used.
 */
export async function insertHistory(tx: Tx, centre: DemoCentre, now: Date): Promise<NumbersGiven> {
  if (centre.branches.length === 0) return new Map()
  const studies = historyStudiesOf(centre, now)
  const departments = await selectDepartmentIds(tx)
  const referrers = await insertReferrers(tx, centre)
  const random = randomFrom(`history money of ${centre.key}`)
  const [hospitalId] = referrers.hospitals.values()
  const paid = studies.map((study, index) => {
    const visit = visitOfStudy(centre, study, { index: index - studies.length, isLinked: true, departments })
    return payHistory(referred(visit, study, referrers), { random, centre, hospitalId })
  })
  const schemes = settleSchemes(withLeaks(paid, studies, centre), { centre, hospitalId, now })
  const exams = schemes.visits
  const known = patientsOf(centre, studies)
  const leaks = leakVisitsOf(centre, { patients: known, departments, now })
  const patients = [...known, ...leaks.twins]
  const clinic = historyClinicOf(centre, { exams, departments, random })
  const visits = numbered([...exams, ...clinic, ...leaks.visits].map(withoutBlocks))
  await insertRows(tx, 'patient', patients)
  await keepWords(tx, centre.id, patients)
  // Order of foreign keys: receipts refer to settlements, and commissions to lines.
  await insertRows(tx, 'scheme_settlement', schemes.settlements)
  await insertVisitRows(tx, visits)
  await insertRows(tx, 'referral_commission', schemes.commissions)
  await insertRows(
    tx,
    'study',
    studies.map((study, index) => linked(centre, study, exams[index])),
  )
  await insertRows(tx, 'report', studies.flatMap(reportOf))
  await insertRows(tx, 'report_version', studies.flatMap(versionsOf))
  await insertRows(tx, 'share_link', deliveriesOf(centre, studies, now))
  return numbersGiven(visits)
}

// Past slots do not block the calendar.
const withoutBlocks = (visit: DemoVisit): DemoVisit => ({
  ...visit,
  machines: visit.machines.map((slot) => ({ ...slot, blocks: false })),
})

function referred(visit: DemoVisit, { row }: DemoStudy, { doctors, hospitals }: Referrers): DemoVisit {
  const name = row.ref_physician ?? ''
  const [doctor, hospital] = [doctors.get(name) ?? null, hospitals.get(name) ?? null]
  const parts = { ref_dr_id: doctor, ref_hospital_id: hospital }
  return {
    ...visit,
    visit: { ...visit.visit, ...parts },
    machines: visit.machines.map((slot) => ({ ...slot, ...parts })),
    services: visit.services.map((service) => ({
      ...service,
      ...(doctor ? { commission_type: COMMISSION.type, commission_rate: COMMISSION.rate } : {}),
      ...(hospital
        ? { hospital_commission_type: COMMISSION.type, hospital_commission_rate: COMMISSION.rate }
        : {}),
    })),
  }
}

function linked(centre: DemoCentre, study: DemoStudy, visit: DemoVisit | undefined) {
  return {
    ...study.row,
    patient_id: patientIdOf(centre, String(study.row.pat_id)),
    visit_service_id: serviceIdOf(study),
    linked_on: study.row.received_datetime,
    payment_status: visit?.visit.payment_status ?? 'Paid',
  }
}

// Sets `touched` to the time of the last study: desks keep only the patients of the last months.
function patientsOf(centre: DemoCentre, studies: readonly DemoStudy[]): Insertable<Patient>[] {
  const last = new Map(studies.map((study) => [String(study.row.pat_id), study]))
  const first = new Map(studies.toReversed().map((study) => [String(study.row.pat_id), study]))
  return [...last].map(([patId, { row }], index) => {
    const [fname = '', ...rest] = String(row.pat_name).split(' ')
    return {
      client_id: centre.id,
      id: patientIdOf(centre, patId),
      pat_id: patId,
      fname,
      lname: rest.join(' '),
      gender: row.pat_sex ?? '',
      dob: row.pat_birthdate,
      // Unassigned numbers, apart from those of the demo's month.
      mobile: `90001${String(10_000 + index).padStart(5, '0')}`,
      email: `earlier${index + 1}@${centre.mailDomain}`,
      touched: row.received_datetime ?? new Date(0),
      created: first.get(patId)?.row.study_datetime ?? new Date(0),
    }
  })
}
