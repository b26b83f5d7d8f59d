import { type Insertable, sql } from 'kysely'
import { isVerified } from '#domain/status/report-status.ts'
import { keepWords } from '#server/features/patients/keep-words.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import { DEMO_PATIENT_LINK, DEMO_PEOPLE } from '../centre/people.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import type { DemoStudy } from '../reading/studies.ts'
import { deskVisitsOf, insertDesk } from './insert-desk.ts'
import { serviceIdOf, visitOfStudy } from './study-visits.ts'
import { insertVisitRows, type NumbersGiven, numbered, patientIdOf } from './visit-rows.ts'

/** Rows per statement; far below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 500
/** One in this many studies is in the unmatched list, although its visit exists. */
const UNMATCHED_EVERY = 6
const DAY_MS = 86_400_000

/** The patient who can sign in; the demo's sign-ins show name and date of birth. */
export const DEMO_PATIENT = { name: 'Asha Kamat', birthDate: '1984-03-02' } as const

/** Inserts the centre's patients and the visits of their studies; links most studies to their visits. */
export async function insertVisits(
  tx: Tx,
  centre: DemoCentre,
  { studies, before }: { studies: readonly DemoStudy[]; before: NumbersGiven },
  now: Date,
): Promise<void> {
  const placed = studies.filter(({ row }) => row.branch_id && row.pat_id)
  const signsIn = await nameDemoPatient(tx, centre, placed, now)
  const people = new Map(placed.map((study) => [String(study.row.pat_id), study]))
  const patients = [...people.values()].map((study, index) => patientOf(centre, study, index, signsIn))
  for (const rows of chunks(patients)) await tx.insertInto('patient').values(rows).execute()
  await keepWords(tx, centre.id, patients)
  const isLinked = ({ row }: DemoStudy, index: number) =>
    Boolean(row.accession_no) && index % UNMATCHED_EVERY !== 0
  const departments = await selectDepartmentIds(tx)
  const visits = placed.map((study, index) =>
    visitOfStudy(centre, study, { index, isLinked: isLinked(study, index), departments }),
  )
  const desk = deskVisitsOf(centre, { patients, studyVisits: visits.length, departments, now })
  await insertVisitRows(tx, numbered([...visits, ...desk], before))
  await link(tx, centre, placed.filter(isLinked))
  await insertDesk(tx, centre, { patients, visits: [...visits, ...desk], departments, before })
}

export async function selectDepartmentIds(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('department').select(['id', 'name']).where('hidden', 'is', null).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK)
}

/** Gives the studies of a woman with many visits to the patient who signs in, and activates them. */
async function nameDemoPatient(
  tx: Tx,
  centre: DemoCentre,
  studies: readonly DemoStudy[],
  now: Date,
): Promise<string | undefined> {
  const person = DEMO_PEOPLE.find(({ username }) => username === DEMO_PATIENT_LINK.username)
  if (person?.centre.id !== centre.id) return undefined
  const counts = new Map<string, number>()
  for (const { row } of studies.filter(
    ({ row: one, timeline }) => one.pat_sex === 'Female' && isVerified(timeline.status),
  ))
    counts.set(String(row.pat_id), (counts.get(String(row.pat_id)) ?? 0) + 1)
  const [patId] = [...counts].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))[0] ?? []
  if (patId === undefined) return undefined
  await tx
    .updateTable('study')
    .set({
      pat_name: DEMO_PATIENT.name,
      pat_birthdate: DEMO_PATIENT.birthDate,
      active_until: new Date(now.getTime() + 30 * DAY_MS),
      payment_status: 'Paid',
    })
    .where('client_id', '=', centre.id)
    .where('pat_id', '=', patId)
    .execute()
  return patId
}

function patientOf(
  centre: DemoCentre,
  { row }: DemoStudy,
  index: number,
  signsIn: string | undefined,
): Insertable<Patient> {
  const patId = String(row.pat_id)
  const isDemoPatient = patId === signsIn
  const [fname = '', ...rest] = (isDemoPatient ? DEMO_PATIENT.name : String(row.pat_name)).split(' ')
  return {
    client_id: centre.id,
    id: patientIdOf(centre, patId),
    pat_id: patId,
    fname,
    lname: rest.join(' '),
    gender: row.pat_sex ?? '',
    dob: isDemoPatient ? DEMO_PATIENT.birthDate : row.pat_birthdate,
    // Unassigned numbers.
    mobile: `90000${String(10_000 + index).padStart(5, '0')}`,
    email: `patient${index + 1}@${centre.mailDomain}`,
    user_id: isDemoPatient ? demoId('user', DEMO_PATIENT_LINK.username) : null,
  }
}

// Links by the same rule as at arrival: branch, accession number and patient agree (docs/studies.md). One statement
// for all.
async function link(tx: Tx, centre: DemoCentre, studies: readonly DemoStudy[]): Promise<void> {
  const rows = studies.map((study) => ({
    id: study.row.id,
    patient: patientIdOf(centre, String(study.row.pat_id)),
    service: serviceIdOf(study),
  }))
  await sql`update study s
    set patient_id = l.patient, visit_service_id = l.service, linked_on = s.received_datetime
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (id uuid, patient uuid, service uuid)
    where s.client_id = ${centre.id} and s.id = l.id`.execute(tx)
}
