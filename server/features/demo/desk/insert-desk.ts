import type { Insertable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import type { NumberKind } from '#server/kernel/number-kinds.ts'
import { DEMO_PEOPLE } from '../centre/people.ts'
import type { DemoCentre } from '../centres.ts'
import { DESK_PLAN } from './desk-plan.ts'
import { deskVisitOf } from './desk-visits.ts'
import { FIRST_VISIT_NO } from './study-visits.ts'
import { type DemoVisit, type NumbersGiven, numbersGiven } from './visit-rows.ts'

const WHOLE_CLIENT = '00000000-0000-0000-0000-000000000000'
/** The numbers of the demo's patients and accessions continue after those of its studies. */
const FIRST_PATIENT_NO = 10_001
const FIRST_ACCESSION_NO = 48_001

/** One in this many of the patients at the desk is a VIP. */
const VIP_EVERY = 5
const ALLERGIES = [['Iodinated contrast'], ['Penicillin', 'Latex'], ['Gadolinium']] as const

/** The records of a centre that its visits refer to. */
interface CentreRecords {
  patients: readonly Insertable<Patient>[]
  departments: ReadonlyMap<string, string>
}

/** Returns the visits of today and tomorrow at every branch of a centre, of patients with earlier visits. */
export function deskVisitsOf(
  centre: DemoCentre,
  { patients, studyVisits, departments, now }: CentreRecords & { studyVisits: number; now: Date },
): DemoVisit[] {
  const all = centre.branches.flatMap((branch) => DESK_PLAN.map((planned) => ({ branch, planned })))
  const codes = all.map(({ planned }) => planned.codes.length)
  return all.map(({ branch, planned }, index) => {
    const before = codes.slice(0, index).reduce((sum, count) => sum + count, 0)
    return deskVisitOf(planned, {
      centre,
      branch,
      number: index,
      patientId: String(deskPatient(patients, index)?.id),
      visitNo: `V${String(FIRST_VISIT_NO + studyVisits + index)}`,
      accessionOf: (place) =>
        `${accessionPrefix(centre)}${numberText(FIRST_ACCESSION_NO + centre.studies + before + place)}`,
      departments,
      now,
    })
  })
}

// Uses the most recent patients, from the end of the list.
const deskPatient = (patients: readonly Insertable<Patient>[], index: number) =>
  patients[patients.length - 1 - (index % patients.length)]

const accessionPrefix = ({ accessionPrefix: prefix }: DemoCentre) => `${prefix}260`
const numberText = (number: number) => String(number).padStart(6, '0')

/**
 * Inserts the desk's other data: patients with special needs, the clinic doctors' departments, and the next number of
 * every series.
 */
export async function insertDesk(
  tx: Tx,
  centre: DemoCentre,
  {
    patients,
    visits,
    departments,
    before,
  }: CentreRecords & { visits: readonly DemoVisit[]; before: NumbersGiven },
): Promise<void> {
  for (const [index, patient] of deskPatients(patients).entries())
    await tx
      .updateTable('patient')
      .set(markOf(index))
      .where('client_id', '=', centre.id)
      .where('id', '=', patient.id)
      .execute()
  await giveLanguage(tx, centre, patients)
  for (const { id, clinicDepartment } of DEMO_PEOPLE)
    if (clinicDepartment !== undefined)
      await tx
        .updateTable('app_user')
        .set({ department_id: departments.get(clinicDepartment) ?? null })
        .where('client_id', '=', centre.id)
        .where('id', '=', id)
        .execute()
  await insertSeries(tx, centre, { patients, visits, before })
}

/** A patient of each centre reads the language of the country; the one who signs in reads English. */
async function giveLanguage(
  tx: Tx,
  centre: DemoCentre,
  patients: readonly Insertable<Patient>[],
): Promise<void> {
  const ofCentre = tx.updateTable('patient').where('client_id', '=', centre.id)
  const reader = deskPatients(patients).at(-1)
  if (reader)
    await ofCentre
      .set({ language: centre.key === 'alnoor' ? 'ar' : 'hi' })
      .where('id', '=', reader.id)
      .execute()
  await ofCentre.set({ language: 'en' }).where('user_id', 'is not', null).execute()
}

const deskPatients = (patients: readonly Insertable<Patient>[]) =>
  DESK_PLAN.flatMap((_, index) => deskPatient(patients, index) ?? [])

const markOf = (index: number) => {
  const allergies = index % 4 === 1 ? (ALLERGIES[index % ALLERGIES.length] ?? []) : []
  return {
    is_vip: index % VIP_EVERY === 0,
    is_allergic: allergies.length > 0,
    allergies: [...allergies],
  }
}

// Continues the number series of visits, patients and receipts after the demo's last ones.
async function insertSeries(
  tx: Tx,
  centre: DemoCentre,
  {
    patients,
    visits,
    before,
  }: Pick<CentreRecords, 'patients'> & { visits: readonly DemoVisit[]; before: NumbersGiven },
): Promise<void> {
  const series = (kind: NumberKind, prefix: string, next: number, branchId = WHOLE_CLIENT) => ({
    client_id: centre.id,
    branch_id: branchId,
    kind,
    prefix,
    next,
  })
  const accessions = visits.reduce((sum, { services }) => sum + services.length, 0)
  const given = numbersGiven(visits, before)
  const money = (branchId: string) => given.get(branchId) ?? { receipts: 0, refunds: 0 }
  await tx
    .insertInto('number_series')
    .values([
      series(
        'patient',
        `${centre.patientPrefix}-`,
        FIRST_PATIENT_NO + Math.max(centre.studies, patients.length),
      ),
      series('visit', 'V', FIRST_VISIT_NO + visits.length),
      series('accession', accessionPrefix(centre), FIRST_ACCESSION_NO + centre.studies + accessions),
      ...centre.branches.map(({ id }) => series('receipt', 'R', money(id).receipts + 1, id)),
      ...centre.branches.map(({ id }) => series('refund', 'RF', money(id).refunds + 1, id)),
    ])
    .execute()
}
